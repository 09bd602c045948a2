import { log } from '@crawlee/basic';
import { parseSitemap } from '@crawlee/utils';
import { BadInput } from '../domain/errors.ts';

/**
 * The addresses that a sitemap names, or the sitemaps that an index of sitemaps names; nothing is fetched.
 * @throws BadInput for what is no sitemap; `name` says where it comes from
 */
export async function sitemapAddresses(content: string, name: string): Promise<string[]> {
  log.setLevel(log.LEVELS.OFF);
  const addresses: string[] = [];
  try {
    // Depth 0: the sitemaps of an index are named, not loaded.
    const options = { emitNestedSitemaps: true, maxDepth: 0 } as const;
    for await (const { loc } of parseSitemap([{ type: 'raw', content }], undefined, options)) addresses.push(loc);
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new BadInput(`${name} is no sitemap: ${reason}`);
  }
  return addresses;
}
