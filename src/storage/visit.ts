import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { FoundLink } from '../domain/link.ts';
import { TIER } from '../domain/rank.ts';
import type { Store } from './open.ts';
import { LINK_KIND, PAGE_LINK, type Schema } from './schema.ts';
import { lastingStatus } from './sql-texts.ts';
import { after, both, statement, statementOfRows } from './statement.ts';
import {
  allFrom,
  deleteFrom,
  insertInto,
  insertRowsInto,
  keeping,
  nextIdOf,
  putInto,
  selectFrom,
  selectRowsFrom,
  updateRowsOf,
  updateTable,
} from './table-statements.ts';

/*
 * Queries of a visit, in the order of use: the visited page, its known links, new links of each kind, edges, the visit
 * itself, and counts of URL families. claim.ts has the queries before a visit.
 */

/** Other addresses of pages. */
export const aliasQueries = (store: Store) => ({
  /** Finds known aliases of a site and kind, each with the link of the page. */
  some: selectRowsFrom(store, 'aliases', ['hash', 'link'], ['site', 'kind'], 'hash'),
  /** Finds an alias by its identity, as the spelling of the address may differ. */
  find: selectFrom(store, 'aliases', ['url'], ['site', 'hash', 'kind', 'link']),
  /** Inserts an alias; ignores a known one. */
  insert: insertInto(store, 'aliases', ['site', 'hash', 'kind', 'link', 'url', 'first_seen'], 'on conflict do nothing'),
});

/** Internal link with the text that was found first; null without a text. */
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

/** Selects the links of a site by their identities. */
export const linksOf = (query: Kysely<Schema>, site: Expression<number>) =>
  query
    .selectFrom('internal_link_identities')
    .innerJoin('internal_links', 'internal_links.id', 'internal_link_identities.link')
    .where('internal_link_identities.site', '=', site);

/** Columns that tell how a link was found first. */
const FORM = ['anchor', 'context', 'rel', 'element', 'tag_path', 'frame', 'technique'] as const;

/** Returns the values of the columns `FORM`. */
export const formOf = ({ anchor, context, rel, element, tagPath, frame, technique }: FoundForm) => ({
  anchor,
  context,
  rel,
  element,
  tag_path: tagPath,
  frame,
  technique,
});

type FoundForm = Pick<FoundLink, 'anchor' | 'context' | 'rel' | 'element' | 'tagPath' | 'frame' | 'technique'>;

/** Queries on internal links, their identities and texts. */
export const internalLinkQueries = (store: Store) => ({
  find: statement<{ site: number; hash: number }>()(store, (query, arg) =>
    linksOf(query, arg('site'))
      .select(['internal_links.id', 'level', 'status', 'tier', 'removed'])
      .where('hash', '=', arg('hash')),
  ),
  /** Finds known links of a site, with text and tag path to compare; runs for all links of every page. */
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
  get: allFrom(store, 'internal_links', ['id']),
  some: selectRowsFrom(store, 'internal_links', ['id', 'site', 'status', 'tier', 'rank', 'queue_group'], [], 'id'),
  text: selectFrom(
    store,
    'internal_link_texts',
    ['anchor', 'context', 'rel', 'element', 'tag_path', 'technique', 'role'],
    ['link'],
  ),
  /** Finds the link of the site's start page. */
  start: statement<{ site: number }>()(store, (query, arg) =>
    linksOf(query, arg('site')).select(['internal_links.id', 'url', 'status']).orderBy('internal_links.id').limit(1),
  ),
  /** Finds any link of the site. */
  anyOf: statement<{ site: number }>()(store, (query, arg) =>
    query.selectFrom('internal_link_identities').select('link').where('site', '=', arg('site')).limit(1),
  ),
  nextId: nextIdOf(store, 'internal_links'),
  insert: both(
    insertRowsInto(store, 'internal_links', [
      ...(['id', 'site', 'url', 'level', 'source', 'status', 'tier', 'rank', 'queue_group'] as const),
    ]),
    statementOfRows<{ site: number; hash: number; id: number }>()(store, (query, links) =>
      query
        .insertInto('internal_link_identities')
        .values(links.map((arg) => ({ site: arg('site'), hash: arg('hash'), link: arg('id') }))),
    ),
  ),
  insertText: insertRowsInto(store, 'internal_link_texts', ['link', ...FORM, 'role', 'first_seen']),
  /** Replaces the form of a guess by the form of the link that proves the guess. */
  updateText: updateTable(store, 'internal_link_texts', [...FORM, 'role'], ['link']),
  setSource: updateTable(store, 'internal_links', ['source'], ['id']),
  /** Gives a link another identity, which must be unused on its site. */
  setHash: statement<{ site: number; hash: number; to: number }>()(store, (query, arg) =>
    query
      .updateTable('internal_link_identities')
      .set({ hash: arg('to') })
      .where('site', '=', arg('site'))
      .where('hash', '=', arg('hash')),
  ),
  setStatus: after<{ id: number; status: number; at: number }, never>(
    [keepStatus(store)],
    updateTable(store, 'internal_links', ['status'], ['id']),
  ),
  place: after<LinkPlace, never>(
    [keepStatus(store), keepLevel(store), keepGuess(store)],
    updateTable(store, 'internal_links', ['status', 'level', 'tier', 'rank', 'queue_group'], ['id']),
  ),
  /** Changes ranks of waiting links; status, level and tier stay. */
  move: updateRowsOf(store, 'internal_links', 'id', ['rank', 'queue_group']),
  blame: statement<{ id: number; attempts: number }>()(store, (query, arg) =>
    query
      .updateTable('internal_links')
      .set((eb) => ({ attempts: eb('attempts', '+', arg('attempts')) }))
      .where('id', '=', arg('id')),
  ),
});

/** New place of a link, with the time `at` of the change, so that exports as of earlier use the old place. */
interface LinkPlace {
  readonly id: number;
  readonly status: number;
  readonly level: number;
  readonly tier: number;
  readonly rank: number | null;
  /** Row of `queue_groups`; null for a link that does not wait. */
  readonly queue_group: number | null;
  readonly at: number;
}

function keepStatus(store: Store) {
  return keeping<Pick<LinkPlace, 'id' | 'status' | 'at'>>()(
    store,
    'status_changes',
    ['link', 'at', 'status'],
    (arg) => sql`select id, ${arg('at')}, ${lastingStatus(sql.ref('status'))} from internal_links
      where id = ${arg('id')} and ${lastingStatus(sql.ref('status'))} <> ${lastingStatus(arg('status'))}`,
  );
}

function keepLevel(store: Store) {
  return keeping<Pick<LinkPlace, 'id' | 'level' | 'at'>>()(
    store,
    'level_changes',
    ['link', 'at', 'level'],
    (arg) => sql`select id, ${arg('at')}, level from internal_links
      where id = ${arg('id')} and level <> ${arg('level')}`,
  );
}

/** Stores the form of a guess that leaves its tier. */
function keepGuess(store: Store) {
  return keeping<Pick<LinkPlace, 'id' | 'tier' | 'at'>>()(
    store,
    'earlier_forms',
    ['kind', 'link', 'at', 'role', 'source', ...FORM],
    (arg) => sql`select ${sql.lit(LINK_KIND.internal)}, link.id, ${arg('at')}, 'guess', link.source,
        text.anchor, text.context, text.rel, text.element, text.tag_path, text.frame, text.technique
      from internal_links link left join internal_link_texts text on text.link = link.id
      where link.id = ${arg('id')} and link.tier = ${sql.lit(TIER.guess)} and ${arg('tier')} <> ${sql.lit(TIER.guess)}`,
  );
}

/** Queries on external links. */
export const externalLinkQueries = (store: Store) => ({
  find: selectFrom(store, 'external_links', ['id'], ['site', 'hash']),
  /** Finds known links of a site. */
  some: selectRowsFrom(
    store,
    'external_links',
    ['hash', 'id', 'last_seen', 'removed', 'anchor', 'tag_path'],
    ['site'],
    'hash',
  ),
  /** Finds a link of the site to a registrable domain. */
  linkTo: statement<{ site: number; domain: string }>()(store, (query, arg) =>
    query
      .selectFrom('external_links')
      .select('id')
      .where('site', '=', arg('site'))
      .where('domain', '=', arg('domain'))
      .limit(1),
  ),
  nextId: nextIdOf(store, 'external_links'),
  insert: insertInto(store, 'external_links', [
    ...(['id', 'site', 'hash', 'url', 'host', 'domain', 'source', ...FORM, 'first_seen', 'last_seen'] as const),
  ]),
  seen: updateTable(store, 'external_links', ['last_seen'], ['id']),
  ofPage: statement<{ page: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .innerJoin('external_links', 'external_links.id', 'page_links.target')
      .select(['external_links.id', 'external_links.last_seen'])
      .where('page_links.source', '=', arg('page'))
      .where('page_links.kind', '=', PAGE_LINK.external)
      .where('page_links.removed', 'is', null),
  ),
});

/** Queries on bad links. */
export const badLinkQueries = (store: Store) => ({
  find: selectFrom(store, 'bad_links', ['id', 'removed'], ['site', 'hash']),
  insert: insertInto(
    store,
    'bad_links',
    ['site', 'hash', 'raw', 'reason', 'source', 'anchor', 'element', 'technique', 'first_seen'],
    'returning id',
  ),
});

const ON_PAGE = ['role', 'source', 'anchor', 'element', 'tag_path', 'frame', 'technique'] as const;
const RESOURCE = ['site', 'hash', 'method', 'url', 'host', 'domain', ...ON_PAGE, 'first_seen', 'last_seen'] as const;

/** Queries on resources. */
export const resourceQueries = (store: Store) => ({
  find: selectFrom(store, 'resources', ['id', 'role', 'last_seen'], ['site', 'hash']),
  insert: insertInto(store, 'resources', RESOURCE),
  /** Gives a resource a stronger role and its form; stores the earlier ones for exports as of an earlier time. */
  strengthen: strengthen(store),
  seen: updateTable(store, 'resources', ['last_seen'], ['id']),
  /** Finds known resources of a site in a role. */
  some: selectRowsFrom(store, 'resources', ['hash'], ['site', 'role'], 'hash'),
  /** Removes a guess that proved to be a link; a guess that the user deleted stays deleted. */
  removeGuess: after<Proved, unknown>(
    [
      keeping<Proved>()(
        store,
        'proved_guesses',
        ['id', ...RESOURCE, 'proved_at'],
        (arg) => sql`select id, ${sql.join(RESOURCE.map((name) => sql.ref(name)))}, ${arg('at')}
          from resources where ${isGuess(arg)}`,
      ),
    ],
    statement<Proved>()(store, (query, arg) => query.deleteFrom('resources').where(isGuess(arg))),
  ),
});

/** Link that may have been a guess before, and the time at which the link was found. */
interface Proved {
  readonly site: number;
  readonly hash: number;
  readonly at: number;
}

const isGuess = (arg: (name: 'site' | 'hash') => RawBuilder<number>) =>
  sql<boolean>`site = ${arg('site')} and hash = ${arg('hash')} and role = 'guess'
    and not exists (select 1 from deletions where kind = ${sql.lit(LINK_KIND.resource)} and link = resources.id)`;

function strengthen(store: Store) {
  const own = updateTable(store, 'resources', [...ON_PAGE, 'last_seen'], ['id']);
  const form = keeping<{ id: number; last_seen: number }>()(
    store,
    'earlier_forms',
    ['kind', 'link', 'at', ...ON_PAGE],
    (arg) => sql`select ${sql.lit(LINK_KIND.resource)}, id, ${arg('last_seen')},
      ${sql.join(ON_PAGE.map((name) => sql.ref(name)))} from resources where id = ${arg('id')}`,
  );
  const sighting = keeping<{ id: number }>()(
    store,
    'link_sightings',
    ['kind', 'link', 'at'],
    (arg) => sql`select ${sql.lit(LINK_KIND.resource)}, id, last_seen from resources where id = ${arg('id')}`,
  );
  return after([form, sighting], own);
}

/** Queries on texts, which many rows share. */
export const textQueries = (store: Store) => ({
  find: selectFrom(store, 'texts', ['id'], ['text']),
  insert: insertInto(store, 'texts', ['text'], 'returning id'),
});

/** Queries on refusals by link orders; `reason` is a row of `texts`. */
export const refusalQueries = (store: Store) => ({
  put: putInto(store, 'refusals', ['link'], ['reason']),
});

export const EDGE = ['source', 'kind', 'target'] as const;
export const ON_EDGE = ['place', 'anchor', 'tag_path'] as const;

/** Queries on edges of the graph. `anchor` and `tag_path` are rows of `texts`; null for the link's own text. */
export const pageLinkQueries = (store: Store) => ({
  /** Inserts edges of a visit; ignores known ones. */
  insert: insertRowsInto(store, 'page_links', [...EDGE, ...ON_EDGE], 'on conflict do nothing'),
  /** Finds current links of a page that have a level deeper than `level`. */
  deeperTargets: statement<{ source: number; level: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .innerJoin('internal_links', 'internal_links.id', 'page_links.target')
      .select(['internal_links.id', 'internal_links.status'])
      .where('page_links.source', '=', arg('source'))
      .where('page_links.kind', '=', PAGE_LINK.internal)
      .where('page_links.removed', 'is', null)
      .where('internal_links.level', '>', arg('level')),
  ),
  /** Counts a page's links of a kind. */
  count: statement<{ source: number; kind: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select(({ fn }) => fn.countAll<number>().as('links'))
      .where('source', '=', arg('source'))
      .where('kind', '=', arg('kind'))
      .where('removed', 'is', null),
  ),
  /** Finds the current or last place of an edge. */
  place: selectFrom(store, 'page_links', ['place'], EDGE),
});

/** Queries on visits. */
export const visitQueries = (store: Store) => ({
  insert: insertInto(
    store,
    'visits',
    [
      ...(['run', 'site', 'link', 'level', 'page', 'started_at', 'milliseconds', 'outcome', 'reason'] as const),
      ...(['http_status', 'content_type', 'title', 'new_internal', 'new_external', 'reward'] as const),
      ...(['tier', 'lane', 'rank', 'site_visits', 'site_reward', 'all_visits', 'reward_max', 'ready'] as const),
      ...(['site_score', 'next_site', 'next_score', 'rendering', 'relevance', 'view_age'] as const),
    ],
    'returning id',
  ),
  /** Deletes a visit that failed because of an outage. */
  remove: deleteFrom(store, 'visits', ['id']),
});

/** Queries on traps, and on families of addresses that may become traps. */
export const trapQueries = (store: Store) => ({
  all: statement<object>()(store, (query) => query.selectFrom('traps').selectAll().orderBy('id')),
  /** Adds to the links of a trap; inserts a new trap. */
  count: insertInto(
    store,
    'traps',
    ['site', 'kind', 'pattern', 'links', 'example', 'first_seen'],
    'on conflict (site, kind, pattern) do update set links = traps.links + excluded.links',
  ),
  forget: statement<object>()(store, (query) => query.deleteFrom('traps')),
  /** Resets the page counts; the parameters stay known. */
  forgetFamilies: statement<object>()(store, (query) => query.updateTable('link_families').set({ unproductive: 0 })),
  family: allFrom(store, 'link_families', ['site', 'pattern']),
  addFamily: insertInto(store, 'link_families', ['site', 'pattern', 'unproductive', 'parameters'], 'returning id'),
  setUnproductive: updateTable(store, 'link_families', ['unproductive'], ['id']),
  setParameters: updateTable(store, 'link_families', ['parameters'], ['id']),
  /** Inserts a parameter; ignores a known one. */
  addParameter: insertInto(store, 'family_parameters', ['family', 'hash', 'first'], 'on conflict do nothing'),
  parameter: selectFrom(store, 'family_parameters', ['first'], ['family', 'hash']),
});
