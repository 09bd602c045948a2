import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import {
  type LinkKind,
  type LinkSortKey,
  type LinkStatus,
  type ListedRole,
  linkKinds,
  linkStatuses,
} from '../../domain/link.ts';
import { statusIn } from '../../domain/wording.ts';
import { registrableDomain } from '../../url/scope.ts';
import type { Store } from '../open.ts';
import { LINK_KIND, PAGE_LINK, type Schema, statusCode } from '../schema.ts';
import { siteNamed } from '../sites.ts';
import { isAscii, smallLetters } from '../sql-texts.ts';
import { rows, statement } from '../statement.ts';
import type { LinkFilter } from './link-filter.ts';
import { address, linkSource, type StoredLink } from './link-sources.ts';

/** Columns of links that hold the very value of the condition of that name, and columns that are looked through for it. */
const EQUAL = ['technique', 'role', 'method', 'element', 'reason'] as const;
const PARTS = ['url', 'anchor', 'context', 'rel'] as const;

export interface LinkPage {
  readonly sort: { readonly key: LinkSortKey; readonly descending: boolean } | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A link as lists and exports show it, with one set of keys for all kinds; docs/exports.md tells what they mean. */
export interface LinkRecord {
  readonly id: number;
  readonly url: string;
  readonly site: string;
  readonly kind: LinkKind;
  readonly level: number | null;
  readonly status: LinkStatus | null;
  readonly reason: string | null;
  readonly host: string | null;
  readonly domain: string | null;
  readonly sourceUrl: string | null;
  readonly anchor: string | null;
  readonly context: string | null;
  readonly rel: string | null;
  readonly element: string | null;
  readonly tagPath: string | null;
  readonly frame: string | null;
  readonly technique: string | null;
  readonly role: ListedRole;
  /** Null for bad links. */
  readonly method: string | null;
  /** Times in milliseconds since the epoch. */
  readonly firstSeen: number | null;
  readonly lastSeen: number | null;
  readonly removed: number | null;
  readonly deleted: number | null;
  /** Of an internal link that failed: status of the last answer, null where none came; and its visits that failed. */
  readonly httpStatus: number | null;
  readonly tries: number | null;
}

type LinkTables = Schema & { link: StoredLink };

const sortColumns = {
  url: 'link.url',
  site: 'link.site',
  level: 'link.level',
  'first-seen': 'link.first_seen',
  host: 'link.host',
  domain: 'link.domain',
} as const;

/** The links of a kind that a filter lets through: the deleted ones, or those that are not. @throws BadInput */
export function linkQuery(store: Store, kind: LinkKind, filter: LinkFilter, deleted: boolean) {
  const { ids, batch, site } = filter;
  let query = linksOfAllSites(store, kind, filter, deleted);
  if (site !== undefined) {
    const { id } = siteNamed(store, site);
    query =
      kind === 'internal'
        ? query.where('link.id', 'in', (eb) =>
            eb.selectFrom('internal_link_identities').select('link').where('site', '=', id),
          )
        : query.where('link.site_id', '=', id);
  }
  if (site === undefined && ids === undefined && batch === undefined)
    query = query.where('link.site_removed', 'is', null);
  return query;
}

/** The same, whatever site they stand on. */
export function linksOfAllSites(store: Store, kind: LinkKind, filter: Omit<LinkFilter, 'site'>, deleted: boolean) {
  const { ids, among, batch, host, domain, text, source, status, checked, level, levelFrom, levelTo, since, until } =
    filter;
  let query = store.kysely
    .selectFrom(linkSource(kind, filter.asOf).as('link'))
    .where('link.deleted', deleted ? 'is not' : 'is', null);
  if (ids !== undefined) query = query.where('link.id', 'in', ids);
  if (among !== undefined)
    query = query.where(sql<boolean>`link.id in (select value from json_each(${JSON.stringify(among)}))`);
  if (batch !== undefined) query = query.where('link.batch', '=', batch);
  if (host !== undefined)
    query = query.where((eb) => (kind === 'internal' ? isOnHost(eb, host) : eb('link.host', '=', host)));
  if (domain !== undefined)
    query = query.where((eb) => (kind === 'internal' ? isInDomain(eb, domain) : eb('link.domain', '=', domain)));
  if (text !== undefined) {
    const texts = sql`coalesce(link.anchor, '') || ' ' || coalesce(link.context, '') || ' ' || link.url`;
    query = query.where(has(texts, text));
  }
  for (const name of PARTS) {
    const part = filter[name];
    if (part !== undefined) query = query.where(has(sql.ref(`link.${name}`), part));
  }
  // Pages are fewer than links.
  if (source !== undefined)
    query = query.where(
      sql<boolean>`link.source in (select page.id from internal_links page left join seeds site on site.id = page.site
        where ${has(address('page'), source)})`,
    );
  for (const name of EQUAL) {
    const value = filter[name];
    if (value !== undefined) query = query.where(sql.ref(`link.${name}`), '=', value);
  }
  if (checked !== undefined)
    query = query.where(
      sql<boolean>`exists (select 1 from link_checks known where known.url = link.url and known.state = ${checked})`,
    );
  if (status !== undefined) query = query.where('link.status', '=', statusCode(status));
  if (level !== undefined) query = query.where('link.level', '>=', level.from).where('link.level', '<=', level.to);
  if (levelFrom !== undefined) query = query.where('link.level', '>=', levelFrom);
  if (levelTo !== undefined) query = query.where('link.level', '<=', levelTo);
  if (since !== undefined) query = query.where('link.first_seen', '>=', since);
  if (until !== undefined) query = query.where('link.first_seen', '<', until);
  return query;
}

/** Whether a text has a part, in capital or small letters: LIKE knows those of ASCII, and needs no call for each row. */
export const has = (text: Expression<unknown>, part: string) =>
  sql<boolean>`${isAscii(part) ? text : sql`lower(${text})`} like ${`%${literally(smallLetters(part))}%`} escape '\\'`;

type Condition = ExpressionBuilder<LinkTables, 'link'>;

const isLike = (eb: Condition, column: 'link.url' | 'link.site_host', patterns: readonly string[]) =>
  eb.or(patterns.map((pattern) => sql<boolean>`${eb.ref(column)} like ${pattern} escape '\\'`));

const isOnHost = (eb: Condition, host: string) => {
  const name = literally(host);
  return isLike(
    eb,
    'link.url',
    ['http://', 'https://'].flatMap((scheme) => [`${scheme}${name}/%`, `${scheme}${name}:%`]),
  );
};

/** All internal links of a site are in one registrable domain: that of its start page. */
const isInDomain = (eb: Condition, domain: string) => {
  const name = literally(domain);
  return isLike(eb, 'link.site_host', [name, `${name}:%`, `%.${name}`, `%.${name}:%`]);
};

/** For LIKE: the signs that stand for others stand for themselves. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export function countLinks(store: Store, kind: LinkKind, filter: LinkFilter, deleted: boolean): number {
  const query = linkQuery(store, kind, filter, deleted).select(({ fn }) => fn.countAll<number>().as('links'));
  return [...rows(store, query)][0]?.links ?? 0;
}

/** The column that stands for a key. An internal link's host stands in its address only, a bad link has none. */
function sortColumn(kind: LinkKind, key: LinkSortKey) {
  const isUrl = (key === 'host' || key === 'domain') && (kind === 'internal' || kind === 'bad');
  return isUrl ? 'link.url' : sortColumns[key];
}

/** The links, one after the other; in the order in which they were found where nothing else is said. */
export function* listLinks(
  store: Store,
  kind: LinkKind,
  filter: LinkFilter,
  deleted: boolean,
  page?: LinkPage,
): Generator<LinkRecord> {
  let query = linkQuery(store, kind, filter, deleted).selectAll('link');
  if (page?.sort) {
    const { key, descending } = page.sort;
    query = query.orderBy(sortColumn(kind, key), descending ? 'desc' : 'asc');
  }
  query = query.orderBy('link.id');
  if (page) query = query.limit(page.limit).offset(page.offset);
  let failures: ReadonlyMap<number, Failure> | undefined;
  for (const row of rows(store, query)) {
    const record = linkRecord(kind, row);
    if (record.status === 'failed') failures ??= failuresOf(store, filter.asOf);
    yield record.status === 'failed' ? { ...record, ...failures?.get(row.id) } : record;
  }
}

/** A row as lists and exports show it. */
function linkRecord(kind: LinkKind, row: StoredLink): LinkRecord {
  const hostname = kind === 'internal' ? new URL(row.url).hostname : undefined;
  return {
    id: row.id,
    url: row.url,
    site: row.site,
    kind,
    level: row.level,
    status: row.status === null ? null : (linkStatuses[row.status] ?? null),
    reason: row.reason,
    host: hostname ?? row.host,
    domain: hostname === undefined ? row.domain : registrableDomain(hostname),
    sourceUrl: row.source_url,
    anchor: row.anchor,
    context: row.context,
    rel: row.rel,
    element: row.element,
    tagPath: row.tag_path,
    frame: row.frame,
    technique: row.technique,
    role: row.role,
    method: row.method,
    firstSeen: row.first_seen,
    lastSeen: row.last_seen,
    removed: row.removed,
    deleted: row.deleted,
    httpStatus: null,
    tries: null,
  };
}

/** The ids of the links that a filter lets through, in the order in which they are listed; a million take half a second. */
export function linkIds(
  store: Store,
  kind: LinkKind,
  filter: LinkFilter,
  deleted: boolean,
  sort: LinkPage['sort'],
): Float64Array {
  let query = linkQuery(store, kind, filter, deleted).select('link.id');
  if (sort) query = query.orderBy(sortColumn(kind, sort.key), sort.descending ? 'desc' : 'asc');
  const { sql: text, parameters } = query.orderBy('link.id').compile();
  return Float64Array.from(
    store.connection
      .prepare<unknown[], number>(text)
      .pluck()
      .all(...parameters),
  );
}

/** The ids of a kind's links that lists leave out unless asked for: deleted ones, and those of sites that were taken out. */
export function hiddenLinks(store: Store, kind: LinkKind): ReadonlySet<number> {
  const ofSites =
    kind === 'internal' ? sql`link from internal_link_identities` : sql`id from ${sql.table(linkTables[kind])}`;
  const query = sql<{ link: number }>`select link from deletions where kind = ${LINK_KIND[kind]}
    union select ${ofSites} where site in (select id from seeds where removed is not null)`;
  return new Set(Array.from(rows(store, query.compile(store.kysely)), ({ link }) => link));
}

/** The table of each kind. */
export const linkTables = {
  internal: 'internal_links',
  external: 'external_links',
  bad: 'bad_links',
  resource: 'resources',
} as const;

/** Links by their ids, in that order, deleted or not. */
export function linksByIds(store: Store, kind: LinkKind, ids: readonly number[]): LinkRecord[] {
  if (ids.length === 0) return [];
  const query = store.kysely.selectFrom(linkSource(kind, undefined).as('link')).selectAll().where('link.id', 'in', ids);
  const found = new Map(Array.from(rows(store, query), (row) => [row.id, linkRecord(kind, row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** What was deleted, by command, the last first. */
export function deletionsOf(store: Store) {
  const query = store.kysely
    .selectFrom('deletions')
    .select(({ fn }) => ['batch', 'kind', fn.countAll<number>().as('links'), fn.max('deleted_at').as('at')])
    .groupBy(['batch', 'kind'])
    .orderBy('batch', 'desc')
    .limit(sql.lit(100));
  return Array.from(rows(store, query), ({ batch, kind, links, at }) => ({
    ...{ batch, links, at },
    kind: linkKinds.find((name) => LINK_KIND[name] === kind) ?? 'external',
  }));
}

type Failure = Pick<LinkRecord, 'reason' | 'httpStatus' | 'tries'>;

/** What the failed visits of each link ended with, by their last one, such as `HTTP 404`. @param asOf visits that ended later are left out */
function failuresOf(store: Store, asOf: number | undefined): ReadonlyMap<number, Failure> {
  const visits = sql<{ link: number; reason: string }>`select link, reason from visits where outcome = 'failed'
    ${asOf === undefined ? sql`` : sql`and started_at + milliseconds < ${asOf}`} order by id`;
  const failures = new Map<number, Failure>();
  for (const { link, reason } of rows(store, visits.compile(store.kysely))) {
    failures.set(link, { reason, httpStatus: statusIn(reason), tries: (failures.get(link)?.tries ?? 0) + 1 });
  }
  return failures;
}

/** The pages that have an internal link which failed, in the order in which they were found. */
export interface FailedLinkPages {
  count(link: number): number;
  /** Their addresses: all, or the first ones. */
  of(link: number, most?: number): string[];
}

/** Reads them for all links at once; 8 bytes are kept for each page that has one. */
export function pagesWithFailed(store: Store): FailedLinkPages {
  const edges = sql<{ link: number; page: number }>`select edge.target as link, edge.source as page from page_links edge
    where edge.kind = ${sql.lit(PAGE_LINK.internal)} and edge.removed is null
      and edge.target in (select id from internal_links where status = ${sql.lit(statusCode('failed'))})
    order by edge.source`;
  const pages = new Map<number, number[]>();
  for (const { link, page } of rows(store, edges.compile(store.kysely))) {
    const known = pages.get(link);
    if (known) known.push(page);
    else pages.set(link, [page]);
  }
  const addresses = statement<{ page: number }>()(store, (query, arg) =>
    query
      .selectFrom('internal_links as page')
      .innerJoin('seeds as site', 'site.id', 'page.site')
      .select(address('page').as('url'))
      .where('page.id', '=', arg('page')),
  );
  return {
    count: (link) => pages.get(link)?.length ?? 0,
    of: (link, most) => (pages.get(link) ?? []).slice(0, most).flatMap((page) => addresses.get({ page })?.url ?? []),
  };
}
