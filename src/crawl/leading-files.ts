import type { ClassifiedLink, FoundLink } from '../domain/link.ts';
import type { Captured } from '../domain/page.ts';
import type { RobotsBook } from './robots-book.ts';

/** What a site's start page brings, and before it the sitemaps that its server's robots.txt names, as links of that page. */
export function withSitemaps(captured: Captured, robots: RobotsBook | undefined): Captured {
  const named = robots?.sitemaps(new URL(captured.url)) ?? [];
  return { ...captured, links: [...named.map(sitemapLink), ...captured.links] };
}

const sitemapLink = (url: string): FoundLink => ({
  ...{ raw: url, url, role: 'link', method: 'GET', element: 'sitemap', technique: 'robots' },
  ...{ anchor: '', context: '', rel: '', tagPath: '', frame: '' },
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
