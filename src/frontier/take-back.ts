import { NO_GAIN } from './add-site.ts';
import type { ChargedFailure } from './failed-visits.ts';
import { type FrontierQueries, STATUS } from './queries.ts';
import { MAX_RETRIES } from './retries.ts';
import type { SiteQueues } from './site-queues.ts';
import type { Standings } from './site-standing.ts';
import type { SiteState } from './site-table.ts';

/** Takes a failed visit back, inside a transaction: its link waits again, untried, and nothing of it is charged in the tables. */
export function takeBack(
  sql: FrontierQueries,
  queues: SiteQueues,
  standings: Standings,
  site: SiteState,
  { visit, claim, milliseconds, reward }: ChargedFailure,
  now: number,
): void {
  const { link } = claim;
  sql.visits.remove.run({ id: visit });
  sql.internal.setStatus.run({ id: link, status: STATUS.waiting, at: now });
  sql.internal.blame.run({ id: link, attempts: -MAX_RETRIES });
  // It may have proved a link meanwhile.
  queues.add(site, link, sql.internal.get.get({ id: link }));
  const less = { failed: -1, milliseconds: -milliseconds, reward: -reward };
  const standing = standings.after(site, { kind: 'taken-back' });
  sql.seeds.gain.run({ ...NO_GAIN, ...less, id: site.id, ...standing, at: now });
  standings.set(site, standing);
}
