import { type Expression, type Kysely, sql } from 'kysely';
import { type LinkRole, type LinkStatus, linkStatuses } from '../domain/link.ts';
import { TIER } from '../domain/rank.ts';
import { formColumns, type LinkForm } from './link-form.ts';
import type { Store } from './open.ts';
import { LINK_KIND, type Schema } from './schema.ts';
import { after, allOf, statement, statementOfRows } from './statement.ts';

/** A status as the table stores it. */
export const statusCode = (status: LinkStatus): number => linkStatuses.indexOf(status);

/** Deaths of the crawler during a visit after which its link is given up. */
export const CRASHES_TO_GIVE_UP = 25;

/** Written out as the index internal_links_aside has it: failed links, and those that were set aside. */
const TAKEN_UP_LATER = sql<boolean>`status in (4, 6, 8, 9, 10, 11)`;

/** A status as exports of an earlier time have it: a link that is being visited waits for its result. */
const lastingStatus = sql<number>`case status when ${sql.lit(statusCode('claimed'))} then ${sql.lit(statusCode('waiting'))} else status end`;

/** A link's new place; `at`: when it gets it, so that exports as of an earlier time know the old one. */
interface LinkPlace {
  readonly link: number;
  readonly status: number;
  readonly level: number;
  readonly tier: number;
  readonly rank: number | null;
  /** The row of `queue_groups`; null where it does not wait. */
  readonly group: number | null;
  readonly at: number;
}

interface NewInternalLink {
  /** The next one: see `nextId`. */
  readonly id: number;
  readonly site: number;
  readonly hash: number;
  readonly url: string;
  readonly level: number;
  readonly source: number | null;
  readonly status: number;
  readonly tier: number;
  readonly rank: number | null;
  readonly group: number | null;
}

interface NewInternalLinkText extends LinkForm {
  readonly link: number;
  readonly role: LinkRole;
  readonly seen: number;
}

/** An internal link with its text as it was found first; null where nobody found it as a link. */
export interface KnownWithText {
  readonly hash: number;
  readonly id: number;
  readonly url: string;
  readonly level: number;
  readonly status: number;
  readonly tier: number;
  readonly removed: number | null;
  readonly anchor: string | null;
  readonly tag_path: string | null;
}

/** Queries on the tables `internal_links`, `internal_link_identities` and `internal_link_texts`. */
export const internalLinkQueries = (store: Store) => ({
  find: statement<{ site: number; hash: number }>()(store, (query, arg) =>
    linksOf(query, arg('site'))
      .select(['internal_links.id', 'level', 'status', 'tier', 'removed'])
      .where('hash', '=', arg('hash')),
  ),

  /** Those of a site's links that are known, with what tells whether they stand on a page as where they were found first: asked for all links of every page. */
  findWithText: statementOfRows<{ site: number; hash: number }>()<KnownWithText>(store, (query, links, all) =>
    linksOf(query, all('site'))
      .leftJoin('internal_link_texts', 'internal_link_texts.link', 'internal_links.id')
      .select(['hash', 'internal_links.id', 'url', 'level', 'status', 'tier', 'removed', 'anchor', 'tag_path'])
      .where(
        'hash',
        'in',
        links.map((arg) => arg('hash')),
      ),
  ),

  get: statement<{ link: number }>()(store, (query, arg) =>
    query.selectFrom('internal_links').selectAll().where('id', '=', arg('link')),
  ),

  /** The link of the site's start page. */
  start: statement<{ site: number }>()(store, (query, arg) =>
    linksOf(query, arg('site')).select(['internal_links.id', 'url', 'status']).orderBy('internal_links.id').limit(1),
  ),

  /** A link of the site; which one, nobody says. */
  anyOf: statement<{ site: number }>()(store, (query, arg) =>
    query.selectFrom('internal_link_identities').select('link').where('site', '=', arg('site')).limit(1),
  ),

  /** The id of the link that is inserted next. */
  nextId: statement<object>()(store, (query) =>
    query
      .selectFrom('internal_links')
      .select(({ fn, eb }) => eb(fn.coalesce(fn.max('id'), eb.lit(0)), '+', 1).as('id')),
  ),

  insert: allOf(
    statementOfRows<NewInternalLink>()(store, (query, links) =>
      query.insertInto('internal_links').values(
        links.map((arg) => ({
          id: arg('id'),
          site: arg('site'),
          url: arg('url'),
          level: arg('level'),
          source: arg('source'),
          status: arg('status'),
          tier: arg('tier'),
          rank: arg('rank'),
          queue_group: arg('group'),
        })),
      ),
    ),
    statementOfRows<NewInternalLink>()(store, (query, links) =>
      query
        .insertInto('internal_link_identities')
        .values(links.map((arg) => ({ site: arg('site'), hash: arg('hash'), link: arg('id') }))),
    ),
  ),

  /** Gives a link another identity, which none of its site's has. */
  setHash: statement<{ site: number; hash: number; to: number }>()(store, (query, arg) =>
    query
      .updateTable('internal_link_identities')
      .set({ hash: arg('to') })
      .where('site', '=', arg('site'))
      .where('hash', '=', arg('hash')),
  ),

  insertText: statementOfRows<NewInternalLinkText>()(store, (query, links) =>
    query.insertInto('internal_link_texts').values(
      links.map((arg) => ({
        link: arg('link'),
        ...formColumns(arg),
        role: arg('role'),
        first_seen: arg('seen'),
      })),
    ),
  ),

  /** Changes how a guess was found to how it is found as a link. */
  updateText: statement<Omit<NewInternalLinkText, 'seen'>>()(store, (query, arg) =>
    query
      .updateTable('internal_link_texts')
      .set({
        ...formColumns(arg),
        role: arg('role'),
      })
      .where('link', '=', arg('link')),
  ),

  setSource: statement<{ link: number; source: number }>()(store, (query, arg) =>
    query
      .updateTable('internal_links')
      .set({ source: arg('source') })
      .where('id', '=', arg('link')),
  ),

  text: statement<{ link: number }>()(store, (query, arg) =>
    query
      .selectFrom('internal_link_texts')
      .select(['anchor', 'context', 'rel', 'element', 'tag_path', 'technique', 'role'])
      .where('link', '=', arg('link')),
  ),

  /** A visit begins: to history the link still waits. */
  claim: statement<{ link: number }>()(store, (query, arg) =>
    query
      .updateTable('internal_links')
      .set({ status: statusCode('claimed') })
      .where('id', '=', arg('link')),
  ),

  setStatus: after(
    [keepStatus(store)],
    statement<{ link: number; status: number; at: number }>()(store, (query, arg) =>
      query
        .updateTable('internal_links')
        .set({ status: arg('status') })
        .where('id', '=', arg('link')),
    ),
  ),

  place: after(
    [keepStatus(store), keepLevel(store), keepGuess(store)],
    statement<LinkPlace>()(store, (query, arg) =>
      query
        .updateTable('internal_links')
        .set({
          status: arg('status'),
          level: arg('level'),
          tier: arg('tier'),
          rank: arg('rank'),
          queue_group: arg('group'),
        })
        .where('id', '=', arg('link')),
    ),
  ),

  blame: statement<{ link: number; attempts: number }>()(store, (query, arg) =>
    query
      .updateTable('internal_links')
      .set((eb) => ({ attempts: eb('attempts', '+', arg('attempts')) }))
      .where('id', '=', arg('link')),
  ),

  /** Visits that failed of links that are given up, oldest first; `night`: the one that the visit's run served. */
  failed: statement<object>()(store, (query) =>
    query
      .selectFrom('internal_links')
      .innerJoin('visits', 'visits.link', 'internal_links.id')
      .innerJoin('runs', 'runs.id', 'visits.run')
      .select([
        'internal_links.id',
        'internal_links.site',
        'internal_links.url',
        'internal_links.level',
        'internal_links.status',
        'internal_links.tier',
        'internal_links.attempts',
        'visits.reason',
        'runs.night',
      ])
      .where(TAKEN_UP_LATER)
      .where('internal_links.status', '=', statusCode('failed'))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('crashes')
              .select('crashes.link')
              .whereRef('crashes.link', '=', 'internal_links.id')
              .where('crashes.crashes', '>=', CRASHES_TO_GIVE_UP),
          ),
        ),
      )
      .where('visits.outcome', '=', 'failed')
      .orderBy('visits.id'),
  ),

  /** The next links of a status that a later run may take up, if it does not leave them aside as this one did. */
  setAside: statement<{ status: number; after: number; limit: number }>()(store, (query, arg) =>
    query
      .selectFrom('internal_links')
      .selectAll()
      .where(TAKEN_UP_LATER)
      .where('status', '=', arg('status'))
      .where('id', '>', arg('after'))
      .orderBy('id')
      .limit(arg('limit')),
  ),

  /** The next links of a site by their identity, which has nothing to do with their places in the queue: the first of a queue costs a look when it is taken out. */
  ofSite: statement<{ site: number; after: number; limit: number }>()(store, (query, arg) =>
    linksOf(query, arg('site'))
      .select(['internal_links.id', 'hash', 'url', 'level', 'status', 'tier', 'rank', 'queue_group'])
      .where('hash', '>', arg('after'))
      .orderBy('hash')
      .limit(arg('limit')),
  ),
});

/** The links of a site, by their identities. */
export const linksOf = (query: Kysely<Schema>, site: Expression<number>) =>
  query
    .selectFrom('internal_link_identities')
    .innerJoin('internal_links', 'internal_links.id', 'internal_link_identities.link')
    .where('internal_link_identities.site', '=', site);

const keepStatus = (store: Store) =>
  statement<Pick<LinkPlace, 'link' | 'status' | 'at'>>()(store, (query, arg) =>
    query
      .insertInto('status_changes')
      .columns(['link', 'at', 'status'])
      .expression((eb) =>
        eb
          .selectFrom('internal_links')
          .select(['id', arg('at').as('at'), lastingStatus.as('status')])
          .where('id', '=', arg('link'))
          .where(lastingStatus, '<>', arg('status')),
      )
      .onConflict((conflict) => conflict.columns(['link', 'at']).doNothing()),
  );

const keepLevel = (store: Store) =>
  statement<Pick<LinkPlace, 'link' | 'level' | 'at'>>()(store, (query, arg) =>
    query
      .insertInto('level_changes')
      .columns(['link', 'at', 'level'])
      .expression((eb) =>
        eb
          .selectFrom('internal_links')
          .select(['id', arg('at').as('at'), 'level'])
          .where('id', '=', arg('link'))
          .where('level', '<>', arg('level')),
      )
      .onConflict((conflict) => conflict.columns(['link', 'at']).doNothing()),
  );

/** Of a guess that leaves its tier: how it was found as one. */
const keepGuess = (store: Store) =>
  statement<Pick<LinkPlace, 'link' | 'tier' | 'at'>>()(store, (query, arg) =>
    query
      .insertInto('earlier_forms')
      .columns([
        'kind',
        'link',
        'at',
        'role',
        'source',
        'anchor',
        'context',
        'rel',
        'element',
        'tag_path',
        'frame',
        'technique',
      ])
      .expression((eb) =>
        eb
          .selectFrom('internal_links as link')
          .leftJoin('internal_link_texts as text', 'text.link', 'link.id')
          .select([sql.lit(LINK_KIND.internal).as('kind'), 'link.id', arg('at').as('at'), sql.lit('guess').as('role')])
          .select(['link.source', 'text.anchor', 'text.context', 'text.rel', 'text.element', 'text.tag_path'])
          .select(['text.frame', 'text.technique'])
          .where('link.id', '=', arg('link'))
          .where('link.tier', '=', TIER.guess)
          .where(sql<boolean>`${arg('tier')} <> ${sql.lit(TIER.guess)}`),
      )
      .onConflict((conflict) => conflict.columns(['kind', 'link', 'at']).doNothing()),
  );
