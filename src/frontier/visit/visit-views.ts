import type { LinkId } from '../../domain/link.ts';
import type { Observation, PageView } from '../../domain/observation.ts';
import { TIER } from '../../domain/rank.ts';
import type { SiteId } from '../../domain/site.ts';
import type { Topic } from '../../domain/topic.ts';
import type { Outcome, Visit } from '../../domain/visit.ts';
import { isMadeFrom } from '../../url/made-from-page.ts';
import type { Claim, VisitResult } from '../frontier.ts';
import type { MatchedLink } from './known-links.ts';
import type { ExternalOnPage } from './recorded-links.ts';

type External = ExternalOnPage['link'];

/**
 * Visit as rewards see it. A class, as getters of an object literal keep their whole scope until the next full garbage
 * collection.
 */
export class VisitView implements Visit {
  readonly site: SiteId;
  readonly link: LinkId;
  readonly outcome: Outcome;
  readonly url: string;
  readonly contentType: string;
  readonly newExternal: number;
  readonly newInternal: number;
  readonly relevance: number | undefined;
  readonly madeFromPage: number;
  readonly #found: readonly External[];
  readonly #newDomains: (domains: ReadonlySet<string>) => number;

  /** @param newDomains counts registrable domains that are new to the site; called only if a reward needs the number */
  constructor(
    { site, link, url }: Pick<Claim, 'site' | 'link' | 'url'>,
    found: Pick<Visit, 'outcome' | 'newExternal' | 'newInternal' | 'relevance'>,
    { contentType }: Pick<VisitResult, 'contentType'>,
    address: string,
    external: readonly ExternalOnPage[],
    newDomains: (domains: ReadonlySet<string>) => number,
  ) {
    this.site = site;
    this.link = link;
    this.outcome = found.outcome;
    this.url = url;
    this.contentType = contentType;
    this.newExternal = found.newExternal;
    this.newInternal = found.newInternal;
    this.relevance = found.relevance;
    // Only pages drop links made from their URL: a redirect out of the site to the same page elsewhere is a find.
    const isPage = found.outcome === 'page';
    const shown = external.filter(({ known }) => !known).map((one) => one.link);
    const own = shown.filter((one) => !isMadeFrom(one.url, address));
    this.madeFromPage = isPage ? shown.length - own.length : 0;
    this.#found = isPage ? own : shown;
    this.#newDomains = newDomains;
  }

  get newExternalSites(): number {
    return this.#newDomains(new Set(this.#found.map(({ domain }) => domain)));
  }
}

/** Returns the relevance of a visit to the topic, in [0, 1]; 1 for a target document with unknown text. */
export function relevanceOf(topic: Topic | undefined, outcome: Outcome, result: VisitResult): number | undefined {
  if (!topic || (outcome !== 'page' && outcome !== 'file')) return undefined;
  const { title, contentType, address } = result;
  const known = result.text ?? result.excerpt;
  if (outcome === 'page') return topic.relevance([title, ...(known ?? [])]);
  const isTarget = topic.isTargetType(contentType) || (address !== undefined && topic.isTarget(address.url));
  if (!isTarget) return undefined;
  return known ? topic.relevance(known) : 1;
}

/** Captured page as rewards see it, with links built on use. A class for the same reason as `VisitView`. */
export class ReadPageView implements PageView {
  readonly url: string;
  readonly title: string;
  readonly contentType: string;
  readonly #result: VisitResult;
  readonly #newPlaces: () => ReadonlySet<number>;

  constructor(result: VisitResult, url: string, newPlaces: () => ReadonlySet<number>) {
    this.url = url;
    this.title = result.title;
    this.contentType = result.contentType;
    this.#result = result;
    this.#newPlaces = newPlaces;
  }

  get text(): PageView['text'] {
    return this.#result.text ?? this.#result.excerpt;
  }

  get links(): PageView['links'] {
    const places = this.#newPlaces();
    return this.#result.links.map(({ found, link }, place) => {
      const { anchor, context, rel, element, tagPath } = found;
      const address = link.kind === 'bad' ? link.raw : link.url;
      const isNew = places.has(place);
      return { kind: link.kind, url: address, anchor, context, rel, element, tagPath, isNew };
    });
  }
}

/** Tells whether a link is new as a link, which includes known guesses. */
const isNewLink = (known: MatchedLink['known']): boolean => known === undefined || known.tier === TIER.guess;

/** Returns the positions of the new links among the page's links. */
export const placesOfNew = (links: readonly { readonly place: number; readonly known: unknown }[]): readonly number[] =>
  links.flatMap(({ known, place }) => (known ? [] : [place]));

/** Returns the positions of internal links that are new as links. */
export const placesOfNewInternal = (matchedLinks: readonly MatchedLink[]): readonly number[] =>
  matchedLinks.flatMap(({ known, found, place }) => (found.role !== 'guess' && isNewLink(known) ? [place] : []));

/** Returns a link of a page as link orders see it. */
export const observed = ({ id, site, known, found, link, place }: MatchedLink): Observation['links'][number] => ({
  id,
  site,
  url: link.url,
  anchor: found.anchor,
  tagPath: found.tagPath,
  context: isNewLink(known) ? found.context : '',
  place,
  isNew: isNewLink(known),
});
