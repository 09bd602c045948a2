import type { LivePage } from '../browser/live-page.ts';

/** Pages with the same scripts that are explored completely, whatever their rounds bring. */
const LEAST_EXPLORED = 4;
/** Minimum probability of a new link per round, as a mean over the next rounds. */
const LEAST_CHANCE = 0.015;
/** Number of rounds to look ahead. */
const AHEAD = 5;
/** Weight of the prior, in tries. */
const WEIGHT = 3;
/** Name under which explored pages are counted. */
const PAGE = 'page';
/** Unproductive rounds above which more make no difference. */
const MOST_DRY_ROUNDS = 24;

/** Unproductive rounds in a row after which a page is left once its initial rounds are over. */
const LATER_DRY_ROUNDS = 4;
/** Further unproductive rounds that each productive one allows, and the most that all together do. */
const PER_PRODUCTIVE = 2;
const MOST_FURTHER = 12;

/**
 * Returns the number of unproductive rounds in a row after which a page is left: more for a page that brought links.
 *
 * @param initial number for the initial rounds of a page; undefined once these are over
 * @param productive rounds of the page that brought links
 */
export const mostDryRounds = (initial: number | undefined, productive: number): number =>
  (initial ?? LATER_DRY_ROUNDS) + Math.min(MOST_FURTHER, PER_PRODUCTIVE * productive);

/** Part of a page that `Patience` queries and teaches. */
type Explored = Pick<LivePage, 'countNews' | 'counts' | 'expected' | 'learn' | 'share'>;

/**
 * Decides when to stop exploring a page: when the next rounds are not worth their cost. Rounds are rated by those on
 * pages with the same scripts, after as many unproductive ones; the first such pages are explored completely.
 */
export class Patience {
  readonly #page: Explored;
  readonly #isToBeExplored: boolean;
  readonly #newsBefore: number;
  #news: number;
  #dryRounds = 0;
  /** Expected share of explored pages with the same scripts that bring links, from 0 to 1; see `TechniqueYield.share`. */
  readonly share: number;

  constructor(page: Explored) {
    this.#page = page;
    this.#news = this.#newsBefore = page.countNews();
    this.share = page.share(PAGE);
    this.#isToBeExplored = Math.round(page.counts(PAGE).tries) < LEAST_EXPLORED;
  }

  /** Learns whether the page has brought links, when its exploration ends or is cut short; another one may follow. */
  end(): void {
    this.#dryRounds = 0;
    this.#page.learn(PAGE, this.#page.countNews() > this.#newsBefore);
  }

  /** Learns whether a round brought links. */
  learn(): void {
    const news = this.#page.countNews();
    const hasBrought = news > this.#news;
    this.#news = news;
    this.#page.learn(roundAfter(this.#dryRounds), hasBrought);
    this.#dryRounds = hasBrought ? 0 : this.#dryRounds + 1;
  }

  get isOver(): boolean {
    if (this.#isToBeExplored) return false;
    let sum = 0;
    for (let ahead = 0; ahead < AHEAD; ahead++) {
      const dryRounds = this.#dryRounds + ahead;
      sum += this.#page.expected(roundAfter(dryRounds), 1 / (3 + dryRounds / 2), WEIGHT);
      if (sum / (ahead + 1) >= LEAST_CHANCE) return false;
    }
    return true;
  }
}

/** Names a round by the unproductive rounds before; large numbers share a name since they are rare. */
const roundAfter = (dryRounds: number): string => {
  const least = Math.min(dryRounds, MOST_DRY_ROUNDS);
  return `round after ${least < 4 ? least : least - (least % 4)}`;
};
