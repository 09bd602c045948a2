import { percentEncode } from '../../url/parse.ts';

/** What a site's owner wants of us: robots.txt by RFC 9309, read for our product token. */
export interface RobotsRules {
  /** Whether the address may be visited (§2.2.2): the longest matching pattern decides, `allow` where two are equally long. */
  allows(url: URL): boolean;
  /** What its `Sitemap` lines name, as written; they stand outside of all groups (§2.2.4). */
  readonly sitemaps: readonly string[];
  /** Paths that are forbidden for us, as written: patterns that stand for many (`*`, `$`) and the whole site are not among them. */
  readonly forbidden: readonly string[];
  /** Seconds between two requests that `Crawl-delay` asks for; no part of the RFC, but much used. */
  readonly crawlDelay: number | undefined;
}

/** Our product token (§2.2.1): what stands before the slash in our user agent. */
const PRODUCT_TOKEN = 'forager';

/** Octets that are parsed at most (§2.5); what follows is as if it were not there, also the rest of a line. */
export const MOST_OCTETS = 500 * 1024;

/** Everyone is the star alone, as in Google's parser: what stands directly behind it makes it a name. */
const EVERYONE = /^\*(?:\s|$)/;

/** Keys by their beginning, with the misspellings that Google's parser takes for them. */
const KEYS = [
  ['user-agent', /^(?:user-agent|useragent|user agent)/],
  ['disallow', /^(?:disallow|dissallow|dissalow|disalow|diasllow|disallaw)/],
  ['allow', /^allow/],
  ['sitemap', /^(?:sitemap|site-map)/],
  ['crawl-delay', /^crawl-delay$/],
] as const;

/** A path that stands for itself, not for many. */
const IS_PATH = /^\/[^*$\s]+$/;
/** Forbidden paths that are listed. */
const MOST_FORBIDDEN = 1000;

interface Rule {
  readonly isAllowed: boolean;
  /** Octets of the pattern: the longer one wins. */
  readonly length: number;
  /** What stands between the stars, in this order. */
  readonly parts: readonly string[];
  /** Octets of the parts: a shorter path can't match. */
  readonly least: number;
  /** Ends with `$`: the last part must end the path. */
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
  /** The groups that the lines to come belong to; several user agents in a row share theirs. */
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
  // The first that matches decides.
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

/** Path and query as they are sent: an empty query has its question mark, too. */
function sentPath({ href, protocol }: URL): string {
  const [sent = ''] = href.split('#', 1);
  return sent.slice(sent.indexOf('/', protocol.length + 2));
}

/** What is parsed of a file: of one that is too long the lines that are whole. */
function wholeLines(text: string): string {
  if (text.length <= MOST_OCTETS) return text;
  const kept = text.slice(0, MOST_OCTETS + 1);
  return kept.slice(0, Math.max(kept.lastIndexOf('\n'), kept.lastIndexOf('\r')) + 1);
}

/** Key and value of each line that has both; comments and white space taken off (§2.2). */
function* records(text: string): Generator<readonly [(typeof KEYS)[number][0], string]> {
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const comment = line.indexOf('#');
    const content = (comment < 0 ? line : line.slice(0, comment)).trim();
    // Where the colon was forgotten, white space stands for it between two words.
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
 * Whether the pattern matches from the path's begin (§2.2.3). Each part is looked for once, behind the one before, so
 * that no pattern takes longer than the path is long.
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
 * Text by which paths and patterns are compared (§2.2.2): octets that do not stand in every part of an address
 * percent-encoded, escapes in upper case, unreserved characters not escaped.
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
