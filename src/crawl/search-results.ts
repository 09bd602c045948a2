import { z } from 'zod';
import { GiveUpVisit } from '../domain/errors.ts';
import type { FoundLink } from '../domain/link.ts';
import type { Captured } from '../domain/page.ts';
import { hasRoute } from '../url/normalise.ts';
import { parseUrl } from '../url/parse.ts';

/** Where the words that are looked for stand in the address of a search. */
export const QUERY_PLACE = '{query}';

/** What no page is about: the links of its results are those that all pages of the search have. */
const NOTHING = 'qzxvkjwhpq';

/** A search whose results a crawl begins with. */
export const searchSchema = z.object({
  /** Address of the search with `{query}` in place of the words. */
  template: z.string(),
  query: z.string(),
  /** Of the results so many are followed. */
  results: z.number(),
});
export type Search = Readonly<z.infer<typeof searchSchema>>;

/** The address of a search for some words. */
export const searchAddress = (template: string, query: string): string =>
  template.replaceAll(QUERY_PLACE, encodeURIComponent(query));

/** Searches by the addresses of their start pages. */
export const searchesByAddress = (searches: readonly Search[]): ReadonlyMap<string, Search> =>
  new Map(searches.map((search) => [new URL(searchAddress(search.template, search.query)).href, search]));

/**
 * A page of results with the links of its first results only: those that a search for nothing does not have, and that do
 * not lead to the search again, in the page's order.
 *
 * @param read reads another page of the same site
 */
export async function withResultsOnly(
  captured: Captured,
  { template, results }: Search,
  read: (url: string) => Promise<Captured>,
): Promise<Captured> {
  const other = await readOrNothing(searchAddress(template, NOTHING), read);
  const common = new Set(other?.links.map((link) => addressOf(link, other.url)));
  const isSearch = searchOf(template, captured.url);
  const found = new Map<string, FoundLink>();
  for (const link of captured.links) {
    const address = addressOf(link, captured.url);
    if (link.role !== 'link' || address === undefined || common.has(address) || found.has(address)) continue;
    if (isSearch(new URL(address))) continue;
    found.set(address, link);
    if (found.size === results) break;
  }
  return { ...captured, links: [...found.values()], askedAt: other?.askedAt ?? captured.askedAt };
}

/**
 * Whether an address is of the same search, of other words or of a further page: it has the parameter that the words stand
 * in, or, where they stand in the path, begins with that path.
 */
function searchOf(template: string, landed: string): (url: URL) => boolean {
  const { origin, pathname } = new URL(landed);
  const names = [...new URL(searchAddress(template, NOTHING)).searchParams].flatMap(([name, value]) =>
    value.includes(NOTHING) ? [name] : [],
  );
  return (url) =>
    url.origin === origin &&
    (names.length === 0
      ? url.pathname.startsWith(pathname)
      : url.pathname === pathname && names.some((name) => url.searchParams.has(name)));
}

/** A server may answer a search that finds nothing with an error. */
async function readOrNothing(url: string, read: (url: string) => Promise<Captured>): Promise<Captured | undefined> {
  try {
    return await read(url);
  } catch (error) {
    if (error instanceof GiveUpVisit) return undefined;
    throw error;
  }
}

/** Where a link leads, whatever part of the page; undefined where it leads nowhere. */
function addressOf({ url, raw }: FoundLink, base: string): string | undefined {
  const address = parseUrl(url ?? raw, base);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  if (!hasRoute(address)) address.hash = '';
  return address.href;
}
