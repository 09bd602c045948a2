import { formColumns, type LinkForm } from './link-form.ts';
import type { Store } from './open.ts';
import { PAGE_LINK } from './schema.ts';
import { statement } from './statement.ts';

interface NewExternalLink extends LinkForm {
  /** The next one: see `nextId`. */
  readonly id: number;
  readonly site: number;
  readonly hash: number;
  readonly url: string;
  readonly host: string;
  readonly domain: string;
  readonly source: number;
  readonly seen: number;
}

/** Queries on the table `external_links`. */
export const externalLinkQueries = (store: Store) => ({
  find: statement<{ site: number; hash: number }>()(store, (query, arg) =>
    query
      .selectFrom('external_links')
      .select(['id', 'last_seen', 'removed', 'anchor', 'tag_path'])
      .where('site', '=', arg('site'))
      .where('hash', '=', arg('hash')),
  ),

  /** A link of the site to a registrable domain that is older than another link. */
  linkTo: statement<{ site: number; domain: string; before: number }>()(store, (query, arg) =>
    query
      .selectFrom('external_links')
      .select('id')
      .where('site', '=', arg('site'))
      .where('domain', '=', arg('domain'))
      .where('id', '<', arg('before'))
      .limit(1),
  ),

  ofPage: statement<{ page: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .innerJoin('external_links', 'external_links.id', 'page_links.target')
      .select(['external_links.id', 'external_links.last_seen'])
      .where('page_links.source', '=', arg('page'))
      .where('page_links.kind', '=', PAGE_LINK.external)
      .where('page_links.removed', 'is', null),
  ),

  nextId: statement<object>()(store, (query) =>
    query
      .selectFrom('external_links')
      .select(({ fn, eb }) => eb(fn.coalesce(fn.max('id'), eb.lit(0)), '+', 1).as('id')),
  ),

  insert: statement<NewExternalLink>()(store, (query, arg) =>
    query.insertInto('external_links').values({
      id: arg('id'),
      site: arg('site'),
      hash: arg('hash'),
      url: arg('url'),
      host: arg('host'),
      domain: arg('domain'),
      source: arg('source'),
      ...formColumns(arg),
      first_seen: arg('seen'),
      last_seen: arg('seen'),
      removed: null,
    }),
  ),

  seen: statement<{ link: number; seen: number }>()(store, (query, arg) =>
    query
      .updateTable('external_links')
      .set({ last_seen: arg('seen') })
      .where('id', '=', arg('link')),
  ),
});
