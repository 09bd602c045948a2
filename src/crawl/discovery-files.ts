import { type ClassifiedLink, type FoundLink, NO_TEXTS } from '../domain/link.ts';
import type { Captured } from '../domain/page.ts';
import type { SiteId } from '../domain/site.ts';
import type { Claim } from '../frontier/frontier.ts';
import type { RobotsCache } from './robots-cache.ts';

/**
 * Looks for a `/sitemap.xml` that robots.txt doesn't name; undefined: no look-up. `askedAt`: time of the host's last
 * request.
 */
type SeekSitemap = (url: URL, site: SiteId) => Promise<{ readonly isThere: boolean; readonly askedAt: number }>;

interface DiscoveryFileTools {
  readonly robots: RobotsCache | undefined;
  readonly seekSitemap: SeekSitemap | undefined;
}

/**
 * Adds discovered links to a site's start page. Sitemaps (in robots.txt, or else the usual one) come first, addresses
 * that robots.txt forbids last, as guesses.
 */
export async function withDiscoveryFiles(
  captured: Captured,
  { scope, site }: Pick<Claim, 'scope' | 'site'>,
  tools: DiscoveryFileTools,
): Promise<Captured> {
  const { robots, seekSitemap } = tools;
  const server = new URL(captured.url);
  if (!robots || !scope(server)) return captured;
  const named = robots.sitemaps(server).map((url) => discoveryLink(url, 'robots'));
  const forbidden = robots.forbidden(server).map(forbiddenLink);
  const usual = new URL('/sitemap.xml', server);
  const isSought = seekSitemap && named.length === 0 && scope(usual) && (await robots.allows(usual)).isAllowed;
  const sought = isSought ? await seekSitemap(usual, site) : undefined;
  if (sought?.isThere) named.push(discoveryLink(usual.href, 'well-known'));
  const links = [...named, ...captured.links, ...forbidden];
  return { ...captured, links, askedAt: sought?.askedAt ?? captured.askedAt };
}

/** Tells whether a link comes from robots.txt or a sitemap look-up rather than from the page. */
export const isDiscovered = ({ technique }: FoundLink): boolean => technique === 'robots' || technique === 'well-known';

/** Tells whether a link is listed because robots.txt forbids the address. */
export const isForbidden = ({ technique, role }: FoundLink): boolean => technique === 'robots' && role === 'guess';

const discoveryLink = (url: string, technique: string): FoundLink => ({
  ...{ raw: url, url, role: 'link', method: 'GET', element: 'sitemap', technique },
  ...NO_TEXTS,
});

const forbiddenLink = (url: string): FoundLink => ({
  ...{ raw: url, url, role: 'guess', method: 'GET', element: 'disallow', technique: 'robots' },
  ...NO_TEXTS,
});

/** File names of feeds and of lists of feeds. */
const FEED = /\.(?:rss|atom)$|feed\.json$/i;

/**
 * Returns a link as the crawl visits it. Sitemaps named by robots.txt, an index or a `rel` count as pages, as do feeds
 * named by a page's head or another feed.
 */
export function asVisited(link: ClassifiedLink, { element, rel }: FoundLink): ClassifiedLink {
  if (link.kind !== 'internal' || !link.isFile) return link;
  const isSitemap = element === 'sitemap' || /(^| )sitemap( |$)/i.test(rel);
  const isFeed = /^((.+:)?link|outline)$/.test(element) && FEED.test(new URL(link.url).pathname);
  return isSitemap || isFeed ? { ...link, isFile: false } : link;
}
