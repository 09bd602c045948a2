import { beyond } from '../../capture/error-pages.ts';
import { setCapped } from '../../domain/capped-map.ts';
import { GiveUpVisit, RetryVisit } from '../../domain/errors.ts';
import { type Captured, type CapturedPage, WRITTEN_BY_SCRIPTS } from '../../domain/page.ts';
import type { SiteId } from '../../domain/site.ts';
import { type Needless, type Parameter, parametersOf, withoutParameters } from '../../url/needless-parameters.ts';
import { keyHash } from '../../url/normalise.ts';
import { parseUrl } from '../../url/parse.ts';

/** Minimum number of links with a changing parameter before the parameter counts as a session's. */
const LEAST_LINKS = 2;
/** Divisor for hand-written fixed values: one of so many links with a session's parameter may keep its value. */
const FIXED = 4;
/** Addresses of one route that must show the same page before the route's parameter counts as a place in the page. */
const SECTIONS = 3;
/** Minimum number of letters for a page to be compared. */
const FEW_LETTERS = 12;
/** Minimum length of a value that is unlikely to appear in a text by chance. */
const LONG_VALUE = 4;
/** Maximum number of examined links per page, and of parameters per page. */
const MOST_LINKS = 1000;
const MOST_PARAMETERS = 8;
/** Maximum number of requested parameters per site, and of requests for a parameter with a changing value. */
const MOST_ASKED = 4;
const MOST_TIMES = 3;
/** Maximum number of remembered pages per site (the first are linked most), of links per page, and of sites. */
const MOST_PAGES = 200;
const MOST_REMEMBERED = 8;
const MOST_SITES = 1000;

interface Known {
  /** First captures of pages, by parameter and address without the parameter. */
  readonly pages: Map<string, { readonly url: string; readonly title: string; readonly links: readonly number[] }>;
  /** Number of requests for each parameter of queries and paths. */
  readonly asked: Map<Parameter, number>;
  /** Last captures of routes, by parameter and address without the parameter. */
  readonly routes: Map<string, { readonly url: string; readonly look: number; readonly alike: number }>;
  /** Parameters of routes with a known effect, or known to have none. */
  readonly judged: Set<Parameter>;
}

/** Fetches an address again; returns undefined if the address is forbidden. */
type Ask = (url: URL) => Promise<Captured | undefined>;

/** Learns which parameters of a site's addresses have no effect; see docs/identity.md. */
export class NeedlessParameters {
  readonly #sites = new Map<SiteId, Known>();

  /**
   * Returns a parameter that the page proves needless. Testing two pages that differ in nothing else takes two to four
   * requests.
   */
  async shownBy(page: CapturedPage, site: SiteId, ask: Ask): Promise<Needless | undefined> {
    const url = parseUrl(page.route ?? page.url);
    // Without scripts all pages of an application may look like its shell.
    if (!url || page.limits.includes(WRITTEN_BY_SCRIPTS)) return undefined;
    const links = linksOf(page, url);
    const names = [...new Set([...links.keys(), ...parametersOf(url).keys()])].slice(0, MOST_PARAMETERS);
    if (names.length === 0) return undefined;
    const known = this.#sites.get(site) ?? { pages: new Map(), asked: new Map(), routes: new Map(), judged: new Set() };
    setCapped<SiteId, Known>(this.#sites, site, known, MOST_SITES);
    for (const parameter of names) {
      if (parameter.startsWith('#')) {
        if (isSection(known, page, url, parameter)) return { kind: 'section', parameter };
        continue;
      }
      const carried = links.get(parameter);
      if (!carried || carried.size < LEAST_LINKS) continue;
      const other = similarAddress(known, { parameter, url, title: page.title, links: [...carried.keys()] });
      const times = known.asked.get(parameter) ?? 0;
      if (other === undefined || times >= MOST_TIMES || (times === 0 && known.asked.size >= MOST_ASKED)) continue;
      known.asked.set(parameter, MOST_TIMES);
      const found = await compare(parameter, page, url, other, ask);
      if (found === 'session') return { kind: 'session', parameter };
      // Other changes on the pages may have hidden the result, so the parameter gets another try.
      if (found === 'changes') known.asked.set(parameter, times + 1);
    }
    return undefined;
  }
}

/** Page with links that pass a parameter on. */
interface Passing {
  readonly parameter: Parameter;
  readonly url: URL;
  readonly title: string;
  /** Targets of the links with the parameter, without the parameter. */
  readonly links: readonly string[];
}

/** Returns an earlier address of a similar page that differs only in the parameter, if any. */
function similarAddress({ pages }: Known, { parameter, url, title, links }: Passing): string | undefined {
  const at = `${parameter} ${without(url, parameter)}`;
  const some = links
    .map(keyHash)
    .sort((a, b) => a - b)
    .slice(0, MOST_REMEMBERED);
  const before = pages.get(at);
  if (!before && pages.size < MOST_PAGES) pages.set(at, { url: url.href, title: lettersOf(title), links: some });
  if (!before || before.url === url.href || before.title !== lettersOf(title)) return undefined;
  const common = some.filter((one) => before.links.includes(one)).length;
  return 2 * common >= Math.max(some.length, before.links.length) ? before.url : undefined;
}

/** Tells whether a route's parameter names a place in the page: pages with different values look the same. */
function isSection({ routes, judged }: Known, { title, text }: CapturedPage, url: URL, parameter: Parameter): boolean {
  const shown = [title, ...text].join('\n');
  if (judged.has(parameter) || lettersOf(shown).length < FEW_LETTERS) return false;
  const look = keyHash(shown);
  const at = `${parameter} ${without(url, parameter)}`;
  const before = routes.get(at);
  if (before?.url === url.href) return false;
  const alike = before?.look === look ? before.alike + 1 : 1;
  if (before && alike === 1) {
    judged.add(parameter);
    return false;
  }
  routes.delete(at);
  setCapped(routes, at, { url: url.href, look, alike }, MOST_PAGES);
  if (alike < SECTIONS) return false;
  // A broken application shows the same page at all routes.
  const others = [...routes].filter(([key]) => key !== at && key.startsWith(`${parameter} `));
  const isProof = others.length === 0 || others.some(([, one]) => one.look !== look);
  if (isProof) judged.add(parameter);
  return isProof;
}

/**
 * Fetches a page again to find out if a parameter changes each time and has no effect on the page.
 *
 * @param other another address of the page that differs only in the parameter
 */
async function compare(
  parameter: Parameter,
  page: CapturedPage,
  url: URL,
  other: string,
  ask: Ask,
): Promise<'session' | 'changes' | undefined> {
  const plain = without(url, parameter);
  const read = async (address: string): Promise<CapturedPage | undefined> => {
    const asked = parseUrl(address);
    const captured = asked && (await askOnce(asked, ask));
    const landed = captured?.kind === 'page' ? parseUrl(captured.route ?? captured.url) : undefined;
    return captured?.kind === 'page' && landed && without(landed, parameter) === plain ? captured : undefined;
  };
  const again = await read(url.href);
  if (!again) return undefined;
  if (!changes(page, again, parameter)) {
    // A session may continue if its number is given. Without a number, a new session begins.
    const first = plain === url.href ? undefined : await read(plain);
    const second = first && (await read(plain));
    if (!first || !second || !changes(first, second, parameter)) return undefined;
  }
  const elsewhere = await read(other);
  return elsewhere && isSame(page, again, elsewhere, parameter) ? 'session' : 'changes';
}

async function askOnce(url: URL, ask: Ask): Promise<Captured | undefined> {
  try {
    return await ask(url);
  } catch (error) {
    if (error instanceof GiveUpVisit || error instanceof RetryVisit) return undefined;
    throw error;
  }
}

/** Tells whether the values of a parameter in links differ between two captures of one address. */
function changes(first: CapturedPage, second: CapturedPage, parameter: Parameter): boolean {
  const [before, after] = [first, second].map((page) => linksOf(page, new URL(page.url)).get(parameter));
  const both = [...(before ?? [])].flatMap(([rest, value]) => {
    const other = after?.get(rest);
    return other === undefined ? [] : [value !== other];
  });
  const changed = both.filter(Boolean).length;
  return changed >= LEAST_LINKS && changed * FIXED >= both.length * (FIXED - 1);
}

/** Tells whether a page differs from another no more than two captures of the other differ. */
function isSame(first: CapturedPage, second: CapturedPage, other: CapturedPage, parameter: Parameter): boolean {
  const [a, b, c] = [first, second, other].map((page) => lookOf(page, parameter));
  if (!a || !b || !c) return false;
  const varies = Math.max(beyond(a, b), beyond(b, a));
  return beyond(a, c) <= varies && beyond(c, a) <= varies;
}

/** Returns the texts and links of a page without the values of a parameter passed on. */
function lookOf(page: CapturedPage, parameter: Parameter): ReadonlySet<string> {
  const own = new URL(page.url);
  const values = new Set(linksOf(page, own).get(parameter)?.values());
  const shown = [...values].filter((value) => value.length >= LONG_VALUE).slice(0, MOST_PARAMETERS);
  const texts = [page.title, ...page.text].map((text) =>
    shown.reduce((left, value) => left.replaceAll(value, ''), text),
  );
  const ways = page.links.slice(0, MOST_LINKS).map(({ raw, url: resolved, role }) => {
    const url = parseUrl(resolved ?? raw.trim(), own);
    const isPassedOn = url && (role === 'link' || values.has(parametersOf(url).get(parameter) ?? ''));
    return `to ${isPassedOn ? without(url, parameter) : raw}`;
  });
  return new Set([...texts, ...ways]);
}

/**
 * Returns the values of each parameter in the page's links to its own host, by address without the parameter. Drops
 * parameters with two values for one address, as they tell links apart.
 */
function linksOf({ links, url: documentUrl }: CapturedPage, own: URL): Map<Parameter, Map<string, string>> {
  const found = new Map<Parameter, Map<string, string>>();
  const telling = new Set<Parameter>();
  for (const { raw, url: resolved, role } of links.slice(0, MOST_LINKS)) {
    if (role !== 'link' || !/[?;]/.test(resolved ?? raw)) continue;
    const url = parseUrl(resolved ?? raw.trim(), documentUrl);
    if (!url || url.host !== own.host) continue;
    for (const [parameter, value] of parametersOf(url)) {
      const rest = without(url, parameter);
      const values = found.get(parameter) ?? new Map<string, string>();
      found.set(parameter, values);
      const before = values.get(rest);
      // Places in a page naturally have different values: all of them are links.
      if (before !== undefined && before !== value && !parameter.startsWith('#')) telling.add(parameter);
      values.set(rest, value);
    }
  }
  for (const parameter of telling) found.delete(parameter);
  return found;
}

function without(url: URL, parameter: Parameter): string {
  const { pathname, search, hash } = withoutParameters(url, (one) => one === parameter);
  return `${url.origin}${pathname}${search}${/^#[/!]/.test(hash) ? hash : ''}`;
}

const lettersOf = (text: string): string => text.replace(/[^\p{L}]/gu, '');
