import { randomLogNormal } from 'd3-random';
import type { FoundLink } from '../../domain/link.ts';
import { createRandom, type Random } from '../../domain/random.ts';
import type { NewSite } from '../../domain/site.ts';
import type { SeenLink } from '../../frontier/frontier.ts';
import { failedVisit } from '../../frontier/retries.ts';
import { classifyFound } from '../../url/classify.ts';
import type { Identity } from '../../url/normalise.ts';
import { type Scope, siteScope } from '../../url/scope.ts';
import { RecordedWorld, type SharedWorld } from '../recorded/recording.ts';
import type { Answer, World } from '../world.ts';
import { type CalendarPlace, type Place, SiteAddresses } from './addresses.ts';
import { outlineSites, planSite, type SiteOutline, type SitePlan } from './site-plan.ts';
import { companion, type SyntheticSpec } from './spec.ts';

/** Tag paths of links in the layout of all pages. */
const MENU = 'html body div ul li a';
const FOOTER = 'html body div div p a';
const CRUMBS = 'html body div div span a';
const SIDEBAR = 'html body div div div ul li span a';
const CALENDAR = 'html body div table tbody tr td a';

/** Most links of a page to earlier pages. */
const MOST_SIDEBAR = 3;
/** Failures of pages, frequent ones repeated, and the duration of a time-out in milliseconds. */
const FAILURES = [404, 404, 404, 500, null] as const;
const TIME_OUT = 30_000;

/** Answers of one site's pages. Each is made at the first request, from the plan and the address only. */
class SiteAnswers {
  readonly #plan: SitePlan;
  readonly #addresses: SiteAddresses;
  readonly #scope: Scope;
  readonly #identity: Identity;
  readonly #shift: number;
  readonly #menu: readonly SeenLink[];
  readonly #footer: readonly SeenLink[];
  readonly #answers = new Map<string, Answer>();

  constructor(plan: SitePlan, identity: Identity) {
    const { outline, tree } = plan;
    const { boilerplate, calendar } = outline.spec;
    this.#plan = plan;
    this.#identity = identity;
    this.#addresses = new SiteAddresses(plan, identity);
    this.#scope = siteScope(new URL(outline.url), outline.scope);
    this.#shift = createRandom(`${outline.key} companions`).below(1000);
    const sections = Math.min(boilerplate.internal, (tree.firstChild[1] ?? 1) - 1);
    this.#menu = Array.from({ length: sections + 1 }, (_, page) => this.#inside(page, MENU));
    this.#footer = Array.from({ length: boilerplate.external }, (_, link) => this.#outside(link, FOOTER));
    if (calendar) this.#footer = [this.#inside({ month: 0, day: 0 }, CALENDAR), ...this.#footer];
  }

  /** Returns undefined for unknown pages. */
  answer(key: string): Answer | undefined {
    const known = this.#answers.get(key);
    if (known) return known;
    const place = this.#addresses.placeOf(key);
    if (place === undefined) return undefined;
    const answer = this.#make(place, key);
    this.#answers.set(key, answer);
    return answer;
  }

  #make(place: Place, key: string): Answer {
    const { outline, tree } = this.#plan;
    const { median, spread } = outline.spec.milliseconds;
    const random = createRandom(`${outline.key} ${key}`);
    const milliseconds = Math.max(
      1,
      Math.round(randomLogNormal.source(() => random.unit())(Math.log(median), spread)()),
    );
    if (typeof place === 'number' && place >= tree.pages) return failure(random.pick(FAILURES), milliseconds);
    return {
      askedAt: undefined,
      outcome: 'page',
      reason: '',
      httpStatus: 200,
      contentType: 'text/html',
      title: this.#addresses.anchor(place),
      address: this.#addresses.address(place),
      canonical: undefined,
      links: distinct([...this.#menu, ...this.#content(place, random), ...this.#footer]),
      milliseconds,
    };
  }

  #content(place: Place, random: Random): SeenLink[] {
    return typeof place === 'number' ? this.#pageLinks(place, random) : this.#calendarLinks(place);
  }

  /** Returns the links of a page: parent, children, external links, broken links, and random earlier pages. */
  #pageLinks(page: number, random: Random): SeenLink[] {
    const { tree, firstLink, broken, outline } = this.#plan;
    const links: SeenLink[] = [];
    if (page > 0) links.push(this.#inside(tree.parents[page] ?? 0, CRUMBS));
    const [from = 0, to = 0] = [tree.firstChild[page], tree.firstChild[page + 1]];
    for (let child = from; child < to; child++) links.push(this.#inside(child, this.#addresses.template(child).entry));
    const tagPath = this.#addresses.template(page).list;
    const first = page === 0 ? outline.spec.boilerplate.external : (firstLink[page] ?? 0);
    for (let link = first; link < (firstLink[page + 1] ?? 0); link++) links.push(this.#outside(link, tagPath));
    for (let index = placeIn(broken, page); broken[index] === page; index++) {
      const place = tree.pages + index;
      links.push(this.#inside(place, this.#addresses.template(place).entry));
    }
    for (let more = random.below(MOST_SIDEBAR + 1); more > 0 && page > 0; more--)
      links.push(this.#inside(random.below(page), SIDEBAR));
    return links;
  }

  /** Returns links to the next and previous month and to the month's days, or from a day to its month. */
  #calendarLinks({ month, day }: CalendarPlace): SeenLink[] {
    const { months = 0, days = 0 } = this.#plan.outline.spec.calendar ?? {};
    const places =
      day > 0
        ? [{ month, day: 0 }]
        : [
            { month: month + 1, day: 0 },
            { month: month - 1, day: 0 },
            ...Array.from({ length: days }, (_, index) => ({ month, day: index + 1 })),
          ];
    return places
      .filter((place) => place.month >= 0 && place.month < months)
      .map((place) => this.#inside(place, CALENDAR));
  }

  #inside(place: Place, tagPath: string): SeenLink {
    return this.#link(this.#addresses.path(place), this.#addresses.anchor(place), tagPath);
  }

  #outside(link: number, tagPath: string): SeenLink {
    const { url, anchor } = companion(link, this.#shift);
    return this.#link(url, anchor, tagPath);
  }

  #link(raw: string, anchor: string, tagPath: string): SeenLink {
    const { url } = this.#plan.outline;
    const found: FoundLink = {
      raw,
      url: undefined,
      role: 'link',
      method: 'GET',
      anchor,
      context: anchor,
      rel: '',
      element: 'a',
      tagPath,
      frame: '',
      technique: 'attribute',
    };
    // Paths are absolute, and so are equal on every page.
    const link = classifyFound(found, url, this.#scope, this.#identity);
    if (!link) throw new RangeError(`${raw} is no link`);
    return { found, link, isNofollow: false };
  }
}

const failure = (status: number | null, milliseconds: number): Answer => ({
  ...failedVisit(status === null ? 'no answer' : `HTTP ${status}`),
  httpStatus: status,
  milliseconds: status === null ? TIME_OUT : milliseconds,
});

/** Removes duplicates; the first link stays. */
function distinct(links: readonly SeenLink[]): SeenLink[] {
  const seen = new Set<string>();
  return links.filter(({ link }) => {
    const key = link.kind === 'bad' ? link.raw : link.key;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Returns the first index of `value` in an ascending list, or its insertion point. */
function placeIn(list: Int32Array, value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Identity of the paper. All addresses are in lower case, so case folding has no effect. */
const IDENTITY: Identity = { foldCase: true, ignored: new Set() };

/**
 * Makes a synthetic web from a spec, equal for equal spec and seed in any order of visits. Each site has exactly the
 * pages and distinct external links of its spec. Sites are planned, and pages made, at the first request.
 */
export function syntheticWorld(spec: SyntheticSpec, seed: string): World {
  const outlines = outlineSites(spec, seed);
  const answers: SiteAnswers[] = [];
  return {
    name: spec.name,
    identity: IDENTITY,
    sites: outlines.map(siteOf),
    answer(site, key) {
      const outline = outlines[site];
      if (!outline) throw new RangeError(`no site ${site} in ${spec.name}`);
      const known = answers[site] ?? new SiteAnswers(planSite(outline), IDENTITY);
      answers[site] = known;
      return known.answer(key);
    },
  };
}

const siteOf = ({ url, name, shortName, scope, spec: { kind } }: SiteOutline): NewSite => ({
  url,
  name,
  shortName,
  scope,
  kind: kind === 'mixed' ? 'other' : kind,
});

/** Web for other threads: recorded tables, or the spec of a synthetic web. */
export type SharedWeb = SharedWorld | SyntheticSpec;

/** Returns a function from random seeds to worlds. */
export function worldsOf(web: SharedWeb): (seed: number) => World {
  if ('tables' in web) {
    let world: World | undefined;
    return () => {
      world ??= RecordedWorld.from(web);
      return world;
    };
  }
  let last: { readonly seed: number; readonly world: World } | undefined;
  return (seed) => {
    if (last?.seed !== seed) last = { seed, world: syntheticWorld(web, String(seed)) };
    return last.world;
  };
}
