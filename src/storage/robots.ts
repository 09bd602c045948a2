import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the table `robots`: the robots.txt files that were read. */
export const robotsQueries = (store: Store) => ({
  get: statement<{ origin: string }>()(store, (query, arg) =>
    query.selectFrom('robots').select(['fetched_at', 'body']).where('origin', '=', arg('origin')),
  ),

  put: statement<{ origin: string; fetchedAt: number; httpStatus: number; body: string }>()(store, (query, arg) =>
    query
      .insertInto('robots')
      .values({
        origin: arg('origin'),
        fetched_at: arg('fetchedAt'),
        http_status: arg('httpStatus'),
        body: arg('body'),
      })
      .onConflict((conflict) =>
        conflict
          .column('origin')
          .doUpdateSet({ fetched_at: arg('fetchedAt'), http_status: arg('httpStatus'), body: arg('body') }),
      ),
  ),
});
