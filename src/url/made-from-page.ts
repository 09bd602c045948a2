import { parseUrl } from './parse.ts';

/** Minimum length of a page's name that is unlikely to appear in another address by chance, in characters. */
const DISTINCT = 4;
/** Minimum length of a path with other separators, in characters. */
const DISTINCT_JOINED = 10;
/** Pattern of a possible Base64 text, the URL-safe form included, up to 2000 characters. */
const ENCODED = /[\w+-]{12,2000}/g;

/**
 * Tells whether a link is built from the address of the link's page, such as links to share, edit or report the page.
 * Each page of a site has another such link, and none leads to anything new.
 *
 * @param link absolute address
 * @param page absolute address
 */
export function isMadeFrom(link: string, page: string): boolean {
  const [to, own] = [parseUrl(link), parseUrl(page)];
  if (!to || !own) return false;
  const text = unescaped(to.href.slice(to.origin.length)).toLowerCase();
  const path = unescaped(own.pathname).toLowerCase().replace(/\/+$/, '');
  const query = unescaped(own.search).toLowerCase();
  const whole = unescaped(own.pathname).toLowerCase();
  if (holds(text, `${own.host}${path}${query}`) || holds(text, `${own.host}${whole}${query}`)) return true;
  if (
    encodedIn(to).some((one) => holds(one, `${own.host}${path}${query}`) || holds(one, `${own.host}${whole}${query}`))
  )
    return true;
  // With a query one path has many pages.
  if (query !== '') return false;
  const bare = path.replace(/\.\w{2,5}$/, '');
  const name = bare.replace(/\/(?:index|default)$/, '');
  if (name !== bare && name !== '' && OF_SOURCES.test(text) && holds(text, bare.slice(1))) return true;
  const segments = name.split('/').filter((segment) => segment !== '');
  const inner = withoutVersion(segments);
  if (inner.length < segments.length && OF_SOURCES.test(text)) {
    const [first = 'index', ...others] = inner;
    if (others.length > 0 ? holds(text, inner.join('/')) : isNamedIn(text, first)) return true;
  }
  // The same path on another host is a page of that host: many sites have an /en/about.
  if (segments.length > 1)
    return !text.startsWith(path) && (holds(text, name.slice(1)) || isJoinedIn(text, [name, path]));
  const [only = ''] = segments;
  return only !== '' && isNamedIn(text, only);
}

/** Returns the path of a manual's page without language and version, which are not part of source paths. */
function withoutVersion(segments: readonly string[]): readonly string[] {
  const [first = '', second = ''] = segments;
  const isLanguage = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/.test(first);
  const isVersion = /^(?:latest|stable|main|master|v?\d+(?:\.\w+)*)$/.test(isLanguage ? second : first);
  return isVersion ? segments.slice(isLanguage ? 2 : 1) : segments;
}

/** Tells whether a text contains another between word boundaries. */
function holds(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before = '', behind = ''] = [text[at - 1], text[at + part.length]];
    if (!/[\p{L}\p{N}-]/u.test(before) && !/[\p{L}\p{N}-]/u.test(behind)) return true;
  }
  return false;
}

/** Path segments of pages that show, edit or report the source of another page. */
const OF_SOURCES = /\/(?:blame|blob|commits?|edit|history|raw|report|share|source|src|tree)\//;

/**
 * Tells whether a name is a parameter's value, or the last part of a path to sources. Short names count only as a path
 * from the root or as a file name.
 */
function isNamedIn(text: string, name: string): boolean {
  const { segments, path, values } = partsOf(text);
  const isDistinct = name.length >= DISTINCT;
  const last = segments.at(-1) ?? '';
  const isLast = /\.\w{2,5}$/.test(last) ? last.replace(/\.\w+$/, '') === name : isDistinct && last === name;
  return (isLast && OF_SOURCES.test(path)) || values.some((one) => one === `/${name}` || (isDistinct && one === name));
}

/** Tells whether a path is a segment or a parameter's value, with other separators. */
function isJoinedIn(text: string, paths: readonly string[]): boolean {
  const { segments, values } = partsOf(text);
  const joined = (one: string) => one.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  const joinedPaths = paths.map(joined).filter((one) => one.length >= DISTINCT_JOINED);
  return [...segments, ...values].some((one) => joinedPaths.includes(joined(one)));
}

function partsOf(text: string) {
  const [path = '', query = ''] = text.split('?', 2);
  return {
    path,
    segments: path.split('/').filter((segment) => segment !== ''),
    values: query.split('&').map((one) => one.split('=')[1] ?? ''),
  };
}

/** Returns the addresses encoded in Base64 in parts of an address. */
const encodedIn = ({ pathname, search }: URL): string[] =>
  [...`${pathname} ${search}`.matchAll(ENCODED)]
    .map(([part]) => Buffer.from(part, 'base64').toString('latin1').toLowerCase())
    .filter((text) => /^https?:\/\//.test(text));

/** Decodes escapes, doubly escaped ones too. Keeps escapes that are not UTF-8. */
const unescaped = (text: string): string => once(once(text));

const once = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
