import { linksOf } from './internal-links.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';

interface SessionPagesRow {
  readonly site: number;
  readonly pages: number;
  readonly asksPassword: number;
  readonly offersLogIn: number;
  readonly offersLogOut: number;
  /** JSON. */
  readonly blocks: string;
}

/** Queries on the table `session_pages`, and on the pages that are known from earlier sessions. */
export const sessionPageQueries = (store: Store) => ({
  get: statement<{ site: number }>()(store, (query, arg) =>
    query.selectFrom('session_pages').selectAll().where('site', '=', arg('site')),
  ),

  count: statement<object>()(store, (query) =>
    query.selectFrom('session_pages').select(({ fn }) => fn.countAll<number>().as('sites')),
  ),

  put: statement<SessionPagesRow>()(store, (query, arg) => {
    const news = {
      pages: arg('pages'),
      asks_password: arg('asksPassword'),
      offers_log_in: arg('offersLogIn'),
      offers_log_out: arg('offersLogOut'),
      blocks: arg('blocks'),
    };
    return query
      .insertInto('session_pages')
      .values({ site: arg('site'), ...news })
      .onConflict((conflict) => conflict.column('site').doUpdateSet(news));
  }),

  /** Some pages of a site that were read, by the hashes of their identities: in no order of theirs. */
  known: statement<{ site: number; status: number; limit: number }>()(store, (query, arg) =>
    linksOf(query, arg('site'))
      .select(['internal_links.id', 'url'])
      .where('status', '=', arg('status'))
      .where('removed', 'is', null)
      .orderBy('hash')
      .limit(arg('limit')),
  ),
});
