import { type Expression, type Kysely, type RawBuilder, sql } from 'kysely';
import type { FoundLink } from '../domain/link.ts';
import { TIER } from '../domain/rank.ts';
import type { Store } from './open.ts';
import { LINK_KIND, PAGE_LINK, type Schema, statusCode } from './schema.ts';
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
 * What a visit reads and writes, in that order: whose page was read, which of its links are known, new links of each kind,
 * its edges, the visit itself, and what is counted of families of addresses. claim.ts has what comes before it.
 */

/** Other addresses of pages. */
export const aliasQueries = (store: Store) => ({
  /** Those of a site's identities that are known in a kind, with the link whose page they lead to. */
  some: selectRowsFrom(store, 'aliases', ['hash', 'link'], ['site', 'kind'], 'hash'),
  /** By its identity. The address of a link that waits, or is being visited, may be spelled otherwise elsewhere. */
  find: selectFrom(store, 'aliases', ['url'], ['site', 'hash', 'kind', 'link']),
  /** Changes nothing where the alias is known. */
  insert: insertInto(store, 'aliases', ['site', 'hash', 'kind', 'link', 'url', 'first_seen'], 'on conflict do nothing'),
});

/** An internal link with its text as it was found first; null where it was not found as a link. */
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

/** The links of a site, by their identities. */
export const linksOf = (query: Kysely<Schema>, site: Expression<number>) =>
  query
    .selectFrom('internal_link_identities')
    .innerJoin('internal_links', 'internal_links.id', 'internal_link_identities.link')
    .where('internal_link_identities.site', '=', site);

/** How a link was found first. */
const FORM = ['anchor', 'context', 'rel', 'element', 'tag_path', 'frame', 'technique'] as const;

/** Its columns. */
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

/** The internal links, their identities and texts. */
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
  get: allFrom(store, 'internal_links', ['id']),
  some: selectRowsFrom(store, 'internal_links', ['id', 'site', 'status', 'tier', 'rank', 'queue_group'], [], 'id'),
  text: selectFrom(
    store,
    'internal_link_texts',
    ['anchor', 'context', 'rel', 'element', 'tag_path', 'technique', 'role'],
    ['link'],
  ),
  /** The link of the site's start page. */
  start: statement<{ site: number }>()(store, (query, arg) =>
    linksOf(query, arg('site')).select(['internal_links.id', 'url', 'status']).orderBy('internal_links.id').limit(1),
  ),
  /** Any link of the site. */
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
  /** Changes how a guess was found to how it is found as a link. */
  updateText: updateTable(store, 'internal_link_texts', [...FORM, 'role'], ['link']),
  setSource: updateTable(store, 'internal_links', ['source'], ['id']),
  /** Gives a link another identity, which none of its site's has. */
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
  /** Gives waiting links other ranks: their status, level and tier stay. */
  move: updateRowsOf(store, 'internal_links', 'id', ['rank', 'queue_group']),
  blame: statement<{ id: number; attempts: number }>()(store, (query, arg) =>
    query
      .updateTable('internal_links')
      .set((eb) => ({ attempts: eb('attempts', '+', arg('attempts')) }))
      .where('id', '=', arg('id')),
  ),
});

/** A link's new place; `at`: when it gets it, so that exports as of an earlier time know the old one. */
interface LinkPlace {
  readonly id: number;
  readonly status: number;
  readonly level: number;
  readonly tier: number;
  readonly rank: number | null;
  /** The row of `queue_groups`; null where it does not wait. */
  readonly queue_group: number | null;
  readonly at: number;
}

/** A status as exports of an earlier time have it: a link that is being visited waits for its result. */
const lasting = (status: RawBuilder<unknown>) =>
  sql`case ${status} when ${sql.lit(statusCode('claimed'))} then ${sql.lit(statusCode('waiting'))} else ${status} end`;

function keepStatus(store: Store) {
  return keeping<Pick<LinkPlace, 'id' | 'status' | 'at'>>()(
    store,
    'status_changes',
    ['link', 'at', 'status'],
    (arg) => sql`select id, ${arg('at')}, ${lasting(sql.ref('status'))} from internal_links
      where id = ${arg('id')} and ${lasting(sql.ref('status'))} <> ${lasting(arg('status'))}`,
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

/** Keeps how a guess was found that leaves its tier. */
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

/** The external links. */
export const externalLinkQueries = (store: Store) => ({
  find: selectFrom(store, 'external_links', ['id'], ['site', 'hash']),
  /** Those of a site's links that are known. */
  some: selectRowsFrom(
    store,
    'external_links',
    ['hash', 'id', 'last_seen', 'removed', 'anchor', 'tag_path'],
    ['site'],
    'hash',
  ),
  /** A link of the site to a registrable domain. */
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

/** The bad links. */
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

/** The resources. */
export const resourceQueries = (store: Store) => ({
  find: selectFrom(store, 'resources', ['id', 'role', 'last_seen'], ['site', 'hash']),
  insert: insertInto(store, 'resources', RESOURCE),
  /** Found in a stronger role: takes it, and how it was found so; exports as of an earlier time know the weaker one. */
  strengthen: strengthen(store),
  seen: updateTable(store, 'resources', ['last_seen'], ['id']),
  /** Those of a site's resources that are known in a role. */
  some: selectRowsFrom(store, 'resources', ['hash'], ['site', 'role'], 'hash'),
  /** Takes out a guess that has proved a link; one that its user deleted stays, deleted. */
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

/** A link that may have been guessed before, and when it was found. */
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

/** Texts, each once for the many rows that have it. */
export const textQueries = (store: Store) => ({
  find: selectFrom(store, 'texts', ['id'], ['text']),
  insert: insertInto(store, 'texts', ['text'], 'returning id'),
});

/** Why link orders refused links; `reason` is a row of `texts`. */
export const refusalQueries = (store: Store) => ({
  put: putInto(store, 'refusals', ['link'], ['reason']),
});

const EDGE = ['source', 'kind', 'target'] as const;
const ON_EDGE = ['place', 'anchor', 'tag_path'] as const;

/** The edges of the graph. `anchor` and `tag_path` are rows of `texts`, null where they are the link's own. */
export const pageLinkQueries = (store: Store) => ({
  /** Edges that a visit found. Changes nothing where they are known. */
  insert: insertRowsInto(store, 'page_links', [...EDGE, ...ON_EDGE], 'on conflict do nothing'),
  /** Links that a page has and that stand at a level deeper than `level`. */
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
  /** How many links of a kind a page has. */
  count: statement<{ source: number; kind: number }>()(store, (query, arg) =>
    query
      .selectFrom('page_links')
      .select(({ fn }) => fn.countAll<number>().as('links'))
      .where('source', '=', arg('source'))
      .where('kind', '=', arg('kind'))
      .where('removed', 'is', null),
  ),
  /** An edge's place, where it stands now or stood last. */
  place: selectFrom(store, 'page_links', ['place'], EDGE),
});

/** The visits. */
export const visitQueries = (store: Store) => ({
  insert: insertInto(
    store,
    'visits',
    [
      ...(['run', 'site', 'link', 'level', 'page', 'started_at', 'milliseconds', 'outcome', 'reason'] as const),
      ...(['http_status', 'content_type', 'title', 'new_internal', 'new_external', 'reward'] as const),
      ...(['tier', 'lane', 'rank', 'site_pulls', 'site_reward', 'pulls', 'reward_max', 'ready'] as const),
      ...(['site_score', 'next_site', 'next_score', 'rendering', 'relevance', 'view_age'] as const),
    ],
    'returning id',
  ),
  /** Forgets a visit: its failure was an outage's. */
  remove: deleteFrom(store, 'visits', ['id']),
});

/** Traps, and the families of addresses that may prove to be some. */
export const trapQueries = (store: Store) => ({
  all: statement<object>()(store, (query) => query.selectFrom('traps').selectAll().orderBy('id')),
  /** Counts links of a trap, which is recorded when it is met first. */
  count: insertInto(
    store,
    'traps',
    ['site', 'kind', 'pattern', 'links', 'example', 'first_seen'],
    'on conflict (site, kind, pattern) do update set links = traps.links + excluded.links',
  ),
  forget: statement<object>()(store, (query) => query.deleteFrom('traps')),
  /** Pages are counted from nothing; the parameters stay known. */
  forgetFamilies: statement<object>()(store, (query) => query.updateTable('link_families').set({ barren: 0 })),
  family: allFrom(store, 'link_families', ['site', 'pattern']),
  addFamily: insertInto(store, 'link_families', ['site', 'pattern', 'barren', 'parameters'], 'returning id'),
  setBarren: updateTable(store, 'link_families', ['barren'], ['id']),
  setParameters: updateTable(store, 'link_families', ['parameters'], ['id']),
  /** Changes nothing where the parameter is known. */
  addParameter: insertInto(store, 'family_parameters', ['family', 'hash', 'first'], 'on conflict do nothing'),
  parameter: selectFrom(store, 'family_parameters', ['first'], ['family', 'hash']),
});
