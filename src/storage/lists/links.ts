import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import { type LinkKind, type LinkSortKey, type LinkStatus, linkKinds, linkStatuses } from '../../domain/link.ts';
import { statusIn } from '../../domain/wording.ts';
import { registrableDomain } from '../../url/scope.ts';
import type { Store } from '../open.ts';
import { LINK_KIND, PAGE_LINK, type Schema, statusCode } from '../schema.ts';
import { siteNamed } from '../sites.ts';
import { isAscii, smallLetters } from '../sql-texts.ts';
import { firstRow, rows, statement } from '../statement.ts';
import type { LinkFilter } from './link-filter.ts';
import { address, linkSource, linkTables, type StoredLink } from './link-sources.ts';

/** Columns that a filter condition of the same name compares for equality, and columns that are searched for a part. */
const EQUAL = ['technique', 'role', 'method', 'element', 'reason'] as const;
const PARTS = ['url', 'anchor', 'context', 'rel'] as const;

export interface LinkPage {
  readonly sort: { readonly key: LinkSortKey; readonly descending: boolean } | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Link in lists and exports, with the same keys for all kinds; see docs/exports.md. */
export type LinkRecord = Pick<StoredLink, 'id' | 'url' | 'site' | 'level' | 'reason' | 'host' | 'domain' | 'anchor'> &
  Pick<
    StoredLink,
    'context' | 'rel' | 'element' | 'frame' | 'technique' | 'role' | 'method' | 'removed' | 'deleted'
  > & {
    readonly kind: LinkKind;
    readonly status: LinkStatus | null;
    readonly sourceUrl: string | null;
    readonly tagPath: string | null;
    /** Times in milliseconds since the epoch. */
    readonly firstSeen: number | null;
    readonly lastSeen: number | null;
    /** HTTP status of a failed internal link's last answer, null without one, and number of its failed visits. */
    readonly httpStatus: number | null;
    readonly tries: number | null;
  };

type LinkTables = Schema & { link: StoredLink };

const sortColumns = {
  url: 'link.url',
  site: 'link.site',
  level: 'link.level',
  'first-seen': 'link.first_seen',
  host: 'link.host',
  domain: 'link.domain',
} as const;

/** Selects links of a kind that match a filter: only deleted ones, or only others. @throws BadInput */
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

/** SQL for the texts of a link that are searched together. */
export const linkText = sql<string>`coalesce(link.anchor, '') || ' ' || coalesce(link.context, '') || ' ' || link.url`;

/** Selects links of a kind on all sites that match a filter. */
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
  if (text !== undefined) query = query.where(has(linkText, text));
  for (const name of PARTS) {
    const part = filter[name];
    if (part !== undefined) query = query.where(has(sql.ref(`link.${name}`), part));
  }
  // Searches the pages first, as there are fewer pages than links.
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

/**
 * Returns the condition that a text contains a part, ignoring case. LIKE ignores the case of ASCII letters, and avoids
 * a function call per row.
 */
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

/** Returns the condition for a registrable domain: all internal links of a site are in that of the start page. */
const isInDomain = (eb: Condition, domain: string) => {
  const name = literally(domain);
  return isLike(eb, 'link.site_host', [name, `${name}:%`, `%.${name}`, `%.${name}:%`]);
};

/** Escapes the wildcards of LIKE. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export function countLinks(store: Store, kind: LinkKind, filter: LinkFilter, deleted: boolean): number {
  const query = linkQuery(store, kind, filter, deleted).select(({ fn }) => fn.countAll<number>().as('links'));
  return firstRow(store, query)?.links ?? 0;
}

/** Returns the column to sort by. An internal link's host is only in its URL, and a bad link has no host. */
function sortColumn(kind: LinkKind, key: LinkSortKey) {
  const isUrl = (key === 'host' || key === 'domain') && (kind === 'internal' || kind === 'bad');
  return isUrl ? 'link.url' : sortColumns[key];
}

/** Lists links one by one, by default in order of discovery. */
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

/** Converts a row for lists and exports. */
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

/** Returns the ids of links that match a filter, in list order; a million ids take half a second. */
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

/** Returns the ids of links that lists leave out by default: deleted ones, and those of removed sites. */
export function hiddenLinks(store: Store, kind: LinkKind): ReadonlySet<number> {
  const ofSites =
    kind === 'internal' ? sql`link from internal_link_identities` : sql`id from ${sql.table(linkTables[kind])}`;
  const query = sql<{ link: number }>`select link from deletions where kind = ${LINK_KIND[kind]}
    union select ${ofSites} where site in (select id from seeds where removed is not null)`;
  return new Set(Array.from(rows(store, query), ({ link }) => link));
}

/** Returns links by ids, in that order, deleted ones included. */
export function linksByIds(store: Store, kind: LinkKind, ids: readonly number[]): LinkRecord[] {
  if (ids.length === 0) return [];
  const query = store.kysely.selectFrom(linkSource(kind, undefined).as('link')).selectAll().where('link.id', 'in', ids);
  const found = new Map(Array.from(rows(store, query), (row) => [row.id, linkRecord(kind, row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** Lists deletions by command, newest first. */
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

/**
 * Returns the number of failed visits of each link, and the reason of the last one, such as `HTTP 404`.
 * @param asOf end of the considered visits, in milliseconds since the epoch
 */
function failuresOf(store: Store, asOf: number | undefined): ReadonlyMap<number, Failure> {
  const visits = sql<{ link: number; reason: string }>`select link, reason from visits where outcome = 'failed'
    ${asOf === undefined ? sql`` : sql`and started_at + milliseconds < ${asOf}`} order by id`;
  const failures = new Map<number, Failure>();
  for (const { link, reason } of rows(store, visits)) {
    failures.set(link, { reason, httpStatus: statusIn(reason), tries: (failures.get(link)?.tries ?? 0) + 1 });
  }
  return failures;
}

/** Pages that have a failed internal link, in order of discovery. */
export interface FailedLinkPages {
  count(link: number): number;
  /** Returns the addresses of pages with a link, at most `most`. */
  of(link: number, most?: number): string[];
}

/** Reads the pages of all failed links at once; keeps 8 bytes in memory for each page. */
export function pagesWithFailed(store: Store): FailedLinkPages {
  const edges = sql<{ link: number; page: number }>`select edge.target as link, edge.source as page from page_links edge
    where edge.kind = ${sql.lit(PAGE_LINK.internal)} and edge.removed is null
      and edge.target in (select id from internal_links where status = ${sql.lit(statusCode('failed'))})
    order by edge.source`;
  const pages = new Map<number, number[]>();
  for (const { link, page } of rows(store, edges)) {
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
