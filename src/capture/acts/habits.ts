import type { SiteId } from '../../domain/site.ts';

/** Pages in a row to which an act must have brought nothing; the double after each to which it did, up to … */
const NEEDED = 3;
const MOST_NEEDED = 96;
/** One in so many pages is acted on nevertheless, for ever. */
const CHECKED = 10;
/** Habits of one site that are kept. */
const MOST_HABITS = 5000;

interface Habit {
  barren: number;
  needed: number;
  /** Pages since it was found that it brings nothing. */
  asked: number;
}

/**
 * Learns for each site what is not worth doing to its pages, as it brought nothing to several that are made alike. A share
 * of the pages is tried for ever, and what brings something there is done to all again.
 */
export class Habits {
  readonly #sites = new Map<SiteId, Map<string, Habit>>();

  /** Whether an act on pages of a make is to be tried on the next of them. Counts the pages. */
  isWorthATry(site: SiteId, act: string): boolean {
    const habit = this.#sites.get(site)?.get(act);
    return !habit || habit.barren < habit.needed || ++habit.asked % CHECKED === 0;
  }

  /** It was tried on a page, and brought links or nothing. */
  learn(site: SiteId, act: string, hasBrought: boolean): void {
    const ofSite = this.#sites.get(site) ?? new Map<string, Habit>();
    this.#sites.set(site, ofSite);
    const habit = ofSite.get(act) ?? { barren: 0, needed: NEEDED, asked: 0 };
    if (hasBrought) habit.needed = Math.min(2 * habit.needed, MOST_NEEDED);
    habit.barren = hasBrought ? 0 : habit.barren + 1;
    const [oldest] = ofSite.keys();
    if (ofSite.size >= MOST_HABITS && !ofSite.has(act) && oldest !== undefined) ofSite.delete(oldest);
    ofSite.set(act, habit);
  }
}
