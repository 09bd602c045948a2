import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries for those who recrawl the recorded versions of a web again. */
export const recordedCheckQueries = (store: Store) => ({
  /** Pages with their first version, in the order of their ids. */
  pages: statement<object>()(store, (query) =>
    query
      .selectFrom('revisits')
      .innerJoin('internal_links', 'internal_links.id', 'revisits.page')
      .innerJoin('seeds', 'seeds.id', 'revisits.site')
      .select(['revisits.page', 'revisits.site', 'revisits.first', 'internal_links.url', 'seeds.start_url'])
      .select(({ selectFrom }) =>
        selectFrom('page_versions')
          .select('size')
          .whereRef('page_versions.page', '=', 'revisits.page')
          .orderBy('at')
          .limit(1)
          .as('size'),
      )
      .where('seeds.removed', 'is', null)
      .orderBy('revisits.page'),
  ),

  /** Checks that found another version, by page and night. */
  changes: statement<object>()(store, (query) =>
    query
      .selectFrom('checks')
      .select(['page', 'step', 'change', 'kept', 'gone', 'fresh'])
      .where('change', 'in', ['changed', 'gone', 'back', 'moved'])
      .orderBy('page')
      .orderBy('step'),
  ),

  nights: statement<object>()(store, (query) =>
    query.selectFrom('nights').select(({ fn }) => fn.max('step').as('last')),
  ),
});
