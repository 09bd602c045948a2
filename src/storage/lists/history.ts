import { type RawBuilder, sql } from 'kysely';
import { type Change, type ChangedThings, type ChangeKind, changeKinds } from '../../domain/history.ts';
import { type KeptDifference, unpackedChanges } from '../check.ts';
import type { Store } from '../open.ts';
import { LINK_KIND } from '../schema.ts';
import { siteNamed } from '../sites.ts';
import { rows } from '../statement.ts';
import { destinations } from './destinations.ts';
import { linkSource } from './link-sources.ts';

/** What happened to a page or a link, with one set of keys for both; docs/history.md tells what they mean. */
export interface ChangeRecord {
  /** In milliseconds since the epoch. */
  readonly at: number;
  readonly kind: ChangeKind;
  readonly change: Change;
  readonly site: string;
  readonly url: string;
  readonly anchor: string | null;
  readonly sourceUrl: string | null;
  readonly httpStatus: number | null;
  readonly size: number | null;
  readonly kept: number | null;
  readonly gone: number | null;
  readonly fresh: number | null;
  /** Address to which a page went that moved or is gone; null where the tables do not tell. */
  readonly movedTo: string | null;
  /** How the text of a changed page differs, where that was asked for; null where nothing is kept of it. */
  readonly text?: KeptDifference | null;
}

export interface ChangeFilter {
  /** At or after, and before, in milliseconds since the epoch. */
  readonly since: number;
  readonly before: number | undefined;
  /** Short name, start address or host; all sites that are not removed if not given. */
  readonly site: string | undefined;
  readonly things: readonly ChangedThings[];
  /** With the differences of texts. */
  readonly texts?: boolean;
}

/** When the last night began that has ended, or the last crawl where there was no night. */
interface LastRun {
  readonly at: number;
  readonly what: 'night' | 'crawl';
}

/** @param before runs that ended later, in milliseconds since the epoch, are left out @returns undefined: there was no run */
export function lastRun(store: Store, before = Number.MAX_SAFE_INTEGER): LastRun | undefined {
  const query = sql<LastRun>`select * from (
      select max(started_at) as at, 'night' as what from nights where ended_at < ${before}
      union all select max(started_at), 'crawl' from runs where night is null and started_at < ${before})
    where at is not null order by what desc limit 1`;
  return [...rows(store, query.compile(store.kysely))][0];
}

/**
 * What changed, in the order in which it was seen, as it was known at the end of the time: the same however often it is
 * listed.
 * @throws BadInput for a site that is not there
 */
export function* listChanges(store: Store, filter: ChangeFilter): Generator<ChangeRecord> {
  const { tables, join, url } = destinations(filter.since, filter.before ?? Number.MAX_SAFE_INTEGER);
  const isPage = (number: string) => sql`case when kind = 'page' then ${sql.ref(number)} end`;
  const difference = filter.texts
    ? sql`(select difference from text_differences text where text.page = ${isPage('change.id')} and text.at = change.at)`
    : sql`null`;
  const query = sql<ChangeRecord & { readonly difference: Uint8Array | null }>`with ${tables}
    select change.at, kind, change, site, change.url, anchor, source_url as "sourceUrl", http_status as "httpStatus",
      change.size, kept, gone, fresh, ${url} as "movedTo", ${difference} as difference
    from ${changes(store, filter)} change ${join(isPage('change.id'), sql.ref('change.at'))}
    order by change.at, kind desc, id, change`;
  for (const { difference: kept, ...change } of rows(store, query.compile(store.kysely)))
    yield filter.texts && change.change === 'changed' ? { ...change, text: kept && unpackedChanges(kept) } : change;
}

/** A change with the number of its page or link. */
interface NumberedChange extends Omit<ChangeRecord, 'movedTo' | 'text'> {
  readonly id: number;
}

/** Some of the changes, or all where nothing is said. */
interface ChangeChoice extends ChangeFilter {
  readonly kind?: ChangeKind | undefined;
  readonly change?: Change | undefined;
}

/** A page of the same list, the newest first. */
export const changesPage = (
  store: Store,
  choice: ChangeChoice,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): NumberedChange[] => [
  ...rows(
    store,
    sql<NumberedChange>`
      select at, kind, change, id, site, url, anchor, source_url as "sourceUrl", http_status as "httpStatus", size, kept, gone, fresh
      from ${changes(store, choice)} where ${isChosen(choice)}
      order by at desc, kind, id desc, change limit ${limit} offset ${offset}`.compile(store.kysely),
  ),
];

/** How many changes of each kind there were. */
export const countChanges = (store: Store, choice: ChangeFilter) => [
  ...rows(
    store,
    sql<{ kind: ChangeKind; change: Change; changes: number }>`
      select kind, change, count(*) as changes from ${changes(store, choice)} group by kind, change
      order by kind, change`.compile(store.kysely),
  ),
];

const isChosen = ({ change }: ChangeChoice): RawBuilder<unknown> =>
  change === undefined ? sql`true` : sql`change = ${change}`;

/** @throws BadInput for a site that is not there */
function changes(store: Store, { since, before, site, things, kind }: ChangeChoice): RawBuilder<unknown> {
  const until = before ?? Number.MAX_SAFE_INTEGER;
  const isListed =
    site === undefined ? sql`link.site_removed is null` : sql`link.site_id = ${siteNamed(store, site).id}`;
  const then: Then = {
    asOf: before,
    isOf: (moment) => sql`${moment} >= ${since} and ${moment} < ${until} and link.deleted is null and ${isListed}`,
  };
  const isAsked = (one: ChangeKind) =>
    things.includes(one === 'page' ? 'pages' : 'links') && (kind === undefined || kind === one);
  const parts = changeKinds.filter(isAsked).flatMap((one) => (one === 'page' ? [pages(then)] : links(one, then)));
  return sql`(${sql.join(parts, sql` union all `)})`;
}

interface Then {
  /** Links are listed as they were known then. */
  readonly asOf: number | undefined;
  /** Whether a link is listed that something happened to at that moment. */
  isOf(moment: RawBuilder<unknown>): RawBuilder<unknown>;
}

const pages = ({ asOf, isOf }: Then) => sql`
  select version.at, 'page' as kind, case when version.state <> 'there' then version.state
      else case (select earlier.state from page_versions earlier
          where earlier.page = version.page and earlier.at < version.at order by earlier.at desc limit 1)
        when 'there' then 'changed' when 'gone' then 'back' when 'moved' then 'back' else 'new' end end as change,
    link.site, link.url, link.id, null as anchor, null as source_url, version.http_status, version.size, version.kept,
    version.gone, version.fresh
  from page_versions version join ${linkSource('internal', asOf)} link on link.id = version.page
  where ${isOf(sql`version.at`)}`;

/** A guess is found when it proves a link. */
const foundInternal = sql`coalesce((select max(form.at) from earlier_forms form
  where form.kind = ${LINK_KIND.internal} and form.link = link.id and form.role = 'guess'), link.first_seen)`;

/** That links of a kind were found first, and what happened to them since. */
const links = (kind: Exclude<ChangeKind, 'page'>, { asOf, isOf }: Then): RawBuilder<unknown>[] => {
  const found = kind === 'internal' ? foundInternal : sql`link.first_seen`;
  const columns = sql`link.site, link.url, link.id, link.anchor, link.source_url,
    null as http_status, null as size, null as kept, null as gone, null as fresh`;
  return [
    sql`select ${found} as at, ${kind} as kind, 'new' as change, ${columns}
      from ${linkSource(kind, asOf)} link where ${isOf(found)} and link.role = 'link'`,
    sql`select event.at, ${kind} as kind, event.event as change, ${columns}
      from link_events event join ${linkSource(kind, asOf)} link on link.id = event.link
      where event.kind = ${LINK_KIND[kind]} and ${isOf(sql`event.at`)} and link.role = 'link'`,
  ];
};
