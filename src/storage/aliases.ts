import type { AliasKind } from '../domain/link.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';

interface NewAlias {
  readonly site: number;
  readonly hash: number;
  readonly kind: AliasKind;
  readonly link: number;
  readonly url: string;
  readonly seen: number;
}

/** Queries on the table `aliases`: other addresses of pages. */
export const aliasQueries = (store: Store) => ({
  /** Changes nothing where the alias is known. */
  insert: statement<NewAlias>()(store, (query, arg) =>
    query
      .insertInto('aliases')
      .values({
        site: arg('site'),
        hash: arg('hash'),
        kind: arg('kind'),
        link: arg('link'),
        url: arg('url'),
        first_seen: arg('seen'),
      })
      .onConflict((conflict) => conflict.columns(['site', 'hash', 'kind', 'link']).doNothing()),
  ),
});
