import type { Address } from '../../frontier/frontier.ts';
import { type Identity, identityKey } from '../../url/normalise.ts';
import { pageTemplates, sections } from './page-templates.ts';
import { FIRST_ID, type SitePlan } from './site-plan.ts';

/** Page of a site: index in the plan, with unloadable pages last, or a place in the calendar. */
export type Place = number | CalendarPlace;

/** Month of the calendar, from 0, and day, from 1; day 0 is the month's page. */
export interface CalendarPlace {
  readonly month: number;
  readonly day: number;
}

const CALENDAR = 'calendar';
const FIRST_YEAR = 2000;

/** Maps a site's pages to addresses, and identity keys to pages. Computes everything from the plan. */
export class SiteAddresses {
  readonly #plan: SitePlan;
  readonly #identity: Identity;
  readonly #start: URL;
  readonly #startKey: string;

  constructor(plan: SitePlan, identity: Identity) {
    this.#plan = plan;
    this.#identity = identity;
    this.#start = new URL(plan.outline.url);
    this.#startKey = identityKey(this.#start, identity);
  }

  /** Returns the path of the page, as links on the same host have it. */
  path(place: Place): string {
    const { href, origin } = this.#url(place);
    return href.slice(origin.length);
  }

  address(place: Place): Address {
    const url = this.#url(place);
    return { url: url.href, key: identityKey(url, this.#identity) };
  }

  /** Returns the text of links to the page. */
  anchor(place: Place): string {
    if (typeof place !== 'number') return place.day > 0 ? String(place.day) : `${monthOf(place)}.${yearOf(place)}`;
    if (place === 0) return this.#plan.outline.name;
    const section = this.#section(place);
    return section ?? this.template(place).anchor(this.#id(place));
  }

  template(place: number) {
    const { kinds, templates, tree, broken } = this.#plan;
    const page = place < tree.pages ? place : (broken[place - tree.pages] ?? 0);
    const template = pageTemplates[kinds[templates[page] ?? 0] ?? 0];
    if (!template) throw new RangeError(`no template for page ${place}`);
    return template;
  }

  placeOf(key: string): Place | undefined {
    if (key === this.#startKey) return 0;
    const place = this.#calendarPlace(key) ?? this.#sectionPlace(key) ?? this.#numberedPlace(key);
    return place !== undefined && this.address(place).key === key ? place : undefined;
  }

  #url(place: Place): URL {
    if (place === 0) return this.#start;
    if (typeof place === 'number') {
      const section = this.#section(place);
      return new URL(section === undefined ? this.template(place).path(this.#id(place)) : `${section}/`, this.#start);
    }
    const day = place.day > 0 ? `${place.day}/` : '';
    return new URL(`${CALENDAR}/${yearOf(place)}/${monthOf(place)}/${day}`, this.#start);
  }

  #id(place: number): number {
    return FIRST_ID + (this.#plan.ids[place] ?? 0);
  }

  /** Returns the name of a section; sections are the start page's first children. */
  #section(place: number): string | undefined {
    return place < (this.#plan.tree.firstChild[1] ?? 0) ? sections[place - 1] : undefined;
  }

  #sectionPlace(key: string): number | undefined {
    const place = 1 + sections.indexOf(key.split('/').at(-1) ?? '');
    return place > 0 && this.#section(place) !== undefined ? place : undefined;
  }

  #numberedPlace(key: string): number | undefined {
    const id = /(\d+)\D*$/.exec(key)?.[1];
    return id === undefined ? undefined : this.#plan.placeOfId[Number(id) - FIRST_ID];
  }

  #calendarPlace(key: string): CalendarPlace | undefined {
    const { calendar } = this.#plan.outline.spec;
    const found = /\/calendar\/(\d+)\/(\d+)(?:\/(\d+))?$/.exec(key);
    if (!calendar || !found) return undefined;
    const [year = 0, month = 0, day = 0] = found.slice(1).map((number) => Number(number ?? 0));
    const place = { month: 12 * (year - FIRST_YEAR) + month - 1, day };
    return place.month >= 0 && place.month < calendar.months && day <= calendar.days ? place : undefined;
  }
}

const yearOf = ({ month }: CalendarPlace): number => FIRST_YEAR + Math.floor(month / 12);
const monthOf = ({ month }: CalendarPlace): string => String(1 + (month % 12)).padStart(2, '0');
