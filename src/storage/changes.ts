import { type RawBuilder, sql } from 'kysely';
import type { ChangedThings } from '../domain/history.ts';
import { GUESS_LANE } from '../domain/rank.ts';
import type { Store } from './open.ts';
import { LINK_KIND } from './schema.ts';
import { sitesNamed } from './sites.ts';
import { rows } from './statement.ts';

/** What happened to a page or a link, with one set of keys for both; docs/history.md tells what they mean. */
export interface ChangeRecord {
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly kind: 'page' | 'internal' | 'external' | 'bad';
  readonly change: 'new' | 'changed' | 'gone' | 'back' | 'moved' | 'removed' | 'returned';
  readonly site: string;
  readonly url: string;
  readonly anchor: string | null;
  readonly sourceUrl: string | null;
  readonly httpStatus: number | null;
  readonly size: number | null;
  readonly kept: number | null;
  readonly gone: number | null;
  readonly fresh: number | null;
}

export interface ChangeFilter {
  /** At or after, and before, in milliseconds since the epoch. */
  readonly since: number;
  readonly before: number | undefined;
  /** Short name or start address; all sites that are not removed if not given. */
  readonly site: string | undefined;
  readonly things: readonly ChangedThings[];
}

/** What changed, in the order in which it was seen. @throws BadInput for a site that is not there */
export function* listChanges(store: Store, { since, before, site, things }: ChangeFilter): Generator<ChangeRecord> {
  const until = before ?? Number.MAX_SAFE_INTEGER;
  const isThen = (column: string) => sql`${sql.raw(column)} >= ${since} and ${sql.raw(column)} < ${until}`;
  const ids = site === undefined ? undefined : sitesNamed(store, site).map(({ id }) => id);
  const isListed = ids ? sql`site.id in (${sql.join(ids)})` : sql`site.removed is null`;
  const parts = [
    ...(things.includes('pages') ? [pages(isThen)] : []),
    ...(things.includes('links') ? links(isThen) : []),
  ];
  const query = sql<ChangeRecord>`
    select change.at, change.kind, change.change, site.short_name as site, ${address('change')} as url, change.anchor,
      ${address('page')} as "sourceUrl", change.http_status as "httpStatus", change.size, change.kept, change.gone, change.fresh
    from (${sql.join(parts, sql` union all `)}) change join seeds site on site.id = change.site
      left join internal_links page on page.id = change.source
    where ${isListed} order by change.at, change.kind desc, change.id`;
  yield* rows(store, query.compile(store.kysely));
}

type Then = (column: string) => RawBuilder<unknown>;

const isKept = (kind: keyof typeof LINK_KIND) =>
  sql`not exists (select 1 from deletions d where d.kind = ${LINK_KIND[kind]} and d.link = link.id)`;

const address = (table: string) =>
  sql.raw(`case when ${table}.url like '/%'
    then substr(site.start_url, 1, instr(substr(site.start_url, 9), '/') + 7) || ${table}.url else ${table}.url end`);

const pages = (isThen: Then) => sql`
  select version.at, 'page' as kind, case when version.state <> 'there' then version.state
      else case (select earlier.state from page_versions earlier
          where earlier.page = version.page and earlier.at < version.at order by earlier.at desc limit 1)
        when 'there' then 'changed' when 'gone' then 'back' when 'moved' then 'back' else 'new' end end as change,
    link.site, link.url, link.id, null as anchor, null as source, version.http_status, version.size, version.kept,
    version.gone, version.fresh
  from page_versions version join internal_links link on link.id = version.page
  where ${isThen('version.at')} and ${isKept('internal')}`;

/** That links of a kind were found first, and what happened to them since. */
function links(isThen: Then): RawBuilder<unknown>[] {
  const none = sql`null as http_status, null as size, null as kept, null as gone, null as fresh`;
  const isLink = sql`coalesce(link.lane, 0) <> ${GUESS_LANE}`;
  const texts = sql`join internal_link_texts text on text.link = link.id`;
  const tables = {
    internal: {
      from: sql`internal_links link ${texts}`,
      url: 'link.url',
      anchor: 'text.anchor',
      seen: 'text.first_seen',
    },
    external: { from: sql`external_links link`, url: 'link.url', anchor: 'link.anchor', seen: 'link.first_seen' },
    bad: { from: sql`bad_links link`, url: 'link.raw', anchor: 'link.anchor', seen: 'link.first_seen' },
  } as const;
  return (['internal', 'external', 'bad'] as const).flatMap((kind) => {
    const { from, url, anchor, seen } = tables[kind];
    const columns = sql`link.site, ${sql.raw(url)} as url, link.id, ${sql.raw(anchor)} as anchor, link.source, ${none}`;
    const isListed = kind === 'internal' ? sql`${isKept(kind)} and ${isLink}` : isKept(kind);
    return [
      sql`select ${sql.raw(seen)} as at, ${kind} as kind, 'new' as change, ${columns} from ${from}
        where ${isThen(seen)} and ${isListed}`,
      sql`select event.at, ${kind} as kind, event.event as change, ${columns}
        from ${from} join link_events event on event.link = link.id
        where event.kind = ${LINK_KIND[kind]} and ${isThen('event.at')} and ${isListed}`,
    ];
  });
}
