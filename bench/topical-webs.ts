import { createRandom, type Random } from '../src/domain/random.ts';
import type { TopicDefinition } from '../src/domain/topic.ts';
import { type RecordedSite, RecordedWorld } from '../src/lab/recorded/recording.ts';
import { RecordedTables } from '../src/lab/recorded/tables.ts';
import type { World } from '../src/lab/world.ts';

/** A web whose topics are known by construction. */
export interface TopicalWeb {
  readonly world: World;
  /** Addresses of the pages on the searched topic. */
  readonly relevant: ReadonlySet<string>;
  readonly pages: number;
}

/** One page in this many of a community is a list, which links to many of it. */
const LIST = 8;
/** Results of the search at the start of the crawl, and those of them on another topic. */
const RESULTS = 10;
const STRAY = 1;

/** Words of each community, and those in a title; anchors have as many, unless uninformative. */
const WORDS = 6;
const SAID = 2;

interface Shape {
  readonly name: string;
  /** Pages of a community: members, and lists that link to many of them. */
  readonly community?: number;
  /** Share of the links with an informative text, and of the titles. */
  readonly telling?: number;
  /** Links of a member to its community, the best members more often, … */
  readonly own?: number;
  /** … and to others. */
  readonly others?: number;
  readonly hostOf: (page: number) => string;
  /** Pages that each page of a host links to, in its menu. */
  readonly menuOf: (page: number) => readonly number[];
  /** Links of a page in menus, in addition to those of any other. */
  readonly portalLinks: number;
}

/** Shape of a web, beyond its hosts and menus. */
type Community = Omit<Shape, 'name' | 'hostOf' | 'menuOf' | 'portalLinks'>;

/** More than a crawl of 500 pages can read. */
const LARGE = 600;

/** One domain with a menu of 30 portals on every page, each of them a dense list of pages of all topics. */
export const wikiLike = (pages: number, seed: number, community: Community = {}): TopicalWeb =>
  topicalWeb(pages, seed, {
    ...community,
    name: 'wiki',
    hostOf: () => 'wiki.test',
    menuOf: () => Array.from({ length: 30 }, (_, at) => at),
    portalLinks: 150,
  });

/** Hosts of forty pages each, with menus of their own; topics lie across them. */
export const manyDomains = (pages: number, seed: number, community: Community = {}): TopicalWeb => {
  const hosts = Math.ceil(pages / 40);
  return topicalWeb(pages, seed, {
    ...community,
    name: 'domains',
    hostOf: (page) => `d${page % hosts}.region.test`,
    menuOf: (page) => [0, 1, 2, 3].map((at) => (page % hosts) + at * hosts).filter((target) => target < pages),
    portalLinks: 10,
  });
};

/** One site without a menu: its home page leads to lists of all topics. */
const plainSite = (pages: number, seed: number, community: Community): TopicalWeb =>
  topicalWeb(pages, seed, {
    ...community,
    name: 'plain',
    hostOf: () => 'plain.test',
    menuOf: () => [0],
    portalLinks: 150,
  });

/** Webs for comparing crawls of communities, by their shapes. */
export const topicalShapes: ReadonlyMap<string, (pages: number, seed: number) => TopicalWeb> = new Map([
  ['one domain', (pages, seed) => wikiLike(pages, seed)],
  ['many hosts', (pages, seed) => manyDomains(pages, seed)],
  ['one domain, large', (pages, seed) => wikiLike(pages, seed, { community: LARGE })],
  ['many hosts, large', (pages, seed) => manyDomains(pages, seed, { community: LARGE })],
  ['one domain, few words', (pages, seed) => wikiLike(pages, seed, { community: LARGE, telling: 0.1 })],
  ['many hosts, few words', (pages, seed) => manyDomains(pages, seed, { community: LARGE, telling: 0.1 })],
  ['many hosts, loose', (pages, seed) => manyDomains(pages, seed, { community: LARGE, own: 3, others: 6 })],
  ['plain', (pages, seed) => plainSite(pages, seed, { community: LARGE, own: 4, others: 4, telling: 0.3 })],
]);

const wordsOf = (community: number): string[] =>
  Array.from({ length: WORDS }, (_, at) => `${letters(community)}${letters(at)}ing`);

/** A number in letters: words with digits are ignored. */
const letters = (number: number): string =>
  [...`${number}`.padStart(3, '0')].map((digit) => 'bcdfghklmn'[Number(digit)]).join('o');

/** The topic that is searched for: the words of its community. */
export const searchedTopic: TopicDefinition = {
  name: 'searched',
  languages: ['en'],
  keywords: wordsOf(0).map((term) => ({ term, weight: 1 })),
  targets: { types: [], read: false },
};

/** The first pages are those of menus; then come communities, the searched one first, each in a row. */
function topicalWeb(pages: number, seed: number, shape: Shape): TopicalWeb {
  const {
    name,
    hostOf,
    menuOf,
    portalLinks,
    community: size = 120,
    telling = 0.5,
    own: inside = 8,
    others: outside = 3,
  } = shape;
  const lists = Math.round(size / LIST);
  const random = createRandom(`topical web ${name} ${seed}`);
  const menu = new Set(Array.from({ length: pages }, (_, page) => menuOf(page)).flat());
  const first = Math.max(...menu) + 1;
  const communities = Math.floor((pages - first) / size);
  const member = (community: number, at: number) => first + community * size + at;
  const url = (page: number) => `http://${hostOf(page)}/p${page}`;
  const anyMember = (from: Random) => member(from.below(communities), from.below(size));

  const linksOf = (page: number): number[] => {
    if (menu.has(page)) return Array.from({ length: portalLinks }, () => anyMember(random));
    const at = (page - first) % size;
    const community = Math.floor((page - first) / size);
    const own = Array.from({ length: size }, (_, other) => member(Math.min(community, communities - 1), other));
    const others = Array.from({ length: outside }, () => anyMember(random));
    if (at < lists) return [...random.sample(own, 30), ...others];
    return [...Array.from({ length: inside }, () => random.pickEarly(own)), ...others];
  };
  // Drawn from separate random numbers: the links are independent of their texts.
  const speech = createRandom(`texts ${name} ${seed}`);
  const says = (page: number) => {
    const isTold = page >= first && page < first + communities * size && speech.chance(telling);
    return isTold ? speech.sample(wordsOf(Math.floor((page - first) / size)), SAID).join(' ') : '';
  };
  const tables = new RecordedTables();
  const visit = (address: string, title: string, targets: readonly number[]): RecordedSite['visits'][number] => {
    const links = targets.map((target) => ({
      ...{ url: url(target), anchor: `page ${target} ${says(target)}`.trim(), context: '' },
      ...{ rel: '', element: 'a', tagPath: 'html body a' },
    }));
    return {
      ...{ url: address, landed: address, level: null, outcome: 'page', reason: '', httpStatus: 200 },
      ...{ contentType: 'text/html', title, milliseconds: 10, links: tables.addLinks(links) },
    };
  };
  const search = `http://${hostOf(0)}/search?q=topic`;
  const results = [
    ...random.sample(
      Array.from({ length: size }, (_, at) => member(0, at)),
      RESULTS - STRAY,
    ),
    ...Array.from({ length: STRAY }, () => member(1 + random.below(communities - 1), random.below(size))),
  ];
  const visits = [
    visit(search, '', results),
    ...Array.from({ length: pages }, (_, page) => visit(url(page), says(page), [...menuOf(page), ...linksOf(page)])),
  ];
  const site = { name, shortName: name, url: search, kind: 'other', scope: 'domain' } as const;
  const identity = { foldCase: false, ignored: new Set<never>() };
  return {
    world: new RecordedWorld(name, identity, tables, [{ site, visits }]),
    relevant: new Set(Array.from({ length: size }, (_, at) => url(member(0, at)))),
    pages,
  };
}
