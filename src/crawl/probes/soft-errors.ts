import { keep } from '../../domain/bounded.ts';
import { GiveUpVisit, RetryVisit } from '../../domain/errors.ts';
import { type Captured, type CapturedPage, WRITTEN_BY_SCRIPTS } from '../../domain/page.ts';
import type { SiteId } from '../../domain/site.ts';
import { keyHash } from '../../url/normalise.ts';
import { decoded, parseUrl } from '../../url/parse.ts';
import { saysMissing } from '../../url/says-missing.ts';

/** Pages of a site that look alike before a made-up address is asked, if none says that it is missing. */
const ALIKE = 2;
/** Letters of a page below which its look says nothing, unless it says that it is missing. */
const FEW_LETTERS = 12;
/** Links of a page, and characters of its text and links, above which it is no error page. */
const MOST_LINKS = 1000;
const MOST_CHARACTERS = 50_000;
/** Identifiers of letters alone in an error page, and letters of one. */
const MOST_IDENTIFIERS = 3;
const IDENTIFIER_LETTERS = 4;
/** Looks that are remembered of a site, and sites. */
const MOST_LOOKS = 1000;
const MOST_SITES = 1000;

/** What a page shows: its title, text and links, as written: relative links lead elsewhere from each address. */
interface Shown {
  readonly url: string;
  readonly text: string;
}

interface Known {
  /** What its start page shows. */
  start?: Shown | undefined;
  /** How many pages looked so, by the looks' hashes. */
  readonly alike: Map<number, number>;
  /** What a made-up address shows; missing until it is asked, undefined where that is no error page. */
  error?: Promise<Shown | undefined>;
}

/** Tells error pages that are sent with status 200. */
export class SoftErrors {
  readonly #sites = new Map<SiteId, Known>();

  /** Remembers what a site's start page shows: a server that answers all addresses so has no error page. */
  begin(page: CapturedPage, site: SiteId): void {
    this.#knownOf(site).start = shownBy(page);
  }

  /**
   * Whether a page is its site's error page. Once a page says that it is missing, or two of the site look alike, a made-up
   * address beside it is asked, once a site.
   *
   * @param ask asks the made-up address; undefined where it may not be asked
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
      keep(known.alike, hash, alike, MOST_LOOKS);
      if (alike < ALIKE) return false;
    }
    known.error ??= errorPage(known, parseUrl('no-such-page', page.url), ask);
    const error = await known.error;
    if (!error) return false;
    return isSaidMissing ? lookAlike(shown, error) : withoutAddress(shown) === withoutAddress(error);
  }

  #knownOf(site: SiteId): Known {
    const known: Known = this.#sites.get(site) ?? { alike: new Map() };
    keep(this.#sites, site, known, MOST_SITES);
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

/** What is compared of a page; undefined where that is more than an error page has. */
function shownBy({ url, title, text, links }: CapturedPage): Shown | undefined {
  if (links.length > MOST_LINKS) return undefined;
  // What scripts ask for depends on what is loaded already.
  const ways = links.filter(({ technique }) => technique === 'dom').map(({ raw }) => decoded(raw));
  const all = [title, ...text, ...ways].join('\n');
  return all.length > MOST_CHARACTERS ? undefined : { url, text: all };
}

/** Whether it may be an application that has not drawn its page: all of them look so then. */
function mayBeShell({ text, links, limits }: CapturedPage): boolean {
  const leads = links.some(({ role }) => role === 'link');
  return !leads || text.join('').replace(/[^\p{L}]/gu, '').length < FEW_LETTERS || limits.includes(WRITTEN_BY_SCRIPTS);
}

/** What a page shows, without its own address. */
function withoutAddress({ url, text }: Shown): string {
  const { pathname, search } = new URL(url);
  const names = [pathname + search, pathname].map(decoded).filter((name) => name !== '/');
  return names.reduce((left, name) => left.replaceAll(name, ' '), text);
}

/** Whether pages differ in no more than error pages do: words of their addresses, numbers, times and identifiers. */
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

/** Words, numbers, times and identifiers. */
const WORDS = /[\p{L}\p{N}](?:[_-]?[\p{L}\p{N}]|[.,:]\p{N})*/gu;

const wordsOf = ({ text }: Shown, names: ReadonlySet<string>): readonly string[] =>
  (text.toLowerCase().match(WORDS) ?? []).filter((word) => !names.has(word));

/** What a page may call its own address: all words of that, also where they are not joined. */
function namesIn(url: string): ReadonlySet<string> {
  const joined = decoded(url).toLowerCase().match(WORDS) ?? [];
  return new Set([...joined, ...joined.flatMap((word) => word.split(/[-_]/))]);
}
