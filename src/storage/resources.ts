import { type ExpressionBuilder, sql } from 'kysely';
import type { ResourceRole } from '../domain/link.ts';
import type { LinkForm } from './link-form.ts';
import type { Store } from './open.ts';
import { LINK_KIND, type Schema } from './schema.ts';
import { after, statement } from './statement.ts';

/** How a page has a resource. */
interface ResourceOnPage extends Omit<LinkForm, 'context' | 'rel'> {
  readonly role: ResourceRole;
  readonly source: number;
  readonly seen: number;
}

interface NewResource extends ResourceOnPage {
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
  strengthen: after(
    [keepForm(store), keepSighting(store)],
    statement<ResourceOnPage & { resource: number }>()(store, (query, arg) =>
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
  ),

  seen: statement<{ link: number; seen: number }>()(store, (query, arg) =>
    query
      .updateTable('resources')
      .set({ last_seen: arg('seen') })
      .where('id', '=', arg('link')),
  ),

  /** Takes out a guess that has proved a link; one that its user deleted stays, deleted. */
  removeGuess: after(
    [keepGuess(store)],
    statement<Proved>()(store, (query, arg) =>
      query
        .deleteFrom('resources')
        .where('site', '=', arg('site'))
        .where('hash', '=', arg('hash'))
        .where('role', '=', 'guess')
        .where(isNotDeleted),
    ),
  ),
});

/** A link that may have been guessed before, and when it was found. */
interface Proved {
  readonly site: number;
  readonly hash: number;
  readonly at: number;
}

const isNotDeleted = ({ not, exists, selectFrom }: ExpressionBuilder<Schema, 'resources'>) =>
  not(
    exists(
      selectFrom('deletions')
        .select('link')
        .where('kind', '=', LINK_KIND.resource)
        .whereRef('link', '=', 'resources.id'),
    ),
  );

/** The columns of `resources` that `proved_guesses` has, too. */
const KEPT = [
  ...(['id', 'site', 'hash', 'method', 'url', 'role', 'host', 'domain', 'source', 'anchor', 'element'] as const),
  ...(['tag_path', 'frame', 'technique', 'first_seen', 'last_seen'] as const),
] as const;

const keepGuess = (store: Store) =>
  statement<Proved>()(store, (query, arg) =>
    query
      .insertInto('proved_guesses')
      .columns([...KEPT, 'proved_at'])
      .expression((eb) =>
        eb
          .selectFrom('resources')
          .select([...KEPT, arg('at').as('at')])
          .where('site', '=', arg('site'))
          .where('hash', '=', arg('hash'))
          .where('role', '=', 'guess')
          .where(isNotDeleted),
      )
      .onConflict((conflict) => conflict.columns(['id', 'proved_at']).doNothing()),
  );

const keepForm = (store: Store) =>
  statement<{ resource: number; seen: number }>()(store, (query, arg) =>
    query
      .insertInto('earlier_forms')
      .columns(['kind', 'link', 'at', 'role', 'source', 'anchor', 'element', 'tag_path', 'frame', 'technique'])
      .expression((eb) =>
        eb
          .selectFrom('resources')
          .select([sql.lit(LINK_KIND.resource).as('kind'), 'id', arg('seen').as('at'), 'role', 'source', 'anchor'])
          .select(['element', 'tag_path', 'frame', 'technique'])
          .where('id', '=', arg('resource')),
      )
      .onConflict((conflict) => conflict.columns(['kind', 'link', 'at']).doNothing()),
  );

const keepSighting = (store: Store) =>
  statement<{ resource: number }>()(store, (query, arg) =>
    query
      .insertInto('link_sightings')
      .columns(['kind', 'link', 'at'])
      .expression((eb) =>
        eb
          .selectFrom('resources')
          .select([sql.lit(LINK_KIND.resource).as('kind'), 'id', 'last_seen'])
          .where('id', '=', arg('resource')),
      )
      .onConflict((conflict) => conflict.columns(['kind', 'link', 'at']).doNothing()),
  );
