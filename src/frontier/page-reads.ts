import type { LinkId } from '../domain/link.ts';
import { keyHash } from '../url/normalise.ts';
import { patternOf } from '../url/page-pattern.ts';
import { familyOf } from '../url/traps.ts';
import type { Follow } from './follow.ts';
import type { VisitResult } from './frontier.ts';
import type { Reads } from './queries.ts';
import type { SiteState } from './site-table.ts';
import { storedAddress } from './stored-address.ts';
import type { StoredTexts } from './stored-texts.ts';
import { writingKeys } from './survey.ts';

interface PageReadsParts {
  readonly follow: Follow;
  readonly texts: StoredTexts;
}

/**
 * What is read to store a page with its links, so far as the page tells.
 *
 * @param asked the link that was asked for
 * @param url absolute address of the page
 */
export function readsOfPage(
  { follow, texts }: PageReadsParts,
  site: SiteState,
  asked: LinkId,
  url: string,
  { address, hops = [], links }: Pick<VisitResult, 'address' | 'hops' | 'links'>,
): Reads {
  const way = address ? [address, ...hops] : hops;
  const internal = new Set(way.map(({ key }) => keyHash(key)));
  const [external, bad, resources] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const [domains, looked] = [new Set<string>(), new Set<string>()];
  for (const { link, found } of links) {
    const isGuess = found.role === 'guess';
    const hash = keyHash(link.kind === 'bad' ? link.raw : link.key);
    if (link.kind === 'bad') bad.add(hash);
    else resources.add(hash);
    if (link.kind === 'internal' || (link.kind === 'resource' && isGuess)) internal.add(hash);
    if (link.kind === 'external' || (link.kind === 'resource' && isGuess)) external.add(hash);
    if (link.kind === 'external') domains.add(link.domain);
    if (link.kind === 'internal' && isGuess) for (const key of writingKeys(link.key)) resources.add(keyHash(key));
    for (const text of [found.anchor, found.tagPath]) if (!texts.has(text)) looked.add(text);
  }
  const of = (hashes: Iterable<number>) => Array.from(hashes, (hash) => ({ site: site.id, hash }));
  const family = familyOf(storedAddress(url, site.origin));
  const families = family ? [family.pattern, family.folder] : [];
  const followed = follow.reads(links);
  return {
    sites: [site.id, ...new Set(followed.map((link) => link.site))],
    links: [asked],
    internal: [...of(internal), ...followed],
    external: of(external),
    bad: of(bad),
    resources: of(resources),
    domains: Array.from(domains, (domain) => ({ site: site.id, domain })),
    families: families.map((pattern) => ({ site: site.id, pattern })),
    templates: [{ site: site.id, pattern: patternOf(new URL(url)) }],
    texts: [...looked],
  };
}
