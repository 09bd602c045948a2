import type { KnownTemplate } from '../domain/template.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** Queries on the table `templates`. */
export const templateQueries = (store: Store) => ({
  all: statement<object>()(store, (query) =>
    query.selectFrom('templates').select(['site', 'pattern', 'shape', 'state', 'equal', 'different']),
  ),

  put: statement<KnownTemplate & { example: string; changedAt: number }>()(store, (query, arg) => {
    const news = {
      state: arg('state'),
      equal: arg('equal'),
      different: arg('different'),
      example: arg('example'),
      changed_at: arg('changedAt'),
    };
    return query
      .insertInto('templates')
      .values({ site: arg('site'), pattern: arg('pattern'), shape: arg('shape'), ...news })
      .onConflict((conflict) => conflict.columns(['site', 'pattern', 'shape']).doUpdateSet(news));
  }),
});
