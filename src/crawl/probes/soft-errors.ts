import { setCapped } from '../../domain/capped-map.ts';
import { GiveUpVisit, RetryVisit } from '../../domain/errors.ts';
import { type Captured, type CapturedPage, WRITTEN_BY_SCRIPTS } from '../../domain/page.ts';
import type { SiteId } from '../../domain/site.ts';
import { keyHash } from '../../url/normalise.ts';
import { saysMissing } from '../../url/not-found-texts.ts';
import { decoded, parseUrl } from '../../url/parse.ts';

/** Number of equal pages of a site before a made-up address is requested, unless a page says "not found". */
const ALIKE = 2;
/** Minimum number of letters for a page to be compared, unless the page says "not found". */
const FEW_LETTERS = 12;
/** Maximum number of links, and of characters of text and links, in an error page. */
const MOST_LINKS = 1000;
const MOST_CHARACTERS = 50_000;
/** Maximum number of letter-only identifiers in an error page, and their minimum length. */
const MOST_IDENTIFIERS = 3;
const IDENTIFIER_LETTERS = 4;
/** Maximum number of remembered looks per site, and of sites. */
const MOST_LOOKS = 1000;
const MOST_SITES = 1000;

/** Content of a page: title, text and links as written, since relative links lead elsewhere from each address. */
interface Shown {
  readonly url: string;
  readonly text: string;
}

interface Known {
  /** Content of the start page. */
  start?: Shown | undefined;
  /** Number of pages with each look, by hash. */
  readonly alike: Map<number, number>;
  /** Content of a made-up address; missing until requested, undefined if it is no error page. */
  error?: Promise<Shown | undefined>;
}

/** Detects error pages with status 200. */
export class SoftErrors {
  readonly #sites = new Map<SiteId, Known>();

  /**
   * Stores the content of a site's start page. A server that sends the start page for all addresses has no error page.
   */
  begin(page: CapturedPage, site: SiteId): void {
    this.#knownOf(site).start = shownBy(page);
  }

  /**
   * Tells whether a page is its site's error page. After a "not found" text or two equal pages, a made-up address
   * beside the page is requested, once a site.
   *
   * @param ask requests the made-up address; returns undefined if forbidden
   */
  async isOne(page: CapturedPage, site: SiteId, ask: (url: URL) => Promise<Captured | undefined>): Promise<boolean> {
    const shown = shownBy(page);
    const isSaidMissing = saysMissing([page.title, ...page.text]);
    if (!shown || (!isSaidMissing && mayBeShell(page))) return false;
    const known = this.#knownOf(site);
    if (!known.error && !isSaidMissing) {
      const hash = keyHash(withoutAddress(shown));
      const alike = (known.alike.get(hash) ?? 0) + 1;
      known.alike.delete(hash);
      setCapped(known.alike, hash, alike, MOST_LOOKS);
      if (alike < ALIKE) return false;
    }
    known.error ??= errorPage(known, parseUrl('no-such-page', page.url), ask);
    const error = await known.error;
    if (!error) return false;
    return isSaidMissing ? lookAlike(shown, error) : withoutAddress(shown) === withoutAddress(error);
  }

  #knownOf(site: SiteId): Known {
    const known: Known = this.#sites.get(site) ?? { alike: new Map() };
    setCapped(this.#sites, site, known, MOST_SITES);
    return known;
  }
}

async function errorPage(
  { start }: Known,
  url: URL | undefined,
  ask: (url: URL) => Promise<Captured | undefined>,
): Promise<Shown | undefined> {
  if (!url) return undefined;
  try {
    const captured = await ask(url);
    const isThere = captured?.kind === 'page' && captured.url === url.href;
    const shown = isThere ? shownBy(captured) : undefined;
    return shown && start && lookAlike(shown, start) ? undefined : shown;
  } catch (error) {
    if (error instanceof GiveUpVisit || error instanceof RetryVisit) return undefined;
    throw error;
  }
}

/** Returns the content to compare; undefined if too large for an error page. */
function shownBy({ url, title, text, links }: CapturedPage): Shown | undefined {
  if (links.length > MOST_LINKS) return undefined;
  // Scripts request only resources that are not loaded yet.
  const ways = links.filter(({ technique }) => technique === 'dom').map(({ raw }) => decoded(raw));
  const all = [title, ...text, ...ways].join('\n');
  return all.length > MOST_CHARACTERS ? undefined : { url, text: all };
}

/** Tells whether the page may be an application that has not drawn its content yet. All pages look the same then. */
function mayBeShell({ text, links, limits }: CapturedPage): boolean {
  const leads = links.some(({ role }) => role === 'link');
  return !leads || text.join('').replace(/[^\p{L}]/gu, '').length < FEW_LETTERS || limits.includes(WRITTEN_BY_SCRIPTS);
}

/** Returns the content of a page without the page's own address. */
function withoutAddress({ url, text }: Shown): string {
  const { pathname, search } = new URL(url);
  const names = [pathname + search, pathname].map(decoded).filter((name) => name !== '/');
  return names.reduce((left, name) => left.replaceAll(name, ' '), text);
}

/** Tells whether pages differ only in words of their addresses, numbers, times and identifiers. */
export function lookAlike(one: Shown, other: Shown): boolean {
  const names = new Set([...namesIn(one.url), ...namesIn(other.url)]);
  const [words, others] = [wordsOf(one, names), wordsOf(other, names)];
  if (words.length !== others.length) return false;
  const changed = new Set<string>();
  for (const [at, word] of words.entries()) {
    const second = others[at] ?? '';
    if (word === second || (/\p{N}/u.test(word) && /\p{N}/u.test(second))) continue;
    if (word.length !== second.length || word.length < IDENTIFIER_LETTERS) return false;
    if (changed.add(word).size > MOST_IDENTIFIERS) return false;
  }
  return true;
}

/** Pattern of words, numbers, times and identifiers. */
const WORDS = /[\p{L}\p{N}](?:[_-]?[\p{L}\p{N}]|[.,:]\p{N})*/gu;

const wordsOf = ({ text }: Shown, names: ReadonlySet<string>): readonly string[] =>
  (text.toLowerCase().match(WORDS) ?? []).filter((word) => !names.has(word));

/** Returns the words of an address, joined and separate. */
function namesIn(url: string): ReadonlySet<string> {
  const joined = decoded(url).toLowerCase().match(WORDS) ?? [];
  return new Set([...joined, ...joined.flatMap((word) => word.split(/[-_]/))]);
}
