import { type RawBuilder, sql } from 'kysely';
import { type Change, type ChangedThings, type ChangeKind, changeKinds } from '../../domain/history.ts';
import type { Store } from '../open.ts';
import { type KeptDifference, unpackedChanges } from '../page-changes.ts';
import { LINK_KIND } from '../schema.ts';
import { siteNamed } from '../sites.ts';
import { allRows, firstRow, rows } from '../statement.ts';
import { destinations } from './destinations.ts';
import { linkSource } from './link-sources.ts';

/** Change of a page or a link, with the same keys for both; see docs/history.md. */
export interface ChangeRecord {
  /** Time in milliseconds since the epoch. */
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
  /** New address of a page that moved or is gone; null if unknown. */
  readonly movedTo: string | null;
  /** Text differences of a changed page, if requested; null if none are stored. */
  readonly text?: KeptDifference | null;
}

export interface ChangeFilter {
  /** Start (inclusive) and end (exclusive) in milliseconds since the epoch. */
  readonly since: number;
  readonly before: number | undefined;
  /** Short name, start address or host of a site; undefined: all sites that are not removed. */
  readonly site: string | undefined;
  readonly things: readonly ChangedThings[];
  /** True to include differences of texts. */
  readonly texts?: boolean;
}

/** Start of the last complete recrawl run, or of the last crawl run if there was none. */
interface LastRun {
  readonly at: number;
  readonly what: 'recrawl' | 'crawl';
}

/**
 * Finds the last run.
 * @param before end of the considered time, in milliseconds since the epoch
 * @returns undefined without a run
 */
export function lastRun(store: Store, before = Number.MAX_SAFE_INTEGER): LastRun | undefined {
  const query = sql<LastRun>`select * from (
      select max(started_at) as at, 'recrawl' as what from recrawl_runs where ended_at < ${before}
      union all select max(started_at), 'crawl' from runs where recrawl_run is null and started_at < ${before})
    where at is not null order by what desc limit 1`;
  return firstRow(store, query);
}

/**
 * Lists changes in the order of their discovery, as known at the end of the time span, so that repeated lists are
 * equal.
 * @throws BadInput for an unknown site
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
  for (const { difference: kept, ...change } of rows(store, query))
    yield filter.texts && change.change === 'changed' ? { ...change, text: kept && unpackedChanges(kept) } : change;
}

/** Change with the id of its page or link. */
interface NumberedChange extends Omit<ChangeRecord, 'movedTo' | 'text'> {
  readonly id: number;
}

/** Choice of changes; all kinds by default. */
interface ChangeChoice extends ChangeFilter {
  readonly kind?: ChangeKind | undefined;
  readonly change?: Change | undefined;
}

/** Returns a page of the list of changes, newest first. */
export const changesPage = (
  store: Store,
  choice: ChangeChoice,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): NumberedChange[] =>
  allRows(
    store,
    sql<NumberedChange>`
      select at, kind, change, id, site, url, anchor, source_url as "sourceUrl", http_status as "httpStatus", size, kept, gone, fresh
      from ${changes(store, choice)} where ${isChosen(choice)}
      order by at desc, kind, id desc, change limit ${limit} offset ${offset}`,
  );

/** Counts changes by kind. */
export const countChanges = (store: Store, choice: ChangeFilter) =>
  allRows(
    store,
    sql<{ kind: ChangeKind; change: Change; changes: number }>`
      select kind, change, count(*) as changes from ${changes(store, choice)} group by kind, change
      order by kind, change`,
  );

const isChosen = ({ change }: ChangeChoice): RawBuilder<unknown> =>
  change === undefined ? sql`true` : sql`change = ${change}`;

/** Selects changes that match a choice. @throws BadInput for an unknown site */
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
  /** Time of the listed state of links. */
  readonly asOf: number | undefined;
  /** Returns the condition for listing a link with an event at that time. */
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

/** SQL for the discovery time of an internal link; for a guess, the time of its proof. */
const foundInternal = sql`coalesce((select max(form.at) from earlier_forms form
  where form.kind = ${LINK_KIND.internal} and form.link = link.id and form.role = 'guess'), link.first_seen)`;

/** Selects discoveries and later events of links of a kind. */
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
