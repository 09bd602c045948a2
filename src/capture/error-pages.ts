import { setCapped } from '../domain/capped-map.ts';
import type { FoundLink } from '../domain/link.ts';
import { decoded } from '../url/parse.ts';

/** Origins whose error pages are remembered. */
const MOST_ORIGINS = 1000;

/**
 * Look of a page for comparison with the site's error page: texts and links without digits and without the page's
 * address.
 */
export type PageLook = ReadonlySet<string>;

/** Visible content of a page: address, text by blocks, and links. */
interface Shown {
  readonly url: string;
  readonly text: readonly string[];
  readonly links: readonly FoundLink[];
}

/**
 * Returns the look of a page. @param source markup as received: only content added by scripts counts; empty: all counts
 */
export function lookOf({ url, text, links }: Shown, source = ''): PageLook {
  const own = ownNames(url);
  const markup = withoutScripts(source.slice(0, LONGEST_MARKUP));
  const written = lettersOf(markup.replace(/<[^<>]*>?/g, ' '), own);
  const blocks = text.map((block) => lettersOf(block, own)).filter((block) => block !== '' && !written.includes(block));
  const said = new Set(Array.from(markup.matchAll(LINKING), ([, raw = '']) => raw.replaceAll('&amp;', '&')));
  const ways = links.filter(({ role, raw }) => role === 'link' && !said.has(raw));
  return new Set([...blocks, ...ways.map(({ url = '', raw }) => `to ${without(url || raw, own)}`)]);
}

/** Characters of markup that are examined. */
const LONGEST_MARKUP = 1_000_000;
const LINKING = /\b(?:href|src|action)\s*=\s*["']?([^\s"'>]+)/gi;

/** Removes scripts in one pass, however many have no end. */
const withoutScripts = (markup: string): string =>
  markup
    .split(/<script\b/i)
    .map((part, at) => (at === 0 ? part : part.replace(/^[\s\S]*?(?:<\/script\b|$)/i, '')))
    .join(' ');

/** Counts the parts of a page that another page does not show. */
export const beyond = (look: PageLook, other: PageLook): number => [...look].filter((one) => !other.has(one)).length;

/** Returns an address that no site has, to fetch the error page. */
const madeUp = (origin: string, which: 'first' | 'second'): string => `${origin}/no-such-page-${which}`;

/** Look of an origin's error page, and the variation between two error pages, which is measured on demand. */
interface Plain {
  readonly look: PageLook;
  varies?: Promise<number | undefined>;
}

/**
 * Distinguishes applications that a server sends with status 404 from error pages, by comparison with made-up
 * addresses.
 */
export class ErrorPages {
  readonly #known = new Map<string, Promise<Plain | undefined>>();

  /**
   * Tells whether a page is no more than its site's error page. Returns true if unknown.
   *
   * @param read returns the look of a made-up address of the origin; undefined if the request failed
   */
  async isOne(look: PageLook, origin: string, read: (url: string) => Promise<PageLook | undefined>): Promise<boolean> {
    const plain = await this.#plainOf(origin, read);
    const more = plain === undefined ? 0 : beyond(look, plain.look);
    if (plain === undefined || more === 0) return true;
    plain.varies ??= read(madeUp(origin, 'second')).then((second) => second && beyond(second, plain.look));
    return more <= ((await plain.varies) ?? more);
  }

  async #plainOf(origin: string, read: (url: string) => Promise<PageLook | undefined>): Promise<Plain | undefined> {
    const reading =
      this.#known.get(origin) ?? read(madeUp(origin, 'first')).then((look) => (look ? { look } : undefined));
    setCapped(this.#known, origin, reading, MOST_ORIGINS);
    const plain = await reading.catch(() => undefined);
    if (plain === undefined) this.#known.delete(origin);
    return plain;
  }
}

/** Returns the forms in which a page may contain its own address, longest first. */
function ownNames(url: string): readonly string[] {
  const { href, pathname, search } = new URL(url);
  const names = [href, pathname + search, pathname, pathname.slice(1)].filter((name) => name.length > 1);
  return [...names.map(encodeURIComponent), ...names, ...names.map(decoded)].map((name) => name.toLowerCase());
}

function without(text: string, own: readonly string[]): string {
  return own.reduce((left, name) => left.replaceAll(name, '*'), text.toLowerCase());
}

const lettersOf = (text: string, own: readonly string[]): string => without(text, own).replace(/[^\p{L}]/gu, '');
