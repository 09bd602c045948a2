import { setTimeout } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { BadInput } from '../../domain/errors.ts';
import { type LinkKind, linkKinds } from '../../domain/link.ts';
import type { Store } from '../open.ts';
import { LINK_KIND, statusCode } from '../schema.ts';
import { seedQueries, siteEditQueries } from '../seeds.ts';
import { allRows, execute, firstRow, rows } from '../statement.ts';
import type { LinkFilter } from './link-filter.ts';
import { linkTables } from './link-sources.ts';
import { linkQuery } from './links.ts';

/** Links per transaction, and the pause between two transactions in milliseconds, in which a crawl can write. */
const AT_ONCE = 1000;
const PAUSE = 2;

/** Result of a deletion or restoration. */
export interface EditedLinks {
  readonly kind: LinkKind;
  readonly links: number;
  /** Numbers of links per affected site, in the order of the sites' addition. */
  readonly sites: readonly { readonly site: string; readonly url: string; readonly links: number }[];
}

/**
 * Deletes links of a kind that match a filter: queue, lists and totals no longer have these, even if found again.
 * @returns `batch`: number of the deletion, to undo it by
 * @throws BadInput for an unknown id
 */
export async function deleteLinks(
  store: Store,
  kind: LinkKind,
  filter: LinkFilter,
  now: number,
): Promise<EditedLinks & { readonly batch: number }> {
  const batch = (lastDeletion(store)?.batch ?? 0) + 1;
  const edited = await inPieces(store, kind, filter, false, now, (links) => {
    const entries = sql.join(links.map((link) => sql`(${LINK_KIND[kind]}, ${link}, ${batch}, ${now})`));
    execute(store, sql`insert into deletions (kind, link, batch, deleted_at) values ${entries}`);
    addToTotals(store, kind, links, -1);
    if (kind !== 'internal') return;
    countWaiting(store, links, -1);
    execute(store, sql`delete from queue where (queue_group, rank, link) in (${placesOf(links, sql`id`)})`);
  });
  return { ...edited, batch };
}

/**
 * Undoes deletions; a link that waited gets back its place in the queue.
 * @throws BadInput for an unknown id
 */
export const restoreLinks = (store: Store, kind: LinkKind, filter: LinkFilter, now: number): Promise<EditedLinks> =>
  inPieces(store, kind, filter, true, now, (links) => {
    const those = sql`from deletions where kind = ${LINK_KIND[kind]} and link in (${sql.join(links)})`;
    execute(
      store,
      sql`insert into past_deletions (kind, link, deleted_at, batch, restored_at)
        select kind, link, deleted_at, batch, ${now} ${those} on conflict do nothing`,
    );
    execute(store, sql`delete ${those}`);
    addToTotals(store, kind, links, 1);
    if (kind !== 'internal') return;
    countWaiting(store, links, 1);
    execute(store, sql`insert into queue (queue_group, rank, link, not_before) ${placesOf(links, sql`id, 0`)}`);
  });

/**
 * Undoes the last deletion.
 * @throws BadInput if nothing is deleted
 */
export async function restoreLast(store: Store, now: number): Promise<EditedLinks> {
  const last = lastDeletion(store);
  const kind = linkKinds.find((name) => LINK_KIND[name] === last?.kind);
  if (!last || !kind) throw new BadInput('--last: no links were deleted');
  return await restoreLinks(store, kind, { batch: last.batch }, now);
}

const lastDeletion = (store: Store) =>
  firstRow(store, store.kysely.selectFrom('deletions').selectAll().orderBy('batch', 'desc').limit(1));

/** Selects the places in the queue of those links that wait. */
const placesOf = (links: readonly number[], last: RawBuilder<unknown>) =>
  sql`select queue_group, rank, ${last} from internal_links
    where id in (${sql.join(links)}) and status = ${statusCode('waiting')} and queue_group is not null`;

/** Adds those links that wait to the counts of their groups, or subtracts them. */
function countWaiting(store: Store, links: readonly number[], sign: 1 | -1): void {
  const moved = sql`internal_links where id in (${sql.join(links)}) and status = ${statusCode('waiting')}`;
  execute(
    store,
    sql`update queue_groups set waiting = waiting + ${sign} *
        (select count(*) from ${moved} and queue_group = queue_groups.id)
      where id in (select queue_group from ${moved} and queue_group is not null)`,
  );
}

/** Adds the links to the totals of their sites, or subtracts them. */
function addToTotals(store: Store, kind: LinkKind, links: readonly number[], sign: 1 | -1): void {
  const total = sql.ref(kind === 'resource' ? 'resources' : kind);
  for (const [site, count] of countsBySite(store, kind, links))
    execute(store, sql`update seeds set ${total} = ${total} + ${sign * count} where id = ${site}`);
}

/** Counts the links by site. */
function countsBySite(store: Store, kind: LinkKind, links: readonly number[]): ReadonlyMap<number, number> {
  const query = sql<{ site: number; links: number }>`select site, count(*) as links from ${sql.table(linkTables[kind])}
    where id in (${sql.join(links)}) group by site`;
  return new Map(Array.from(rows(store, query), ({ site, links: count }) => [site, count]));
}

/** Finds links and changes a thousand per transaction, so that a crawl is not blocked. */
async function inPieces(
  store: Store,
  kind: LinkKind,
  filter: LinkFilter,
  deleted: boolean,
  now: number,
  change: (links: readonly number[]) => void,
): Promise<EditedLinks> {
  checkIds(store, kind, filter.ids ?? []);
  const found = Array.from(rows(store, linkQuery(store, kind, filter, deleted).select('link.id')), ({ id }) => id);
  found.sort((a, b) => a - b);
  const changed = new Map<number, number>();
  const edits = siteEditQueries(store);
  for (let at = 0; at < found.length; at += AT_ONCE) {
    store.transaction(() => {
      // Another process may have changed some links since.
      const still = linkQuery(store, kind, { ids: found.slice(at, at + AT_ONCE) }, deleted).select('link.id');
      const links = Array.from(rows(store, still), ({ id }) => id);
      if (links.length > 0) change(links);
      for (const [site, count] of countsBySite(store, kind, links)) {
        changed.set(site, (changed.get(site) ?? 0) + count);
        edits.add.run({ site, at: now });
      }
    });
    await setTimeout(PAUSE);
  }
  const sites = seedQueries(store)
    .all.all({})
    .flatMap(({ id, short_name, start_url }) => {
      const links = changed.get(id);
      return links === undefined ? [] : [{ site: short_name, url: start_url, links }];
    });
  return { kind, links: sites.reduce((sum, { links }) => sum + links, 0), sites };
}

function checkIds(store: Store, kind: LinkKind, ids: readonly number[]): void {
  if (ids.length === 0) return;
  const query = sql<{ id: number }>`select id from ${sql.table(linkTables[kind])} where id in (${sql.join(ids)})`;
  const there = new Set(allRows(store, query).map(({ id }) => id));
  const missing = ids.find((id) => !there.has(id));
  if (missing !== undefined) throw new BadInput(`no ${kind} link ${missing}; list them with forager links list`);
}
