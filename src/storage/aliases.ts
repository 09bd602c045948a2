import type { AliasKind } from '../domain/link.ts';
import type { Store } from './open.ts';
import { statement, statementOfRows } from './statement.ts';

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

  /** How the address of a link that waits, or is being visited, is spelled elsewhere; by its identity. */
  spelling: statement<{ site: number; hash: number; link: number }>()(store, (query, arg) =>
    query
      .selectFrom('aliases')
      .select('url')
      .where('site', '=', arg('site'))
      .where('hash', '=', arg('hash'))
      .where('kind', '=', 'spelling')
      .where('link', '=', arg('link')),
  ),

  /** Those of some identities of a site that are known to redirect, with the link whose page they lead to. */
  redirects: statementOfRows<{ site: number; hash: number }>()(store, (query, rows, all) =>
    query
      .selectFrom('aliases')
      .select(['hash', 'link'])
      .where('site', '=', all('site'))
      .where('kind', '=', 'redirect')
      .where(
        'hash',
        'in',
        rows.map((arg) => arg('hash')),
      ),
  ),
});
