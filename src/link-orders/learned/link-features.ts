import type { LinkId, LinkView } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
import { patternOf } from '../../url/page-pattern.ts';
import { decoded } from '../../url/parse.ts';

/** A link, as it is learned from. */
export interface Candidate {
  readonly site: SiteId;
  readonly url: URL;
  readonly level: number;
  readonly anchor: string;
  readonly tagPath: string;
  /** From 0; undefined where it is not known. */
  readonly place: number | undefined;
  /** The page that it was found on; undefined for a start page. */
  readonly page: FoundOn | undefined;
  /** Undefined without a topic. */
  readonly likeness?: Likenesses | undefined;
}

/** How near a link is to a topic, each in [0, 1]. */
interface Likenesses {
  readonly text: number;
  /** Of the title of the page that it was found on. */
  readonly title: number;
  /** How clearly its text names lists of documents; undefined where the topic looks for none. */
  readonly documents: number | undefined;
}

/** The page that a link was found on. */
interface FoundOn {
  readonly id: LinkId;
  /** Pattern of its address. */
  readonly pattern: string;
  readonly level: number;
  readonly reward: number;
  readonly newExternal: number;
  /** Distinct internal links that it has. */
  readonly internal: number;
  /** How near to the topic it is, in [0, 1]; undefined without a topic. */
  readonly relevance?: number | undefined;
}

/**
 * Groups that a link is in, each with the place in this list of the coarser one that it is drawn to. What links of a
 * group brought is what its next one may be expected to bring.
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

/** Places in `GROUPS` of those whose waiting links are told of each other's visits, the smallest first. */
export const NEAR = [13, 12, 11, 17, 8, 5] as const;

/** Places in `GROUPS`: of all links, of a link's site, of its section, of the last segment of its address. */
export const ALL = 0;
export const SITE = 1;
export const SECTION = 7;
export const SEGMENT = 16;

/** Most words of an anchor, and of an address, that count. */
const MOST_WORDS = 6;
const ANCHOR_WORDS = GROUPS.length;
const URL_WORDS = ANCHOR_WORDS + MOST_WORDS;
const CLASSES = URL_WORDS + MOST_WORDS;
/** What is told as a number to the trees, and in classes to the regression. */
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

/** Numbers of a link: its groups, its words (-1: there is none), the classes of its measures, its measures. */
export const FEATURES = MEASURE + MEASURES.length;
/** How many of them are numbers of what it has in common with others. */
export const TOKENS = MEASURE;

/** Features are numbered below this, a power of two; two that fall together are taken for one. */
export const BUCKETS = 2 ** 20;

/** Number of what is not there. */
export const NONE = -1;
/** A measure that no link of the crawl has. */
const ABSENT = -2;
/** Likeness is small: keywords are a small part of most texts. */
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

/** What is learned of a link. `FEATURES` numbers; tokens first, then measures. */
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

/** Features of the last segments of folders' own pages, which end alike on most sites. */
export const INDEX_PAGES: ReadonlySet<number> = new Set(
  [
    '',
    ...['index', 'default', 'home', 'welcome'].flatMap((name) =>
      ['htm', 'html', 'shtml', 'php', 'asp', 'aspx', 'jsp'].map((ending) => `${name}.${ending}`),
    ),
  ].map((last) => tokenOf(SEGMENT, last)),
);

/** A measure of a link, by its name; below 0 where the link has it not. */
export const measureOf = (features: Float32Array, measure: (typeof MEASURES)[number]): number =>
  features[MEASURE + MEASURES.indexOf(measure)] ?? NONE;

/** What an expectation is made of: a feature, by its place among the features of a link, or all words of its text or its address. */
export type Feature = number | 'anchorWords' | 'urlWords';

/** The place of the class of a measure. */
export const classAt = (measure: number): number => CLASSES + measure;

/** What a feature of this link is, in words. */
export function featureName(at: Feature, { anchor, url }: Pick<LinkView, 'anchor' | 'url'>): string {
  const { anchorWords, urlWords } = SECTIONS;
  if (at === 'anchorWords') return 'the words of its text';
  if (at === 'urlWords') return 'the words of its address';
  if (at < anchorWords.from) return GROUPS[at]?.name ?? '';
  if (at < anchorWords.to) return `the word "${wordsOf(anchor)[at - anchorWords.from]}" in its text`;
  if (at < urlWords.to) return `the word "${urlWordsOf(url)[at - urlWords.from]}" in its address`;
  return MEASURES[at - CLASSES] ?? '';
}

/** Words of two letters and more, numbers as `0`; each once. */
export const wordsOf = (text: string): string[] => {
  const words = new Set<string>();
  for (const word of text.toLowerCase().match(/\p{L}{2,}|\d+/gu) ?? []) {
    // Digits come before all letters.
    words.add(word < 'A' ? '0' : word);
    if (words.size === MOST_WORDS) break;
  }
  return [...words];
};

/** Words of the last segment of an address and of its folder; each once. */
export const urlWordsOf = (url: string): string[] => wordsOfSegments(new URL(url).pathname.split('/').slice(1));

function wordsOfSegments(segments: readonly string[]): string[] {
  const [folder = '', last = ''] = segments.length < 2 ? ['', ...segments] : segments.slice(-2);
  const words = [...wordsOf(decoded(last)), ...wordsOf(decoded(folder))];
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/**
 * The number of a feature: FNV-1a of its name, begun anew for each kind, and mixed. The name is its parts with blanks
 * between them; they are not joined, as that takes longer than the rest.
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

/** Numbers in classes that grow by halves of a power of two. */
const classOf = (measure: number): number => (measure < 0 ? NONE : Math.round(2 * Math.log2(1 + measure)));

const numberless = (text: string): string => text.replace(/\d+/g, '0');
