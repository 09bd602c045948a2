import { type LinkStatus, linkStatuses } from '../domain/link.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';

/** A status as the table stores it. */
export const statusCode = (status: LinkStatus): number => linkStatuses.indexOf(status);

/** Deaths of the crawler during a visit after which its link is given up. */
export const CRASHES_TO_GIVE_UP = 25;

const SET_ASIDE = (['beyond-depth', 'forbidden', 'nofollow', 'trap', 'excluded'] as const).map(statusCode);

export interface NewInternalLink {
  readonly site: number;
  readonly hash: number;
  readonly url: string;
  readonly level: number;
  readonly source: number | null;
  readonly status: number;
  readonly lane: number | null;
  readonly rank: number | null;
}

export interface NewInternalLinkText {
  readonly link: number;
  readonly anchor: string;
  readonly context: string;
  readonly rel: string;
  readonly element: string;
  readonly tagPath: string;
  readonly frame: string;
  readonly technique: string;
  readonly seen: number;
}

/** Queries on the tables `internal_links` and `internal_link_texts`. */
export const internalLinkQueries = (store: Store) => ({
  find: statement<{ site: number; hash: number }>()(store, (query, arg) =>
    query
      .selectFrom('internal_links')
      .select(['id', 'level', 'status', 'lane', 'removed'])
      .where('site', '=', arg('site'))
      .where('hash', '=', arg('hash')),
  ),

  get: statement<{ link: number }>()(store, (query, arg) =>
    query.selectFrom('internal_links').selectAll().where('id', '=', arg('link')),
  ),

  /** The link of the site's start page. */
  start: statement<{ site: number }>()(store, (query, arg) =>
    query.selectFrom('internal_links').select(['id', 'url']).where('site', '=', arg('site')).orderBy('id').limit(1),
  ),

  insert: statement<NewInternalLink>()(store, (query, arg) =>
    query.insertInto('internal_links').values({
      site: arg('site'),
      hash: arg('hash'),
      url: arg('url'),
      level: arg('level'),
      source: arg('source'),
      status: arg('status'),
      lane: arg('lane'),
      rank: arg('rank'),
      attempts: 0,
      crashes: 0,
      removed: null,
    }),
  ),

  insertText: statement<NewInternalLinkText>()(store, (query, arg) =>
    query.insertInto('internal_link_texts').values({
      link: arg('link'),
      anchor: arg('anchor'),
      context: arg('context'),
      rel: arg('rel'),
      element: arg('element'),
      tag_path: arg('tagPath'),
      frame: arg('frame'),
      technique: arg('technique'),
      first_seen: arg('seen'),
    }),
  ),

  /** Changes how a guess was found to how it is found as a link. */
  updateText: statement<Omit<NewInternalLinkText, 'seen'>>()(store, (query, arg) =>
    query
      .updateTable('internal_link_texts')
      .set({
        anchor: arg('anchor'),
        context: arg('context'),
        rel: arg('rel'),
        element: arg('element'),
        tag_path: arg('tagPath'),
        frame: arg('frame'),
        technique: arg('technique'),
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
    query.selectFrom('internal_link_texts').select(['anchor', 'context', 'tag_path']).where('link', '=', arg('link')),
  ),

  setStatus: statement<{ link: number; status: number }>()(store, (query, arg) =>
    query
      .updateTable('internal_links')
      .set({ status: arg('status') })
      .where('id', '=', arg('link')),
  ),

  place: statement<{ link: number; status: number; level: number; lane: number | null; rank: number | null }>()(
    store,
    (query, arg) =>
      query
        .updateTable('internal_links')
        .set({ status: arg('status'), level: arg('level'), lane: arg('lane'), rank: arg('rank') })
        .where('id', '=', arg('link')),
  ),

  blame: statement<{ link: number; attempts: number; crashes: number }>()(store, (query, arg) =>
    query
      .updateTable('internal_links')
      .set((eb) => ({ attempts: eb('attempts', '+', arg('attempts')), crashes: eb('crashes', '+', arg('crashes')) }))
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
        'internal_links.lane',
        'internal_links.attempts',
        'visits.reason',
        'runs.night',
      ])
      .where('internal_links.status', '=', statusCode('failed'))
      .where('internal_links.crashes', '<', CRASHES_TO_GIVE_UP)
      .where('visits.outcome', '=', 'failed')
      .orderBy('visits.id'),
  ),

  /** Links that a later run may take up, if it does not leave them aside as this one did. */
  setAside: statement<object>()(store, (query) =>
    query.selectFrom('internal_links').selectAll().where('status', 'in', SET_ASIDE),
  ),
});
