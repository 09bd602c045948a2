import type { Observation, PageView } from '../domain/observation.ts';
import { TIER } from '../domain/rank.ts';
import type { Topic } from '../domain/topic.ts';
import type { Outcome, Visit } from '../domain/visit.ts';
import { isMadeFrom } from '../url/made-from-page.ts';
import type { Claim, VisitResult } from './frontier.ts';
import type { Surveyed } from './link-book.ts';
import type { ExternalOnPage } from './recorded-links.ts';

/**
 * A visit as rewards see it.
 *
 * @param newDomains how many of some registrable domains are new to the site: asked only where a reward wants to know
 */
export function visitView(
  claim: Claim,
  {
    outcome,
    newExternal,
    newInternal,
    relevance,
  }: Pick<Visit, 'outcome' | 'newExternal' | 'newInternal' | 'relevance'>,
  { contentType }: VisitResult,
  address: string,
  external: readonly ExternalOnPage[],
  newDomains: (domains: ReadonlySet<string>) => number,
): Visit {
  const isPage = outcome === 'page';
  const found = external.filter(({ known }) => !known).map(({ link }) => link);
  const own = found.filter(({ url }) => !isMadeFrom(url, address));
  return {
    site: claim.site,
    link: claim.link,
    outcome,
    url: claim.url,
    contentType,
    newExternal,
    newInternal,
    relevance,
    // A redirect out of the site may lead to the same page elsewhere: that is a find.
    madeFromPage: isPage ? found.length - own.length : 0,
    get newExternalSites() {
      return newDomains(new Set((isPage ? own : found).map(({ domain }) => domain)));
    },
  };
}

/** How near to the topic what was read is: a target document whose text is not known is all that is looked for. */
export function relevanceOf(
  topic: Topic | undefined,
  outcome: Outcome,
  { text, excerpt, title, contentType, address }: VisitResult,
): number | undefined {
  const known = text ?? excerpt;
  if (outcome === 'page') return topic?.relevance([title, ...(known ?? [])]);
  if (outcome !== 'file' || !topic) return undefined;
  const isTarget = topic.isTargetType(contentType) || (address !== undefined && topic.isTarget(address.url));
  if (!isTarget) return undefined;
  return known ? topic.relevance(known) : 1;
}

/** A page that was read, as rewards see it; few ask for its links. */
export function pageView(
  { title, contentType, text, excerpt, links }: VisitResult,
  url: string,
  newPlaces: () => ReadonlySet<number>,
): PageView {
  return {
    url,
    title,
    contentType,
    text: text ?? excerpt,
    get links() {
      const places = newPlaces();
      return links.map(({ found, link }, place) => {
        const { anchor, context, rel, element, tagPath } = found;
        const address = link.kind === 'bad' ? link.raw : link.url;
        const isNew = places.has(place);
        return { kind: link.kind, url: address, anchor, context, rel, element, tagPath, isNew };
      });
    },
  };
}

/** Whether a link is new as such: what was only guessed before is, too. */
const isNewLink = (known: Surveyed['known']): boolean => known === undefined || known.tier === TIER.guess;

/** The places of the links that are new, of some of a page's. */
export const placesOfNew = (links: readonly { readonly place: number; readonly known: unknown }[]): readonly number[] =>
  links.flatMap(({ known, place }) => (known ? [] : [place]));

/** The places of the internal links that are new as links. */
export const placesOfNewInternal = (surveyed: readonly Surveyed[]): readonly number[] =>
  surveyed.flatMap(({ known, found, place }) => (found.role !== 'guess' && isNewLink(known) ? [place] : []));

/** A link of a page, as link orders see it. */
export const observed = ({ id, site, known, found, link, place }: Surveyed): Observation['links'][number] => ({
  id,
  site,
  url: link.url,
  anchor: found.anchor,
  tagPath: found.tagPath,
  context: isNewLink(known) ? found.context : '',
  place,
  isNew: isNewLink(known),
});
