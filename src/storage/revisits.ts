import { sql } from 'kysely';
import { joinedBytes } from './joined.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';
import type { PageChange } from './tables/recrawl-tables.ts';

interface NewCheck {
  readonly step: number;
  readonly page: number;
  readonly run: number;
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly change: PageChange;
  readonly way: 'full' | 'conditional';
  readonly kept: number;
  readonly gone: number;
  readonly fresh: number;
  readonly signal: number | null;
  readonly priority: number;
  readonly newLinks: number;
  readonly removedLinks: number;
  readonly returnedLinks: number;
}

interface NewRevisit {
  readonly page: number;
  readonly site: number;
  /** Kept as it was where the page has a row. */
  readonly first: number;
  readonly tried: number;
  readonly checkedAt: number;
  readonly checks: number;
  readonly changes: number;
  readonly failures: number;
  readonly due: number | null;
  readonly key: number | null;
  readonly facts: Uint8Array;
}

/** Queries on the tables `revisits`, `checks`, `page_groups` and `validators`. */
export const revisitQueries = (store: Store) => ({
  get: statement<{ page: number }>()(store, (query, arg) =>
    query.selectFrom('revisits').selectAll().where('page', '=', arg('page')),
  ),

  put: statement<NewRevisit>()(store, (query, arg) => {
    const news = {
      tried: arg('tried'),
      checked_at: arg('checkedAt'),
      checks: arg('checks'),
      changes: arg('changes'),
      failures: arg('failures'),
      due: arg('due'),
      key: arg('key'),
      facts: arg('facts'),
    };
    return query
      .insertInto('revisits')
      .values({ page: arg('page'), site: arg('site'), first: arg('first'), ...news })
      .onConflict((conflict) => conflict.column('page').doUpdateSet(news));
  }),

  setFacts: statement<{ page: number; facts: Uint8Array }>()(store, (query, arg) =>
    query
      .updateTable('revisits')
      .set({ facts: arg('facts') })
      .where('page', '=', arg('page')),
  ),

  /** Pages that could be checked. */
  count: statement<object>()(store, (query) =>
    query
      .selectFrom('revisits')
      .select(({ fn }) => fn.countAll<number>().as('pages'))
      .where('due', 'is', null),
  ),

  last: statement<object>()(store, (query) =>
    query.selectFrom('revisits').select(({ fn }) => fn.max('page').as('page')),
  ),

  all: statement<object>()(store, (query) => query.selectFrom('revisits').selectAll().orderBy('page')),

  /** The facts of the pages of a range of ids that wait for a check, one behind the other: far sooner read than rows. */
  facts: statement<{ from: number; to: number; step: number }>()(store, (query, arg) =>
    query
      .selectFrom('revisits')
      .innerJoin('seeds', 'seeds.id', 'revisits.site')
      .select(joinedBytes(sql.ref('revisits.facts')).as('facts'))
      .where('page', '>=', arg('from'))
      .where('page', '<', arg('to'))
      .where('tried', '<', arg('step'))
      .where('due', 'is', null)
      .where('seeds.removed', 'is', null),
  ),

  /** The pages of the largest static keys. */
  strongest: statement<{ step: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('revisits')
      .innerJoin('seeds', 'seeds.id', 'revisits.site')
      .select(['revisits.page', 'revisits.key'])
      .where('key', 'is not', null)
      .where('tried', '<', arg('step'))
      .where('due', 'is', null)
      .where('seeds.removed', 'is', null)
      .orderBy('key', 'desc')
      .orderBy('page')
      .limit(arg('limit')),
  ),

  /** Pages that are gone and are to be looked for again, those that wait longest first. */
  due: statement<{ step: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('revisits')
      .innerJoin('seeds', 'seeds.id', 'revisits.site')
      .select('revisits.page')
      .where('due', '<=', arg('step'))
      .where('tried', '<', arg('step'))
      .where('seeds.removed', 'is', null)
      .orderBy('due')
      .orderBy('page')
      .limit(arg('limit')),
  ),

  /** Where a page is to be asked for; nothing where its user deleted its link. */
  address: statement<{ page: number }>()(store, (query, arg) =>
    query
      .selectFrom('internal_links')
      .innerJoin('revisits', 'revisits.page', 'internal_links.id')
      .select([
        'internal_links.site',
        'internal_links.url',
        'internal_links.level',
        'revisits.tried',
        'revisits.checked_at',
        'revisits.checks',
        'revisits.changes',
      ])
      .where('internal_links.id', '=', arg('page'))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('deletions').select('link').where('kind', '=', 0).whereRef('link', '=', 'internal_links.id'),
          ),
        ),
      ),
  ),

  tried: statement<{ page: number; step: number }>()(store, (query, arg) =>
    query
      .updateTable('revisits')
      .set({ tried: arg('step') })
      .where('page', '=', arg('page')),
  ),

  linkAt: statement<{ site: number; hash: number }>()(store, (query, arg) =>
    query
      .selectFrom('internal_link_identities')
      .select('link as id')
      .where('site', '=', arg('site'))
      .where('hash', '=', arg('hash')),
  ),

  /** Characters of a page's text as it is stored. */
  sizeOf: statement<{ page: number }>()(store, (query, arg) =>
    query.selectFrom('page_versions').select('size').where('page', '=', arg('page')).orderBy('at', 'desc').limit(1),
  ),

  insertCheck: statement<NewCheck>()(store, (query, arg) =>
    query.insertInto('checks').values({
      step: arg('step'),
      page: arg('page'),
      run: arg('run'),
      started_at: arg('startedAt'),
      milliseconds: arg('milliseconds'),
      change: arg('change'),
      way: arg('way'),
      kept: arg('kept'),
      gone: arg('gone'),
      fresh: arg('fresh'),
      signal: arg('signal'),
      priority: arg('priority'),
      new_links: arg('newLinks'),
      removed_links: arg('removedLinks'),
      returned_links: arg('returnedLinks'),
    }),
  ),

  countChecks: statement<{ step: number }>()(store, (query, arg) =>
    query
      .selectFrom('checks')
      .select(({ fn }) => fn.countAll<number>().as('checks'))
      .where('step', '=', arg('step')),
  ),

  /** Checks of a night that a rule learns from: a page that did not answer was not checked. */
  answered: statement<{ step: number }>()(store, (query, arg) =>
    query
      .selectFrom('checks')
      .select(({ fn }) => fn.countAll<number>().as('checks'))
      .where('step', '=', arg('step'))
      .where('change', 'not in', ['unreachable', 'doubted']),
  ),

  /** What a page's last check found. */
  lastChange: statement<{ page: number }>()(store, (query, arg) =>
    query
      .selectFrom('revisits')
      .innerJoin('checks', (join) =>
        join.onRef('checks.step', '=', 'revisits.tried').onRef('checks.page', '=', 'revisits.page'),
      )
      .select('checks.change')
      .where('revisits.page', '=', arg('page')),
  ),

  /** Sites of which a night doubted most of what it read. */
  doubtedSites: statement<{ step: number }>()(store, (query, arg) =>
    query
      .selectFrom('checks')
      .innerJoin('revisits', 'revisits.page', 'checks.page')
      .select('revisits.site')
      .where('step', '=', arg('step'))
      .where('change', '!=', 'unreachable')
      .groupBy('revisits.site')
      .having(sql<number>`2 * sum(change = 'doubted')`, '>', sql<number>`count(*)`),
  ),

  checksOf: statement<{ step: number }>()(store, (query, arg) =>
    query.selectFrom('checks').selectAll().where('step', '=', arg('step')).orderBy('page'),
  ),

  group: statement<{ site: number; pattern: string }>()(store, (query, arg) =>
    query.selectFrom('page_groups').select('id').where('site', '=', arg('site')).where('pattern', '=', arg('pattern')),
  ),

  insertGroup: statement<{ site: number; pattern: string }>()(store, (query, arg) =>
    query
      .insertInto('page_groups')
      .values({ site: arg('site'), pattern: arg('pattern') })
      .returning('id'),
  ),

  validators: statement<{ page: number }>()(store, (query, arg) =>
    query.selectFrom('validators').select(['etag', 'last_modified']).where('page', '=', arg('page')),
  ),

  putValidators: statement<{ page: number; etag: string; lastModified: string }>()(store, (query, arg) => {
    const news = { etag: arg('etag'), last_modified: arg('lastModified') };
    return query
      .insertInto('validators')
      .values({ page: arg('page'), ...news })
      .onConflict((conflict) => conflict.column('page').doUpdateSet(news));
  }),

  removeValidators: statement<{ page: number }>()(store, (query, arg) =>
    query.deleteFrom('validators').where('page', '=', arg('page')),
  ),

  /** Pages read in visits after a given one, oldest first; each has been read once. */
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
