import type { Store } from './open.ts';
import { statement } from './statement.ts';
import { selectFrom } from './table-statements.ts';

/** Queries for those who ask why a link was visited when it was, or why it was not. */
export const decisionQueries = (store: Store) => ({
  /** The last visit of a link; `number` counts the visits of the crawl, from 1. */
  visit: statement<{ link: number }>()(store, (query, arg) =>
    query
      .selectFrom('visits')
      .leftJoin('seeds', 'seeds.id', 'visits.next_site')
      .selectAll('visits')
      .select('seeds.short_name as next_name')
      .select(({ selectFrom }) =>
        selectFrom('visits as earlier')
          .select(({ fn }) => fn.countAll<number>().as('number'))
          .whereRef('earlier.id', '<=', 'visits.id')
          .as('number'),
      )
      .where('visits.link', '=', arg('link'))
      .orderBy('visits.id', 'desc')
      .limit(1),
  ),

  /** How many links of the site stand before a place in its queue. */
  before: statement<{ site: number; group: number; rank: number; link: number }>()(store, (query, arg) =>
    query
      .selectFrom('queue')
      .innerJoin('queue_groups as g', 'g.id', 'queue.queue_group')
      .innerJoin('queue_groups as own', (join) => join.on('own.id', '=', arg('group')))
      .select(({ fn }) => fn.countAll<number>().as('links'))
      .where('g.site', '=', arg('site'))
      .where((eb) =>
        eb.or([
          eb('g.tier', '>', eb.ref('own.tier')),
          eb.and([
            eb('g.tier', '=', eb.ref('own.tier')),
            eb.or([
              eb('g.lane', '>', eb.ref('own.lane')),
              eb.and([
                eb('g.lane', '=', eb.ref('own.lane')),
                eb.or([
                  eb('g.value', '>', eb.ref('own.value')),
                  eb.and([
                    eb('g.value', '=', eb.ref('own.value')),
                    eb.or([
                      eb('rank', '>', arg('rank')),
                      eb.and([eb('rank', '=', arg('rank')), eb('link', '<', arg('link'))]),
                    ]),
                  ]),
                ]),
              ]),
            ]),
          ]),
        ]),
      ),
  ),

  deletion: selectFrom(store, 'deletions', ['deleted_at'], ['kind', 'link']),

  /** Why a link order refused a link last. */
  refusal: statement<{ link: number }>()(store, (query, arg) =>
    query
      .selectFrom('refusals')
      .innerJoin('texts', 'texts.id', 'refusals.reason')
      .select('texts.text')
      .where('refusals.link', '=', arg('link')),
  ),
});
