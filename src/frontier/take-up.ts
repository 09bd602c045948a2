import type { Selectable } from 'kysely';
import type { Schema } from '../storage/schema.ts';
import type { Identity } from '../url/identity.ts';
import { addStartPage } from './add-site.ts';
import type { LinkBook } from './link-book.ts';
import type { FrontierQueries } from './queries.ts';
import type { SiteQueues } from './site-queues.ts';
import { standingAfter } from './site-standing.ts';
import { SiteState, type SiteTable } from './site-table.ts';

/**
 * Takes the sites as the database has them: new ones are begun, removed ones left alone, the queues counted. Answers all
 * of them.
 */
export function takeUpSites(
  sql: FrontierQueries,
  queues: SiteQueues,
  links: LinkBook,
  table: SiteTable,
  identity: Identity,
  now: number,
): readonly SiteState[] {
  const sites = loadSites(sql, table);
  for (const { id, start_url } of sql.seeds.unbegun.all({}))
    addStartPage(sql, links, table.get(id), start_url, identity, now);
  queues.count(table, now);
  for (const site of sites) {
    const standing = standingAfter(site.after(), { kind: 'links-changed' });
    if (standing.status === site.status) continue;
    sql.seeds.setStatus.run({ site: site.id, ...standing, at: now });
    Object.assign(site, standing);
  }
  return sites;
}

/** Brings the sites of the database into the table; their queues are not counted yet. */
export function loadSites(sql: FrontierQueries, table: SiteTable): readonly SiteState[] {
  const sites = sql.seeds.all.all({}).map((row) => {
    const site = table.find(row.id) ?? storedSite(row);
    site.isRemoved = row.removed !== null;
    site.status = row.status;
    site.note = row.note;
    return site;
  });
  table.setAll(sites);
  return sites;
}

/** A site with its figures, as the last run left them. */
function storedSite(row: Selectable<Schema['seeds']>): SiteState {
  const { id, kind, scope } = row;
  const site = new SiteState({ id, kind, scope, name: row.full_name, shortName: row.short_name, url: row.start_url });
  site.visits = row.pages + row.failed;
  site.rewardSum = row.reward_sum;
  site.rewardMax = row.reward_max;
  site.milliseconds = row.milliseconds;
  site.status = row.status;
  return site;
}
