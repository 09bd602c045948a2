import { parseUrl } from './parse.ts';

/** Least length of a page's name that stands in another address by no accident, in characters. */
const TELLING = 4;
/** Least length of a path whose parts are joined by other signs, in characters. */
const TELLING_JOINED = 10;
/** What may hold an address in Base64, by its characters, also those of addresses; and the longest of it that is read. */
const ENCODED = /[\w+-]{12,2000}/g;

/**
 * Whether a link is made from the address of the page that it stands on, as those are that share, edit or report the
 * page, or show its source: each page of a site has another, and none leads to anything new.
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
  // One path has many pages then.
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
  // The same path on another host is that host's own: many sites have an /en/about.
  if (segments.length > 1)
    return !text.startsWith(path) && (holds(text, name.slice(1)) || isJoinedIn(text, [name, path]));
  const [only = ''] = segments;
  return only !== '' && isNamedIn(text, only);
}

/** A manual's path within one language and version: its sources know neither. */
function withoutVersion(segments: readonly string[]): readonly string[] {
  const [first = '', second = ''] = segments;
  const isLanguage = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/.test(first);
  const isVersion = /^(?:latest|stable|main|master|v?\d+(?:\.\w+)*)$/.test(isLanguage ? second : first);
  return isVersion ? segments.slice(isLanguage ? 2 : 1) : segments;
}

/** Whether a text stands in another as a whole part of it. */
function holds(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before = '', behind = ''] = [text[at - 1], text[at + part.length]];
    if (!/[\p{L}\p{N}-]/u.test(before) && !/[\p{L}\p{N}-]/u.test(behind)) return true;
  }
  return false;
}

/** What stands in paths of pages that show, edit or report the source of another. */
const OF_SOURCES = /\/(?:blame|blob|commits?|edit|history|raw|report|share|source|src|tree)\//;

/** Whether it is the value of a parameter, or the file at the end of a path that leads to sources; what is short only as a path from the root, or as a file. */
function isNamedIn(text: string, name: string): boolean {
  const { segments, path, values } = partsOf(text);
  const isTelling = name.length >= TELLING;
  const last = segments.at(-1) ?? '';
  const isLast = /\.\w{2,5}$/.test(last) ? last.replace(/\.\w+$/, '') === name : isTelling && last === name;
  return (isLast && OF_SOURCES.test(path)) || values.some((one) => one === `/${name}` || (isTelling && one === name));
}

/** Whether a path is a part of the address or the value of a parameter, with other signs between its own parts. */
function isJoinedIn(text: string, paths: readonly string[]): boolean {
  const { segments, values } = partsOf(text);
  const joined = (one: string) => one.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  const told = paths.map(joined).filter((one) => one.length >= TELLING_JOINED);
  return [...segments, ...values].some((one) => told.includes(joined(one)));
}

function partsOf(text: string) {
  const [path = '', query = ''] = text.split('?', 2);
  return {
    path,
    segments: path.split('/').filter((segment) => segment !== ''),
    values: query.split('&').map((one) => one.split('=')[1] ?? ''),
  };
}

/** What parts of an address stand for in Base64, where that is an address. */
const encodedIn = ({ pathname, search }: URL): string[] =>
  [...`${pathname} ${search}`.matchAll(ENCODED)]
    .map(([part]) => Buffer.from(part, 'base64').toString('latin1').toLowerCase())
    .filter((text) => /^https?:\/\//.test(text));

/** Escapes undone, also those of escapes; what is no escape of UTF-8 stays as it is. */
const unescaped = (text: string): string => once(once(text));

const once = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
