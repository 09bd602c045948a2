import type { FoundLink } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';

/** Pages of a layout in a row to which something must have brought nothing; the double after each to which it did, up to … */
const NEEDED = 3;
const MOST_NEEDED = 96;
/** … and only one, where it has brought nothing to so many of the site's pages in a row, whatever their layout. */
const BARREN_ON_SITE = 12;
/** It is done to one in so many pages nevertheless, for ever: at first, and at last. */
const CHECKED = 10;
const MOST_SELDOM = 40;
/** Habits of one site that are kept. */
const MOST_HABITS = 5000;
/** Links of one site that are known, and sites whose links are. */
const MOST_LINKS = 20_000;
const MOST_SITES = 100;

interface Habit {
  barren: number;
  needed: number;
  /** Pages since it was done last, and after how many it is done again. */
  passed: number;
  pause: number;
}

interface SiteHabits {
  /** By layout and what is done. */
  readonly habits: Map<string, Habit>;
  /** Pages in a row to which it brought nothing, by what is done. */
  readonly barren: Map<string, number>;
}

/**
 * Learns for each site what is not worth doing to its pages, as it brought no link to several of a layout that the site's
 * pages do not bring anyway. A share of the pages is tried for ever, and what brings something there is done to all again.
 */
export class Habits {
  readonly #sites = new Map<SiteId, SiteHabits>();
  readonly #links = new Map<SiteId, Set<string>>();

  /** Whether something is to be done to the next page of a layout. Counts the pages. */
  isWorthATry(site: SiteId, layout: string, act: string): boolean {
    const ofSite = this.#sites.get(site);
    const habit = ofSite?.habits.get(`${layout} ${act}`);
    if (!ofSite || !habit || habit.barren < this.#needed(ofSite, habit, act)) return true;
    if (++habit.passed < habit.pause) return false;
    habit.passed = 0;
    habit.pause = Math.min(2 * habit.pause, MOST_SELDOM);
    return true;
  }

  /** It was done to a page, and brought news or nothing. */
  learn(site: SiteId, layout: string, act: string, hasBrought: boolean): void {
    const ofSite = this.#sites.get(site) ?? { habits: new Map(), barren: new Map() };
    this.#sites.set(site, ofSite);
    const key = `${layout} ${act}`;
    const habit = ofSite.habits.get(key) ?? { barren: 0, needed: NEEDED, passed: 0, pause: CHECKED };
    if (hasBrought) {
      habit.needed = Math.min(2 * habit.needed, MOST_NEEDED);
      habit.pause = CHECKED;
      habit.passed = 0;
    }
    habit.barren = hasBrought ? 0 : habit.barren + 1;
    keep(ofSite.habits, key, habit, MOST_HABITS);
    keep(ofSite.barren, act, hasBrought ? 0 : (ofSite.barren.get(act) ?? 0) + 1, MOST_HABITS);
  }

  /** Whether no page of the site has had a link before; nothing is made of what parameters a file is loaded with. */
  isNews(site: SiteId, link: FoundLink): boolean {
    return !this.#links.get(site)?.has(keyOf(link));
  }

  /** A page of the site was read, and has these links. */
  keep(site: SiteId, links: readonly FoundLink[]): void {
    const known = this.#links.get(site) ?? new Set();
    this.#links.delete(site);
    keep(this.#links, site, known, MOST_SITES);
    for (const link of links) {
      const [oldest] = known;
      if (known.size >= MOST_LINKS && oldest !== undefined && !known.has(keyOf(link))) known.delete(oldest);
      known.add(keyOf(link));
    }
  }

  #needed({ barren }: SiteHabits, { needed }: Habit, act: string): number {
    return (barren.get(act) ?? 0) >= BARREN_ON_SITE ? 1 : needed;
  }
}

const keyOf = ({ role, url, raw }: FoundLink): string =>
  role === 'link' ? (url ?? raw) : `+${(url ?? raw).replace(/[?#].*/s, '')}`;

/** Sets a value; the oldest gives way where there are too many. */
function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  const [oldest] = map.keys();
  if (map.size >= most && !map.has(key) && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
