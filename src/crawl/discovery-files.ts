import { type ClassifiedLink, type FoundLink, NO_TEXTS } from '../domain/link.ts';
import type { Captured } from '../domain/page.ts';
import type { SiteId } from '../domain/site.ts';
import type { Claim } from '../frontier/frontier.ts';
import type { RobotsCache } from './robots-cache.ts';

/** Asks for `/sitemap.xml`, which no robots.txt names; undefined: it is not asked for. `askedAt`: when its host was last asked. */
type SeekSitemap = (url: URL, site: SiteId) => Promise<{ readonly isThere: boolean; readonly askedAt: number }>;

interface DiscoveryFileTools {
  readonly robots: RobotsCache | undefined;
  readonly seekSitemap: SeekSitemap | undefined;
}

/**
 * What a site's start page brings, and before it the sitemaps that its server's robots.txt names, as links of that page; or
 * the one that is where sitemaps usually are. What robots.txt forbids comes last, as guesses.
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

/** Whether it is no word of the start page, though listed with its links. */
export const isDiscovered = ({ technique }: FoundLink): boolean => technique === 'robots' || technique === 'well-known';

/** Whether it is listed because robots.txt forbids it. */
export const isForbidden = ({ technique, role }: FoundLink): boolean => technique === 'robots' && role === 'guess';

const discoveryLink = (url: string, technique: string): FoundLink => ({
  ...{ raw: url, url, role: 'link', method: 'GET', element: 'sitemap', technique },
  ...NO_TEXTS,
});

const forbiddenLink = (url: string): FoundLink => ({
  ...{ raw: url, url, role: 'guess', method: 'GET', element: 'disallow', technique: 'robots' },
  ...NO_TEXTS,
});

/** Feeds, and lists of them, by their names. */
const FEED = /\.(?:rss|atom)$|feed\.json$/i;

/**
 * A link as it is visited: files that lead to pages are visited whatever their names say. These are the sitemaps that
 * robots.txt, an index of sitemaps or a `rel` names, and feeds that a page's head or another feed names.
 */
export function asVisited(link: ClassifiedLink, { element, rel }: FoundLink): ClassifiedLink {
  if (link.kind !== 'internal' || !link.isFile) return link;
  const isSitemap = element === 'sitemap' || /(^| )sitemap( |$)/i.test(rel);
  const isFeed = /^((.+:)?link|outline)$/.test(element) && FEED.test(new URL(link.url).pathname);
  return isSitemap || isFeed ? { ...link, isFile: false } : link;
}
