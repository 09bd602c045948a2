import { type Selectable, sql } from 'kysely';
import type { Store } from './open.ts';
import { LINK_KIND, type Schema, statusCode } from './schema.ts';
import { isKept, joinedBytes } from './sql-texts.ts';
import { statement } from './statement.ts';
import { allFrom, deleteFrom, insertInto, putInto, selectFrom, updateTable } from './table-statements.ts';

/** Queries on recrawl runs and their sums. */
export const recrawlRunQueries = (store: Store) => ({
  last: statement<object>()(store, (query) =>
    query.selectFrom('recrawl_runs').selectAll().orderBy('step', 'desc').limit(1),
  ),

  get: allFrom(store, 'recrawl_runs', ['step']),

  all: statement<object>()(store, (query) => query.selectFrom('recrawl_runs').selectAll().orderBy('step')),

  insert: insertInto(store, 'recrawl_runs', [
    ...(['step', 'started_at', 'rule', 'params', 'budget', 'last_visit', 'pages', 'pool'] as const),
  ]),

  setBudget: updateTable(store, 'recrawl_runs', ['budget'], ['step']),

  end: statement<{ step: number; ended_at: number; left_pool: string }>()(store, (query, arg) =>
    query
      .updateTable('recrawl_runs')
      .set({ ended_at: arg('ended_at'), pool: null, left_pool: arg('left_pool') })
      .where('step', '=', arg('step')),
  ),

  /** Deletes old pools, which can be large; only the last one is needed. */
  dropPools: statement<{ before: number }>()(store, (query, arg) =>
    query
      .updateTable('recrawl_runs')
      .set({ left_pool: null })
      .where('step', '<', arg('before'))
      .where('left_pool', 'is not', null),
  ),

  sums: selectFrom(store, 'recrawl_sums', ['scope', 'numbers'], ['step']),

  sumsOfScope: statement<{ scope: string }>()(store, (query, arg) =>
    query.selectFrom('recrawl_sums').select(['step', 'numbers']).where('scope', '=', arg('scope')).orderBy('step'),
  ),

  sumsLike: statement<{ pattern: string }>()(store, (query, arg) =>
    query
      .selectFrom('recrawl_sums')
      .select(['scope', 'numbers'])
      .where('scope', 'like', arg('pattern'))
      .orderBy('step'),
  ),

  sum: selectFrom(store, 'recrawl_sums', ['numbers'], ['step', 'scope', 'run']),

  putSum: putInto(store, 'recrawl_sums', ['step', 'scope', 'run'], ['numbers']),

  /** Counts waiting links by site. */
  waiting: statement<object>()(store, (query) =>
    query
      .selectFrom('internal_links')
      .select(({ fn }) => ['site', fn.countAll<number>().as('links')])
      .where('status', '=', statusCode('waiting'))
      .groupBy('site'),
  ),

  /** Counts revisits of all recrawl runs by result. */
  revisitsByChange: statement<object>()(store, (query) =>
    query
      .selectFrom('page_revisits')
      .select(({ fn }) => ['step', 'change', fn.countAll<number>().as('revisits')])
      .groupBy(['step', 'change']),
  ),

  /** Counts revisits of one recrawl run by result. */
  revisitsOf: statement<{ step: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_revisits')
      .select(({ fn }) => ['change', fn.countAll<number>().as('revisits')])
      .where('step', '=', arg('step'))
      .groupBy('change'),
  ),

  /** Counts visits of new links in a recrawl run, and visits with a page. */
  newVisits: statement<{ step: number; after: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .innerJoin('runs', 'runs.id', 'visits.run')
      .select(({ fn, val }) => [
        fn.countAll<number>().as('visits'),
        fn.count<number>('visits.id').filterWhere('visits.outcome', '=', 'page').as('pages'),
        fn.coalesce(fn.sum<number>('visits.new_internal'), val(0)).as('internal'),
        fn.coalesce(fn.sum<number>('visits.new_external'), val(0)).as('external'),
      ])
      .where('runs.recrawl_run', '=', arg('step'))
      .where('visits.id', '>', arg('after')),
  ),
});

/** Queries on data of recrawls: pages, revisits, and validators from servers. */
export const revisitQueries = (store: Store) => ({
  get: allFrom(store, 'recrawl_pages', ['page']),

  /** Stores the row of a page; keeps the `first` step of an existing row. */
  put: statement<Selectable<Schema['recrawl_pages']>>()(store, (query, arg) => {
    const news = {
      ...{ tried: arg('tried'), checked_at: arg('checked_at'), revisits: arg('revisits'), changes: arg('changes') },
      ...{ failures: arg('failures'), due: arg('due'), key: arg('key'), facts: arg('facts') },
    };
    return query
      .insertInto('recrawl_pages')
      .values({ page: arg('page'), site: arg('site'), first: arg('first'), ...news })
      .onConflict((conflict) => conflict.column('page').doUpdateSet(news));
  }),

  setFacts: updateTable(store, 'recrawl_pages', ['facts'], ['page']),

  /** Counts pages that can be revisited. */
  count: statement<object>()(store, (query) =>
    query
      .selectFrom('recrawl_pages')
      .select(({ fn }) => fn.countAll<number>().as('pages'))
      .where('due', 'is', null),
  ),

  last: statement<object>()(store, (query) =>
    query.selectFrom('recrawl_pages').select(({ fn }) => fn.max('page').as('page')),
  ),

  all: statement<object>()(store, (query) => query.selectFrom('recrawl_pages').selectAll().orderBy('page')),

  /** Returns the concatenated facts of pages in an id range that wait for a revisit: much faster than separate rows. */
  facts: statement<{ from: number; to: number; step: number }>()(store, (query, arg) =>
    query
      .selectFrom('recrawl_pages')
      .innerJoin('seeds', 'seeds.id', 'recrawl_pages.site')
      .select(joinedBytes(sql.ref('recrawl_pages.facts')).as('facts'))
      .where('page', '>=', arg('from'))
      .where('page', '<', arg('to'))
      .where('tried', '<', arg('step'))
      .where('due', 'is', null)
      .where('seeds.removed', 'is', null),
  ),

  /** Finds the pages with the largest static keys. */
  strongest: statement<{ step: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('recrawl_pages')
      .innerJoin('seeds', 'seeds.id', 'recrawl_pages.site')
      .select(['recrawl_pages.page', 'recrawl_pages.key'])
      .where('key', 'is not', null)
      .where('tried', '<', arg('step'))
      .where('due', 'is', null)
      .where('seeds.removed', 'is', null)
      .orderBy('key', 'desc')
      .orderBy('page')
      .limit(arg('limit')),
  ),

  /** Finds gone pages that are due for another request, longest wait first. */
  due: statement<{ step: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('recrawl_pages')
      .innerJoin('seeds', 'seeds.id', 'recrawl_pages.site')
      .select('recrawl_pages.page')
      .where('due', '<=', arg('step'))
      .where('tried', '<', arg('step'))
      .where('seeds.removed', 'is', null)
      .orderBy('due')
      .orderBy('page')
      .limit(arg('limit')),
  ),

  /** Finds the address of a page; nothing if the user deleted its link. */
  address: statement<{ page: number }>()(store, (query, arg) =>
    query
      .selectFrom('internal_links')
      .innerJoin('recrawl_pages', 'recrawl_pages.page', 'internal_links.id')
      .select([
        'internal_links.site',
        'internal_links.url',
        'internal_links.level',
        'recrawl_pages.tried',
        'recrawl_pages.checked_at',
        'recrawl_pages.revisits',
        'recrawl_pages.changes',
      ])
      .where('internal_links.id', '=', arg('page'))
      .where(isKept(LINK_KIND.internal, 'internal_links')),
  ),

  tried: updateTable(store, 'recrawl_pages', ['tried'], ['page']),

  linkAt: selectFrom(store, 'internal_link_identities', ['link'], ['site', 'hash']),

  /** Returns the number of characters of a page's stored text. */
  sizeOf: statement<{ page: number }>()(store, (query, arg) =>
    query.selectFrom('page_versions').select('size').where('page', '=', arg('page')).orderBy('at', 'desc').limit(1),
  ),

  insertRevisit: insertInto(store, 'page_revisits', [
    ...(['step', 'page', 'run', 'started_at', 'milliseconds', 'change', 'way', 'kept', 'gone', 'fresh'] as const),
    ...(['signal', 'priority', 'new_links', 'removed_links', 'returned_links'] as const),
  ]),

  countRevisits: statement<{ step: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_revisits')
      .select(({ fn }) => fn.countAll<number>().as('revisits'))
      .where('step', '=', arg('step')),
  ),

  /** Counts revisits of a recrawl run that a rule learns from: answered and not doubted. */
  answered: statement<{ step: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_revisits')
      .select(({ fn }) => fn.countAll<number>().as('revisits'))
      .where('step', '=', arg('step'))
      .where('change', 'not in', ['unreachable', 'doubted']),
  ),

  /** Finds the result of a page's last revisit. */
  lastChange: statement<{ page: number }>()(store, (query, arg) =>
    query
      .selectFrom('recrawl_pages')
      .innerJoin('page_revisits', (join) =>
        join
          .onRef('page_revisits.step', '=', 'recrawl_pages.tried')
          .onRef('page_revisits.page', '=', 'recrawl_pages.page'),
      )
      .select('page_revisits.change')
      .where('recrawl_pages.page', '=', arg('page')),
  ),

  /** Finds sites with most of their answered revisits doubted in a recrawl run. */
  doubtedSites: statement<{ step: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_revisits')
      .innerJoin('recrawl_pages', 'recrawl_pages.page', 'page_revisits.page')
      .select('recrawl_pages.site')
      .where('step', '=', arg('step'))
      .where('change', '!=', 'unreachable')
      .groupBy('recrawl_pages.site')
      .having(sql<number>`2 * sum(change = 'doubted')`, '>', sql<number>`count(*)`),
  ),

  revisitsOf: statement<{ step: number }>()(store, (query, arg) =>
    query.selectFrom('page_revisits').selectAll().where('step', '=', arg('step')).orderBy('page'),
  ),

  group: selectFrom(store, 'page_groups', ['id'], ['site', 'pattern']),

  insertGroup: insertInto(store, 'page_groups', ['site', 'pattern'], 'returning id'),

  validators: selectFrom(store, 'validators', ['etag', 'last_modified'], ['page']),

  putValidators: putInto(store, 'validators', ['page'], ['etag', 'last_modified']),

  removeValidators: deleteFrom(store, 'validators', ['page']),

  /** Finds pages of visits after a given one, oldest first; each page has one such visit. */
  unlisted: statement<{ after: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .innerJoin('internal_links', 'internal_links.id', 'visits.page')
      .select([
        'visits.id as visit',
        'visits.page',
        'visits.site',
        'visits.started_at',
        'visits.milliseconds',
        'internal_links.url',
      ])
      .select(({ selectFrom }) =>
        selectFrom('page_versions')
          .select('size')
          .whereRef('page_versions.page', '=', 'visits.page')
          .orderBy('at', 'desc')
          .limit(1)
          .as('size'),
      )
      .where('visits.id', '>', arg('after'))
      .where('visits.outcome', '=', 'page')
      .orderBy('visits.id'),
  ),
});
