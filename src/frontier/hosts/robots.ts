import { percentEncode } from '../../url/parse.ts';

/** Rules of a robots.txt (RFC 9309) for our product token. */
export interface RobotsRules {
  /** Tells whether a URL may be visited (§2.2.2): the longest matching pattern decides; `allow` wins a tie. */
  allows(url: URL): boolean;
  /** Values of the `Sitemap` lines, as written; independent of groups (§2.2.4). */
  readonly sitemaps: readonly string[];
  /** Forbidden paths, as written, without patterns (`*`, `$`) and without the whole site (`/`). */
  readonly forbidden: readonly string[];
  /** Seconds between two requests, from `Crawl-delay`; not in the RFC, but widely used. */
  readonly crawlDelay: number | undefined;
}

/** Our product token (§2.2.1): the part before the slash in our user agent. */
const PRODUCT_TOKEN = 'forager';

/** Most octets to parse (§2.5); the rest is ignored, including an incomplete last line. */
export const MOST_OCTETS = 500 * 1024;

/** Matches the star alone, as in Google's parser: a star with text directly after it is a name. */
const EVERYONE = /^\*(?:\s|$)/;

/** Beginnings of keys, with the misspellings that Google's parser accepts. */
const KEYS = [
  ['user-agent', /^(?:user-agent|useragent|user agent)/],
  ['disallow', /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/],
  ['allow', /^allow/],
  ['sitemap', /^(?:sitemap|site-map)/],
  ['crawl-delay', /^crawl-delay$/],
] as const;

/** Path without wildcards. */
const IS_PATH = /^\/[^*$\s]+$/;
/** Most forbidden paths in the list. */
const MOST_FORBIDDEN = 1000;

interface Rule {
  readonly isAllowed: boolean;
  /** Octets of the pattern: the longer pattern wins. */
  readonly length: number;
  /** Texts between the stars, in order. */
  readonly parts: readonly string[];
  /** Octets of all parts: a shorter path can't match. */
  readonly least: number;
  /** True if the pattern ends with `$`: the last part must end the path. */
  readonly isAnchored: boolean;
}

interface Group {
  readonly rules: Rule[];
  readonly forbidden: Set<string>;
  crawlDelay: number | undefined;
}

export function parseRobots(text: string): RobotsRules {
  const ours: Group = { rules: [], forbidden: new Set(), crawlDelay: undefined };
  const everyones: Group = { rules: [], forbidden: new Set(), crawlDelay: undefined };
  const sitemaps: string[] = [];
  let isNamed = false;
  /** Groups of the next lines; several user agents in a row share their lines. */
  const current = new Set<Group>();
  let isInAgents = false;
  for (const [key, value] of records(wholeLines(text))) {
    if (key === 'user-agent') {
      if (!isInAgents) current.clear();
      isInAgents = true;
      if (EVERYONE.test(value)) current.add(everyones);
      else if (/^[a-z_-]*/i.exec(value)?.[0].toLowerCase() === PRODUCT_TOKEN) {
        current.add(ours);
        isNamed = true;
      }
    } else if (key === 'allow' || key === 'disallow') {
      isInAgents = false;
      if (value === '') continue;
      for (const { rules, forbidden } of current) {
        rules.push(rule(value, key === 'allow'));
        if (key === 'disallow' && IS_PATH.test(value) && forbidden.size < MOST_FORBIDDEN) forbidden.add(value);
      }
    } else if (key === 'sitemap') {
      if (value !== '') sitemaps.push(value);
    } else if (key === 'crawl-delay') {
      const seconds = Number(value);
      if (value !== '' && seconds >= 0) for (const group of current) group.crawlDelay ??= seconds;
    }
  }
  const { rules, forbidden, crawlDelay } = isNamed ? ours : everyones;
  // Sorts by priority, as the first matching rule decides.
  rules.sort((a, b) => b.length - a.length || Number(b.isAllowed) - Number(a.isAllowed));
  return {
    sitemaps,
    forbidden: [...forbidden],
    crawlDelay,
    allows(url) {
      if (url.pathname === '/robots.txt') return true;
      const path = comparable(sentPath(url)).replace(/[*$]/g, escapeOctet);
      return rules.find((candidate) => matches(candidate, path))?.isAllowed ?? true;
    },
  };
}

/** Returns path and query as sent: an empty query keeps its question mark. */
function sentPath({ href, protocol }: URL): string {
  const [sent = ''] = href.split('#', 1);
  return sent.slice(sent.indexOf('/', protocol.length + 2));
}

/** Returns the text to parse: the complete lines of a file that is too long. */
function wholeLines(text: string): string {
  if (text.length <= MOST_OCTETS) return text;
  const kept = text.slice(0, MOST_OCTETS + 1);
  return kept.slice(0, Math.max(kept.lastIndexOf('\n'), kept.lastIndexOf('\r')) + 1);
}

/** Yields key and value of each line with both, without comments and white space (§2.2). */
function* records(text: string): Generator<readonly [(typeof KEYS)[number][0], string]> {
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const comment = line.indexOf('#');
    const content = (comment < 0 ? line : line.slice(0, comment)).trim();
    // Accepts white space between two words for a missing colon.
    const [, written, value] = /^([^:]+):(.*)$/s.exec(content) ?? /^([^:\s]+)\s+(\S+)$/.exec(content) ?? [];
    const key = KEYS.find(([, beginning]) => beginning.test(written?.trim().toLowerCase() ?? ''))?.[0];
    if (key !== undefined) yield [key, value?.trim() ?? ''];
  }
}

function rule(pattern: string, isAllowed: boolean): Rule {
  const isAnchored = pattern.endsWith('$');
  const octets = comparable(pattern);
  const parts = (isAnchored ? octets.slice(0, -1) : octets).replaceAll('$', '%24').split('*');
  let least = 0;
  for (const part of parts) least += part.length;
  return { isAllowed, length: octets.length, parts, least, isAnchored };
}

/**
 * Tells whether the pattern matches from the start of the path (§2.2.3). Searches each part once, after the previous
 * one, so that the time is linear in the length of the path.
 */
function matches({ parts, least, isAnchored }: Rule, path: string): boolean {
  if (least > path.length) return false;
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  const last = isAnchored ? rest.pop() : undefined;
  if (isAnchored && last === undefined) return path.length === first.length;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return last === undefined || (path.endsWith(last) && path.length - last.length >= at);
}

/**
 * Returns a path or pattern in comparable form (§2.2.2): octets that are not allowed in every part of a URL are
 * percent-encoded, escapes are in upper case, unreserved characters are not escaped.
 */
function comparable(text: string): string {
  const unescaped = text.includes('%') ? text.replace(/%[0-9a-f]{2}/gi, unescapeUnreserved) : text;
  return percentEncode(unescaped, 'somewhere');
}

const escapeOctet = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

function unescapeUnreserved(escaped: string): string {
  const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16));
  return /[\w.~-]/.test(character) ? character : escaped.toUpperCase();
}
