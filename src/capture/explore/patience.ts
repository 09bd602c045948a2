import type { LivePage } from '../browser/live-page.ts';

/** Pages with the same scripts that are gone through whatever their rounds bring. */
const LEAST_EXPLORED = 4;
/** Probability of a new link that a round must have, on average over the next ones. */
const LEAST_CHANCE = 0.015;
/** Rounds that are looked ahead. */
const AHEAD = 5;
/** Tries that the prior counts for. */
const WEIGHT = 3;
/** The name under which pages that are acted on are counted. */
const PAGE = 'page';
/** Rounds in vain after which more of them make no difference. */
const MOST_IN_VAIN = 24;

/** The part of a page that patience asks and teaches. */
type Explored = Pick<LivePage, 'countNews' | 'tried' | 'expected' | 'learn'>;

/**
 * Tells when a page that is acted on is left: when the next rounds are not worth what they cost, by what rounds have
 * brought to pages with the same scripts after as many in vain. The first of such pages are gone through.
 */
export class Patience {
  readonly #page: Explored;
  readonly #isToBeExplored: boolean;
  #news: number;
  #inVain = 0;

  constructor(page: Explored) {
    this.#page = page;
    this.#news = page.countNews();
    this.#isToBeExplored = page.tried(PAGE) < LEAST_EXPLORED;
    page.learn(PAGE, true);
  }

  /** Learns what a round of acts has brought. */
  learn(): void {
    const news = this.#page.countNews();
    const hasBrought = news > this.#news;
    this.#news = news;
    this.#page.learn(roundAfter(this.#inVain), hasBrought);
    this.#inVain = hasBrought ? 0 : this.#inVain + 1;
  }

  get isOver(): boolean {
    if (this.#isToBeExplored) return false;
    let sum = 0;
    for (let ahead = 0; ahead < AHEAD; ahead++) {
      const inVain = this.#inVain + ahead;
      sum += this.#page.expected(roundAfter(inVain), 1 / (3 + inVain / 2), WEIGHT);
      if (sum / (ahead + 1) >= LEAST_CHANCE) return false;
    }
    return true;
  }
}

/** Rounds after many in vain are counted together, as they are few. */
const roundAfter = (inVain: number): string => {
  const least = Math.min(inVain, MOST_IN_VAIN);
  return `round after ${least < 4 ? least : least - (least % 4)}`;
};
