import { keep } from '../../domain/bounded.ts';
import type { FoundLink } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import { Allowance } from './allowance.ts';
import { KnownRoutes } from './known-routes.ts';

/** Pages in a row to which something must have brought nothing: of one layout, … */
const NEEDED = 3;
/** … of all that load the same scripts, whatever their layout, on a site to which it has never brought anything; … */
const NEEDED_OF_SCRIPTS = 4;
/** … and only one of a layout where it has brought nothing to so many of the site's pages, whatever their layout. */
const NEEDED_OF_SITE = 8;
/** So many of each are enough where it was not to be expected to bring anything. */
const NEEDED_OF_UNLIKELY = 1;
/** All of them are doubled by each page to which it brought something, up to … */
const MOST_NEEDED = 96;
/** … and so many times as many of a layout are needed where it has brought something to others of the site. */
const FRUITFUL_ELSEWHERE = 4;
/** It is done to one in so many pages nevertheless, for ever: at first, and at last; to fewer where it is dear. */
const CHECKED = 10;
const MOST_SELDOM = 40;
/** Habits of one site that are kept, and of all of them: sites that were learned of last come first. */
const MOST_HABITS = 5000;
const MOST_HABITS_IN_ALL = 200_000;
/** Links of one site that are known, and sites whose links are. */
const MOST_LINKS = 20_000;
const MOST_SITES = 100;
/** Kinds of controls of one site that are told apart; where there are more, another one is nothing new. */
const MOST_CONTROLS = 100;

/** What pages have in common that do the same when something is done to them. */
export interface Layout {
  /** The pattern of their address. */
  readonly pattern: string;
  /** Stands for the scripts that they have. */
  readonly scripts: string;
}

/** What was spent on an act, in elements (see `Allowance`), where that is known; whether a page had nothing for it to bring links by. */
export interface LearntHow {
  readonly cost?: number | undefined;
  readonly isUnlikely?: boolean;
}

interface Habit {
  barren: number;
  needed: number;
  /** Whether it has ever brought anything. */
  isFruitful: boolean;
  /** Pages since it was done last, and after how many it is done again. */
  passed: number;
  pause: number;
}

/**
 * Learns for each site what is not worth doing to its pages, as it brought no link to several of a layout that the site's
 * pages do not bring anyway. A share of the pages is tried for ever, and what brings something there is done to all again; so
 * is a page tried that shows a kind of control which was on none before.
 */
export class Habits {
  /** Where controls lead that stand on all of a site's pages. */
  readonly routes = new KnownRoutes();
  /** By layout, by scripts or for all of a site, and what is done. */
  readonly #sites = new Map<SiteId, Map<string, Habit>>();
  #habits = 0;
  readonly #links = new Map<SiteId, Set<string>>();
  readonly #controls = new Map<SiteId, Set<string>>();
  /** By what is done, where it is known what it costs. */
  readonly #allowances = new Map<SiteId, Map<string, Allowance>>();

  /** Whether something is to be done to the next page of a layout. Counts the pages. */
  isWorthATry(site: SiteId, layout: Layout, act: string): boolean {
    const { barren, isHopeless } = this.#known(site, layout, act);
    const allowance = this.#allowances.get(site)?.get(act);
    if (barren) return isDue(barren, allowance?.isLeft ?? true);
    return !isHopeless || (allowance?.isLent ?? true);
  }

  /** It was done to a page, and brought news or nothing. */
  learn(
    site: SiteId,
    layout: Layout,
    act: string,
    hasBrought: boolean,
    { cost, isUnlikely = false }: LearntHow = {},
  ): void {
    if (cost !== undefined) this.#charge(site, layout, act, hasBrought ? undefined : cost);
    const { pattern, scripts } = layout;
    const habits = this.#sites.get(site) ?? new Map<string, Habit>();
    const { size } = habits;
    this.#sites.delete(site);
    this.#sites.set(site, habits);
    for (const [index, key] of keysOf(pattern, scripts, act).entries()) {
      const usual = [NEEDED, NEEDED_OF_SCRIPTS, NEEDED_OF_SITE][index] ?? NEEDED;
      const needed = isUnlikely ? NEEDED_OF_UNLIKELY : usual;
      const habit = habits.get(key) ?? { barren: 0, needed, isFruitful: false, passed: 0, pause: CHECKED };
      if (hasBrought) {
        habit.needed = Math.min(2 * habit.needed, MOST_NEEDED);
        habit.isFruitful = true;
        habit.pause = CHECKED;
        habit.passed = 0;
      }
      habit.barren = hasBrought ? 0 : habit.barren + 1;
      keep(habits, key, habit, MOST_HABITS);
    }
    this.#habits += habits.size - size;
    for (const [other, { size: others }] of this.#sites) {
      if (this.#habits <= MOST_HABITS_IN_ALL) break;
      this.#habits -= others;
      this.#sites.delete(other);
    }
  }

  /** What has brought enough pages nothing, those of a layout or with its scripts; and whether it has to all of the site's. */
  #known(site: SiteId, { pattern, scripts }: Layout, act: string): { barren: Habit | undefined; isHopeless: boolean } {
    const habits = this.#sites.get(site);
    const [own, alike, all] = keysOf(pattern, scripts, act).map((key) => habits?.get(key));
    const elsewhere = all?.isFruitful && !own?.isFruitful ? FRUITFUL_ELSEWHERE : 1;
    const isHopeless = all !== undefined && all.barren >= all.needed;
    const needed = isHopeless ? 1 : elsewhere * (own?.needed ?? NEEDED);
    const isLeftAlike = alike && !all?.isFruitful && alike.barren >= alike.needed;
    return { barren: own && own.barren >= needed ? own : isLeftAlike ? alike : undefined, isHopeless };
  }

  /** What was spent where nothing was to be expected has to be earned again; undefined: it was worth it. */
  #charge(site: SiteId, layout: Layout, act: string, cost: number | undefined): void {
    const { barren, isHopeless } = this.#known(site, layout, act);
    const allowances = this.#allowances.get(site) ?? new Map<string, Allowance>();
    const allowance = allowances.get(act) ?? new Allowance();
    this.#allowances.delete(site);
    keep(this.#allowances, site, allowances.set(act, allowance), MOST_SITES);
    if (cost === undefined) allowance.forgive();
    else if (barren || isHopeless) allowance.spend(cost);
  }

  /** Whether no page of the site has had a link before; nothing is made of what parameters a file is loaded with. */
  isNews(site: SiteId, link: FoundLink): boolean {
    return !this.#links.get(site)?.has(keyOf(link));
  }

  /** Whether a page shows a control of a kind that no page of the site has had: what others brought tells nothing of it. */
  hasNewControls(site: SiteId, kinds: readonly string[]): boolean {
    for (const { isLent } of this.#allowances.get(site)?.values() ?? []) if (!isLent) return false;
    const known = this.#controls.get(site) ?? new Set();
    this.#controls.delete(site);
    keep(this.#controls, site, known, MOST_SITES);
    const fresh = kinds.filter((kind) => !known.has(kind)).slice(0, MOST_CONTROLS - known.size);
    for (const kind of fresh) known.add(kind);
    return fresh.length > 0;
  }

  /** A page of the site was read, and has these links and so many elements. */
  keep(site: SiteId, links: readonly FoundLink[], elements: number): void {
    for (const allowance of this.#allowances.get(site)?.values() ?? []) allowance.earn(elements);
    const known = this.#links.get(site) ?? new Set();
    this.#links.delete(site);
    keep(this.#links, site, known, MOST_SITES);
    for (const link of links) {
      const key = keyOf(link);
      const [oldest] = known.size >= MOST_LINKS && !known.has(key) ? known : [];
      if (oldest !== undefined) known.delete(oldest);
      known.add(key);
    }
  }
}

/** What is done to pages of a layout, to those with the same scripts, to all of a site. */
const keysOf = (pattern: string, scripts: string, act: string): readonly string[] => [
  `${pattern} ${scripts} ${act}`,
  `${scripts} ${act}`,
  act,
];

/** Whether what brings nothing is to be done once more, if it may be. Counts the pages. */
function isDue(habit: Habit, mayBe: boolean): boolean {
  if (++habit.passed < habit.pause || !mayBe) return false;
  habit.passed = 0;
  habit.pause = Math.min(2 * habit.pause, MOST_SELDOM);
  return true;
}

const keyOf = ({ role, url, raw }: FoundLink): string =>
  role === 'link' ? (url ?? raw) : `+${(url ?? raw).replace(/[?#].*/s, '')}`;
