import type { LinkId, LinkView } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import { patternOf } from '../../url/page-pattern.ts';
import { decoded } from '../../url/parse.ts';

/** Link as input for learning. */
export interface Candidate {
  readonly site: SiteId;
  readonly url: URL;
  readonly level: number;
  readonly anchor: string;
  readonly tagPath: string;
  /** Position on its page, from 0; undefined if unknown. */
  readonly place: number | undefined;
  /** Page that the link was found on; undefined for a start page. */
  readonly page: FoundOn | undefined;
  /** Likenesses to the topic; undefined without a topic. */
  readonly likeness?: Likenesses | undefined;
}

/** Likenesses of a link to a topic, each in [0, 1]. */
interface Likenesses {
  readonly text: number;
  /** Likeness of the title of the page with the link. */
  readonly title: number;
  /** Degree to which the text names lists of documents; undefined if the topic does not look for documents. */
  readonly documents: number | undefined;
}

/** Page that a link was found on. */
interface FoundOn {
  readonly id: LinkId;
  /** Pattern of the page's address. */
  readonly pattern: string;
  readonly level: number;
  readonly reward: number;
  readonly newExternal: number;
  /** Number of distinct internal links on the page. */
  readonly internal: number;
  /** Relevance of the page to the topic, in [0, 1]; undefined without a topic. */
  readonly relevance?: number | undefined;
}

/**
 * Groups of a link. `within` is the index of the coarser group that a group's mean is drawn to. The value of a group's
 * visited links predicts that of the next.
 */
export const GROUPS = [
  { name: 'all links', within: undefined },
  { name: 'site', within: 0 },
  { name: 'tag path on any site', within: 0 },
  { name: 'ending', within: 0 },
  { name: 'level', within: 1 },
  { name: 'pattern of the address', within: 1 },
  { name: 'first folder', within: 1 },
  { name: 'first two folders', within: 6 },
  { name: 'folder', within: 7 },
  { name: 'tag path', within: 1 },
  { name: "pattern of its page's address", within: 1 },
  { name: "pattern of its page's address, tag path", within: 9 },
  { name: 'its page', within: 10 },
  { name: 'its page, tag path', within: 11 },
  { name: 'anchor', within: 1 },
  { name: 'anchor on any site', within: 0 },
  { name: 'last segment on any site', within: 0 },
  { name: 'pattern of the address, tag path', within: 5 },
] as const;

/** Indices in `GROUPS` of the groups whose waiting links are ranked again after a visit, smallest groups first. */
export const NEAR = [13, 12, 11, 17, 8, 5] as const;

/** Indices in `GROUPS`: all links, a link's site, its section, the last segment of its address. */
export const ALL = 0;
export const SITE = 1;
export const SECTION = 7;
export const SEGMENT = 16;

/** Most words of an anchor or an address that are used. */
const MOST_WORDS = 6;
const ANCHOR_WORDS = GROUPS.length;
const URL_WORDS = ANCHOR_WORDS + MOST_WORDS;
const CLASSES = URL_WORDS + MOST_WORDS;
/** Measures of a link: numbers for the trees, classes for the regression. */
export const MEASURES = [
  'level',
  'segments of the path',
  'place on its page',
  "its page's reward",
  'internal links of its page',
  'new external links of its page, of all its links',
  'parameters',
  'length of the anchor',
  'length of the last segment',
  'likeness of its text to the topic',
  "likeness of its page's title to the topic",
  "likeness of its page's text to the topic",
  'how clearly its text names lists of documents',
] as const;
const MEASURE = CLASSES + MEASURES.length;

/** Length of a feature vector: groups, words (-1: none), classes of measures, measures. */
export const FEATURES = MEASURE + MEASURES.length;
/** Number of features that are tokens, shared with other links. */
export const TOKENS = MEASURE;

/** Number of hash buckets, a power of two. Features with the same hash are one feature. */
export const BUCKETS = 2 ** 20;

/** Token of a missing feature. */
export const NONE = -1;
/** Value of a measure that no link of the crawl has. */
const ABSENT = -2;
/** Scale of likenesses, which are small: keywords are a small part of most texts. */
const HUNDREDTHS = 100;

export interface Section {
  readonly from: number;
  readonly to: number;
}
export const SECTIONS = {
  anchorWords: { from: ANCHOR_WORDS, to: URL_WORDS },
  urlWords: { from: URL_WORDS, to: CLASSES },
  measures: { from: MEASURE, to: FEATURES },
} as const;

/** Returns the features of a link: `FEATURES` numbers, first tokens, then measures. */
export function featuresOf({ site, url, level, anchor, tagPath, place, page, likeness }: Candidate): Float32Array {
  const { pathname, search, host } = url;
  const segments = pathname.split('/').slice(1);
  const last = decoded(segments.at(-1) ?? '').toLowerCase();
  const folders = segments.slice(0, -1);
  const pattern = patternOf(url);
  const pagePattern = page?.pattern ?? '';
  const ending = /\.([a-z\d]{1,8})$/.exec(last)?.[1] ?? (last === '' ? '/' : '');
  const text = numberless(anchor.toLowerCase()).trim();
  const own = `${site}`;
  const ofPage = `${page?.id}`;
  const groups = [
    tokenOf(0, ''),
    tokenOf(1, own),
    tokenOf(2, tagPath),
    tokenOf(3, ending),
    tokenOf(4, own, `${level}`),
    tokenOf(5, own, pattern),
    tokenOf(6, own, host, folders[0] ?? ''),
    tokenOf(7, own, host, folders.slice(0, 2).join('/')),
    tokenOf(8, own, host, folders.join('/')),
    tokenOf(9, own, tagPath),
    tokenOf(10, own, pagePattern),
    tokenOf(11, own, pagePattern, tagPath),
    tokenOf(12, ofPage),
    tokenOf(13, ofPage, tagPath),
    tokenOf(14, own, text),
    tokenOf(15, text),
    tokenOf(16, numberless(last)),
    tokenOf(17, own, pattern, tagPath),
  ];
  const measures = [
    level,
    segments.length,
    place ?? NONE,
    page === undefined ? NONE : Math.log1p(page.reward),
    page === undefined ? NONE : Math.log1p(page.internal),
    page === undefined ? NONE : page.newExternal / (1 + page.newExternal + page.internal),
    search.length > 1 ? search.split('&').length : 0,
    Math.min(60, anchor.length),
    Math.min(60, last.length),
    likeness === undefined ? ABSENT : HUNDREDTHS * likeness.text,
    likeness === undefined ? ABSENT : HUNDREDTHS * likeness.title,
    likeness === undefined ? ABSENT : HUNDREDTHS * (page?.relevance ?? 0),
    likeness?.documents ?? ABSENT,
  ];
  const features = new Float32Array(FEATURES).fill(NONE);
  features.set(groups);
  features.set(wordsOf(anchor).map(anchorWord), ANCHOR_WORDS);
  features.set(wordsOfSegments(segments).map(urlWord), URL_WORDS);
  measures.forEach((measure, at) => {
    if (measure === ABSENT) return;
    features[CLASSES + at] = tokenOf(CLASSES + at, `${classOf(measure)}`);
    features[MEASURE + at] = measure;
  });
  return features;
}

export const anchorWord = (word: string): number => tokenOf(ANCHOR_WORDS, word);
export const urlWord = (word: string): number => tokenOf(URL_WORDS, word);

/** Tokens of names of index pages, which are last segments on most sites. */
export const INDEX_PAGES: ReadonlySet<number> = new Set(
  [
    '',
    ...['index', 'default', 'home', 'welcome'].flatMap((name) =>
      ['htm', 'html', 'shtml', 'php', 'asp', 'aspx', 'jsp'].map((ending) => `${name}.${ending}`),
    ),
  ].map((last) => tokenOf(SEGMENT, last)),
);

/** Returns a measure of a link by name; negative if absent. */
export const measureOf = (features: Float32Array, measure: (typeof MEASURES)[number]): number =>
  features[MEASURE + MEASURES.indexOf(measure)] ?? NONE;

/** Part of an expectation: index of a feature, or all words of the text or of the address. */
export type Feature = number | 'anchorWords' | 'urlWords';

/** Returns the feature index of a measure's class. */
export const classAt = (measure: number): number => CLASSES + measure;

/** Returns a feature of this link in words. */
export function featureName(at: Feature, { anchor, url }: Pick<LinkView, 'anchor' | 'url'>): string {
  const { anchorWords, urlWords } = SECTIONS;
  if (at === 'anchorWords') return 'the words of its text';
  if (at === 'urlWords') return 'the words of its address';
  if (at < anchorWords.from) return GROUPS[at]?.name ?? '';
  if (at < anchorWords.to) return `the word "${wordsOf(anchor)[at - anchorWords.from]}" in its text`;
  if (at < urlWords.to) return `the word "${urlWordsOf(url)[at - urlWords.from]}" in its address`;
  return MEASURES[at - CLASSES] ?? '';
}

/** Returns distinct words of at least two letters; numbers become `0`. */
export const wordsOf = (text: string): string[] => {
  const words = new Set<string>();
  for (const word of text.toLowerCase().match(/\p{L}{2,}|\d+/gu) ?? []) {
    // Compares character codes: digits are before all letters.
    words.add(word < 'A' ? '0' : word);
    if (words.size === MOST_WORDS) break;
  }
  return [...words];
};

/** Returns distinct words of an address's last segment and of its folder. */
export const urlWordsOf = (url: string): string[] => wordsOfSegments(new URL(url).pathname.split('/').slice(1));

function wordsOfSegments(segments: readonly string[]): string[] {
  const [folder = '', last = ''] = segments.length < 2 ? ['', ...segments] : segments.slice(-2);
  const words = [...wordsOf(decoded(last)), ...wordsOf(decoded(folder))];
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/**
 * Returns a feature's token: FNV-1a hash of its parts, separated by blanks, with a seed per kind, then mixed. Avoids
 * joining the parts, which would take most of the time.
 */
function tokenOf(kind: number, first: string, second?: string, third?: string): number {
  let state = hashed(Math.imul(kind + 1, 0x9e3779b1), first);
  if (second !== undefined) state = hashed(hashed(state, ' '), second);
  if (third !== undefined) state = hashed(hashed(state, ' '), third);
  state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d);
  return (state ^ (state >>> 12)) & (BUCKETS - 1);
}

function hashed(before: number, text: string): number {
  let state = before;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return state;
}

/** Returns the class of a number; classes grow by half powers of two. */
const classOf = (measure: number): number => (measure < 0 ? NONE : Math.round(2 * Math.log2(1 + measure)));

const numberless = (text: string): string => text.replace(/\d+/g, '0');
