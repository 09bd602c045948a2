import { z } from 'zod';
import { GiveUpVisit } from '../domain/errors.ts';
import type { FoundLink } from '../domain/link.ts';
import type { Captured } from '../domain/page.ts';
import { hasRoute } from '../url/normalise.ts';
import { parseUrl } from '../url/parse.ts';

/** Placeholder of the query in the address of a search. */
export const QUERY_PLACE = '{query}';

/** Query without any results. The links of its page are on all pages of the search. */
const NOTHING = 'qzxvkjwhpq';

/** Search with results that a crawl starts from. */
export const searchSchema = z.object({
  /** Address of the search with `{query}` in place of the words. */
  template: z.string(),
  query: z.string(),
  /** Maximum number of results to follow. */
  results: z.number(),
});
export type Search = Readonly<z.infer<typeof searchSchema>>;

/** Returns the address of a search for the given words. */
export const searchAddress = (template: string, query: string): string =>
  template.replaceAll(QUERY_PLACE, encodeURIComponent(query));

/** Returns the searches by the address of their start page. */
export const searchesByAddress = (searches: readonly Search[]): ReadonlyMap<string, Search> =>
  new Map(searches.map((search) => [new URL(searchAddress(search.template, search.query)).href, search]));

/**
 * Reduces a page of results to the links of the first results, in page order. Drops links that a search without
 * results has too, and links back to the search.
 *
 * @param read fetches another page of the same site
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
 * Returns a test for addresses of the same search, with other words or further pages. They have the same query
 * parameter, or the same path prefix if the words are part of the path.
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

/** Fetches a page. A server may answer a search without results with an error. */
async function readOrNothing(url: string, read: (url: string) => Promise<Captured>): Promise<Captured | undefined> {
  try {
    return await read(url);
  } catch (error) {
    if (error instanceof GiveUpVisit) return undefined;
    throw error;
  }
}

/** Returns the target of a link without a fragment other than a route; undefined for a link that is not http(s). */
function addressOf({ url, raw }: FoundLink, base: string): string | undefined {
  const address = parseUrl(url ?? raw, base);
  if (!address || !/^https?:$/.test(address.protocol)) return undefined;
  if (!hasRoute(address)) address.hash = '';
  return address.href;
}
