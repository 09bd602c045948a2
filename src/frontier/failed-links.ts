import type { FrontierLimits } from './frontier.ts';
import type { LinkPlacement } from './link-placement.ts';
import type { FrontierQueries } from './queries.ts';
import { MAX_RETRIES, mayPass } from './retries.ts';
import type { SiteTable } from './site-table.ts';
import type { Run } from './visit-record.ts';

/**
 * Lets links wait again that failed in earlier runs: all whose reason may pass, and of the others those that are due. A
 * link that failed in k visits is due 2^(k-1) nights after the last one.
 */
export function retryFailed(
  sql: FrontierQueries,
  links: LinkPlacement,
  table: SiteTable,
  { lasting }: NonNullable<FrontierLimits['retryFailed']>,
  { night = 0, startedAt }: Pick<Run, 'night' | 'startedAt'>,
): void {
  let left = lasting;
  for (const { link, visits } of failedLinks(sql)) {
    const { reason, night: failedIn } = visits.at(-1) ?? { reason: '', night: 0 };
    if (!mayPass(reason)) {
      if (left < 1 || night < failedIn + 2 ** (visits.length - 1)) continue;
      left--;
    }
    const site = table.get(link.site);
    if (!site.holds(link)) continue;
    sql.internal.blame.run({ id: link.id, attempts: -Math.min(link.attempts, MAX_RETRIES) });
    links.admit(site, link, startedAt);
  }
}

/** Links that failed, those that failed first before the others, with their failed visits, the last one last. */
function failedLinks(sql: FrontierQueries) {
  const failed = new Map<number, { link: Row; visits: { readonly reason: string; readonly night: number }[] }>();
  for (const row of sql.resumed.failed.all({})) {
    const known = failed.get(row.id) ?? { link: row, visits: [] };
    known.visits.push({ reason: row.reason, night: row.night ?? 0 });
    // The map keeps the order of the last visits.
    failed.delete(row.id);
    failed.set(row.id, known);
  }
  return failed.values();
}

type Row = ReturnType<FrontierQueries['resumed']['failed']['all']>[number];
