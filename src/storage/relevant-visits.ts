import { address } from './link-sources.ts';
import type { Store } from './open.ts';
import { rows } from './statement.ts';

/** A page, and how near it was to the topic when it was read. */
export interface RelevantPage {
  readonly page: number;
  readonly url: string;
  readonly site: string;
  readonly title: string;
  readonly relevance: number;
}

/** The pages that some runs read, those nearest to their topic first. */
export const relevantPages = (
  store: Store,
  runs: readonly number[],
  { limit, offset }: { readonly limit: number; readonly offset: number },
): RelevantPage[] => [
  ...rows(
    store,
    relevantVisits(store, runs)
      .select([
        'link.id as page',
        'site.short_name as site',
        'visits.title',
        'visits.relevance',
        address('link').as('url'),
      ])
      .orderBy('visits.relevance', 'desc')
      .orderBy('visits.id')
      .limit(limit)
      .offset(offset)
      .$narrowType<{ relevance: number }>(),
  ),
];

export const countRelevantPages = (store: Store, runs: readonly number[]): number =>
  [
    ...rows(
      store,
      relevantVisits(store, runs).select(({ fn }) => fn.countAll<number>().as('pages')),
    ),
  ][0]?.pages ?? 0;

const relevantVisits = (store: Store, runs: readonly number[]) =>
  store.kysely
    .selectFrom('visits')
    .innerJoin('internal_links as link', (join) =>
      join.on((eb) => eb('link.id', '=', eb.fn.coalesce('visits.page', 'visits.link'))),
    )
    .innerJoin('seeds as site', 'site.id', 'visits.site')
    .where('visits.run', 'in', runs)
    .where('visits.relevance', '>', 0)
    .where('site.removed', 'is', null);
