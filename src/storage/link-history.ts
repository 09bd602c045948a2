import type { LinkEvent } from '../domain/history.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the tables `link_events` and `link_sightings`, and on the columns `removed` of the link tables. */
export const linkHistoryQueries = (store: Store) => {
  const setRemoved = (table: 'internal_links' | 'external_links' | 'bad_links') =>
    statement<{ link: number; removed: number | null }>()(store, (query, arg) =>
      query
        .updateTable(table)
        .set({ removed: arg('removed') })
        .where('id', '=', arg('link')),
    );
  return {
    setRemoved: {
      internal: setRemoved('internal_links'),
      external: setRemoved('external_links'),
      bad: setRemoved('bad_links'),
    },

    addEvent: statement<{ kind: number; link: number; at: number; event: LinkEvent }>()(store, (query, arg) =>
      query
        .insertInto('link_events')
        .values({ kind: arg('kind'), link: arg('link'), at: arg('at'), event: arg('event') }),
    ),

    addSighting: statement<{ kind: number; link: number; at: number }>()(store, (query, arg) =>
      query
        .insertInto('link_sightings')
        .values({ kind: arg('kind'), link: arg('link'), at: arg('at') })
        .onConflict((conflict) => conflict.columns(['kind', 'link', 'at']).doNothing()),
    ),
  };
};
