import type { LinkId, LinkView } from '../../domain/link.ts';
import type { Observation } from '../../domain/observation.ts';
import { isFilePath } from '../../url/file-types.ts';
import { type Candidate, featuresOf, SECTIONS } from './link-features.ts';

/** A link that was found on a page. */
interface FoundLink {
  readonly id: LinkId;
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
export function observed({ visit, claimed, links }: Observation, known: Float32Array | undefined): Observed {
  const features = known ?? featuresOf(candidateOf(claimed));
  const level = features[SECTIONS.measures.from] ?? 0;
  const { reward, newExternal } = visit;
  const page = { id: claimed.id, url: claimed.url, level, reward, newExternal, internal: links.length };
  const found = links.flatMap(({ id, url, anchor, tagPath, isNew }, place) => {
    if (!isNew || isFilePath(new URL(url).pathname)) return [];
    const link = { site: visit.site, url, level: level + 1, anchor, tagPath, place, page };
    return [{ id, url, anchor, level: level + 1, features: featuresOf(link) }];
  });
  return { features, found };
}

export const candidateOf = ({ site, url, level, anchor, tagPath, place, source: page }: LinkView): Candidate => ({
  ...{ site, url, level, anchor, tagPath, place, page },
});
