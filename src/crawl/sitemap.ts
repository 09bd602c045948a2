import { log } from '@crawlee/basic';
import { parseSitemap } from '@crawlee/utils';
import { BadInput } from '../domain/errors.ts';

/** What one entry of a sitemap, or of an index of sitemaps, says. */
interface SitemapEntry {
  readonly url: string;
  /** Whether it names another sitemap. */
  readonly isSitemap: boolean;
  /** A page's `lastmod`, in milliseconds; undefined where there is none that can be read. */
  readonly changedAt: number | undefined;
}

/**
 * The entries of a sitemap, or of an index; nothing is fetched.
 *
 * @throws Error where the text is damaged, after the entries that stand before the damage
 */
export async function* sitemapEntries(content: string): AsyncGenerator<SitemapEntry> {
  log.setLevel(log.LEVELS.OFF);
  // Depth 0: the sitemaps of an index are named, not loaded.
  const options = { emitNestedSitemaps: true, maxDepth: 0 } as const;
  for await (const item of parseSitemap([{ type: 'raw', content }], undefined, options)) {
    if (item.originSitemapUrl === null) yield { url: item.loc, isSitemap: true, changedAt: undefined };
    else {
      const changedAt = item.lastmod?.getTime() ?? Number.NaN;
      yield { url: item.loc, isSitemap: false, changedAt: Number.isNaN(changedAt) ? undefined : changedAt };
    }
  }
}

/**
 * The addresses that a sitemap names, or the sitemaps that an index of sitemaps names; nothing is fetched.
 * @throws BadInput for what is no sitemap; `name` says where it comes from
 */
export async function sitemapAddresses(content: string, name: string): Promise<string[]> {
  const addresses: string[] = [];
  try {
    for await (const { url } of sitemapEntries(content)) addresses.push(url);
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new BadInput(`${name} is no sitemap: ${reason}`);
  }
  return addresses;
}
