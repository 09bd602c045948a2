import type { LinkId, LinkView } from '../../domain/link.ts';
import type { Observation } from '../../domain/observation.ts';
import type { SiteId } from '../../domain/site.ts';
import { isFilePath } from '../../url/file-types.ts';
import { patternOf } from '../../url/page-pattern.ts';
import { type Candidate, featuresOf, SECTIONS } from './link-features.ts';

/** A link that was found on a page. */
interface FoundLink {
  readonly id: LinkId;
  readonly site: SiteId;
  readonly url: string;
  readonly anchor: string;
  readonly level: number;
  readonly features: Float32Array;
}

interface Observed {
  /** Of the link that was visited. */
  readonly features: Float32Array;
  /** Links to pages that no page had before. */
  readonly found: readonly FoundLink[];
}

/**
 * An observation in features. A link's place is counted among the internal links, as recordings keep no others.
 *
 * @param known features of the link that was visited, if they were worked out when it was found
 */
export function observed(
  { visit, claimed, links }: Observation,
  known: Float32Array | undefined,
  likeness: Likeness = () => undefined,
): Observed {
  const features = known ?? featuresOf(candidateOf(claimed, likeness));
  const level = features[SECTIONS.measures.from] ?? 0;
  const { title, reward, newExternal, relevance } = visit;
  const page = {
    id: claimed.id,
    url: claimed.url,
    pattern: patternOf(new URL(claimed.url)),
    title,
    level,
    reward,
    newExternal,
    internal: links.length,
    relevance,
  };
  const found: FoundLink[] = [];
  for (const [place, seen] of links.entries()) {
    if (!seen.isNew) continue;
    const { id, site, url, anchor, context, tagPath } = seen;
    const address = new URL(url);
    if (isFilePath(address.pathname)) continue;
    const near = likeness({ url, anchor, context }, page);
    const link = { site, url: address, level: level + 1, anchor, tagPath, place, page, likeness: near };
    found.push({ id, site, url, anchor, level: level + 1, features: featuresOf(link) });
  }
  return { features, found };
}

/** How near a link's text is to the topic; undefined: there is none. */
export type Likeness = (
  link: Pick<LinkView, 'url' | 'anchor' | 'context'>,
  page: { readonly url: string; readonly title: string } | undefined,
) => Candidate['likeness'];

export const candidateOf = (
  { site, url, level, anchor, context, tagPath, place, source }: LinkView,
  likeness: Likeness = () => undefined,
): Candidate => ({
  site,
  url: new URL(url),
  level,
  anchor,
  tagPath,
  place,
  page: source && {
    id: source.id,
    pattern: patternOf(new URL(source.url)),
    level: source.level,
    reward: source.reward,
    newExternal: source.newExternal,
    internal: source.internal,
    relevance: source.relevance,
  },
  likeness: likeness({ url, anchor, context }, source),
});
