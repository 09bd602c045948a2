import type { ResourceRole } from '../domain/link.ts';
import type { Store } from './open.ts';
import { LINK_KIND } from './schema.ts';
import { statement } from './statement.ts';

/** How a page has a resource. */
interface ResourceOnPage {
  readonly role: ResourceRole;
  readonly source: number;
  readonly anchor: string;
  readonly element: string;
  readonly tagPath: string;
  readonly frame: string;
  readonly technique: string;
  readonly seen: number;
}

export interface NewResource extends ResourceOnPage {
  readonly site: number;
  readonly hash: number;
  readonly method: string;
  readonly url: string;
  readonly host: string;
  readonly domain: string;
}

/** Queries on the table `resources`. */
export const resourceQueries = (store: Store) => ({
  find: statement<{ site: number; hash: number }>()(store, (query, arg) =>
    query
      .selectFrom('resources')
      .select(['id', 'role', 'last_seen'])
      .where('site', '=', arg('site'))
      .where('hash', '=', arg('hash')),
  ),

  insert: statement<NewResource>()(store, (query, arg) =>
    query.insertInto('resources').values({
      site: arg('site'),
      hash: arg('hash'),
      method: arg('method'),
      url: arg('url'),
      role: arg('role'),
      host: arg('host'),
      domain: arg('domain'),
      source: arg('source'),
      anchor: arg('anchor'),
      element: arg('element'),
      tag_path: arg('tagPath'),
      frame: arg('frame'),
      technique: arg('technique'),
      first_seen: arg('seen'),
      last_seen: arg('seen'),
    }),
  ),

  /** Found in a stronger role: takes it, and how it was found so. */
  strengthen: statement<ResourceOnPage & { resource: number }>()(store, (query, arg) =>
    query
      .updateTable('resources')
      .set({
        role: arg('role'),
        source: arg('source'),
        anchor: arg('anchor'),
        element: arg('element'),
        tag_path: arg('tagPath'),
        frame: arg('frame'),
        technique: arg('technique'),
        last_seen: arg('seen'),
      })
      .where('id', '=', arg('resource')),
  ),

  seen: statement<{ link: number; seen: number }>()(store, (query, arg) =>
    query
      .updateTable('resources')
      .set({ last_seen: arg('seen') })
      .where('id', '=', arg('link')),
  ),

  /** Takes out a guess that has proved a link; one that its user deleted stays, deleted. */
  removeGuess: statement<{ site: number; hash: number }>()(store, (query, arg) =>
    query
      .deleteFrom('resources')
      .where('site', '=', arg('site'))
      .where('hash', '=', arg('hash'))
      .where('role', '=', 'guess')
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('deletions')
              .select('link')
              .where('kind', '=', LINK_KIND.resource)
              .whereRef('link', '=', 'resources.id'),
          ),
        ),
      ),
  ),
});
