import type { Outcome } from '../domain/visit.ts';
import { address } from './link-sources.ts';
import type { Store } from './open.ts';
import { rows } from './statement.ts';

interface VisitedPage {
  /** The link whose page was read; null where none was. */
  readonly page: number | null;
  /** Absolute address that was asked for … */
  readonly asked: string;
  /** … and that of the page that was read. */
  readonly landed: string | null;
  readonly outcome: Outcome;
  readonly title: string;
}

/** All visits of the crawl in their order, without those of removed sites. */
export function* visitedPages(store: Store): Generator<VisitedPage> {
  const query = store.kysely
    .selectFrom('visits')
    .innerJoin('seeds as site', 'site.id', 'visits.site')
    .innerJoin('internal_links as asked', 'asked.id', 'visits.link')
    .leftJoin('internal_links as landed', 'landed.id', 'visits.page')
    .select(['visits.page', 'visits.outcome', 'visits.title'])
    .select([address('asked').as('asked'), address('landed').as('landed')])
    .where('site.removed', 'is', null)
    .orderBy('visits.id');
  yield* rows(store, query);
}
