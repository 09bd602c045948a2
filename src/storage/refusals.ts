import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the table `refusals`: why link orders refused links. */
export const refusalQueries = (store: Store) => ({
  /** `reason`: a row of `texts`. */
  put: statement<{ link: number; reason: number }>()(store, (query, arg) =>
    query
      .insertInto('refusals')
      .values({ link: arg('link'), reason: arg('reason') })
      .onConflict((conflict) => conflict.column('link').doUpdateSet({ reason: arg('reason') })),
  ),

  reasonOf: statement<{ link: number }>()(store, (query, arg) =>
    query
      .selectFrom('refusals')
      .innerJoin('texts', 'texts.id', 'refusals.reason')
      .select('texts.text')
      .where('refusals.link', '=', arg('link')),
  ),
});
