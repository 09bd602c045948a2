import { aliasQueries } from '../storage/aliases.ts';
import { badLinkQueries } from '../storage/bad-links.ts';
import { externalLinkQueries } from '../storage/external-links.ts';
import { hostQueries } from '../storage/hosts.ts';
import { internalLinkQueries, statusCode } from '../storage/internal-links.ts';
import { leaseQueries } from '../storage/leases.ts';
import type { Store } from '../storage/open.ts';
import { pageLinkQueries } from '../storage/page-links.ts';
import { queueQueries } from '../storage/queue.ts';
import { resourceQueries } from '../storage/resources.ts';
import { runQueries } from '../storage/runs.ts';
import { seedQueries } from '../storage/seeds.ts';
import { trapQueries } from '../storage/traps.ts';
import { visitQueries } from '../storage/visits.ts';

/** The codes of the statuses, as the tables hold them. */
export const STATUS = {
  waiting: statusCode('waiting'),
  claimed: statusCode('claimed'),
  visited: statusCode('visited'),
  redirected: statusCode('redirected'),
  failed: statusCode('failed'),
  file: statusCode('file'),
  beyondDepth: statusCode('beyond-depth'),
  refused: statusCode('refused'),
  forbidden: statusCode('forbidden'),
  nofollow: statusCode('nofollow'),
  trap: statusCode('trap'),
  excluded: statusCode('excluded'),
};

/** The queries of all tables that the frontier writes. */
export const frontierQueries = (store: Store) => ({
  seeds: seedQueries(store),
  internal: internalLinkQueries(store),
  external: externalLinkQueries(store),
  bad: badLinkQueries(store),
  resources: resourceQueries(store),
  queue: queueQueries(store),
  leases: leaseQueries(store),
  pageLinks: pageLinkQueries(store),
  visits: visitQueries(store),
  runs: runQueries(store),
  hosts: hostQueries(store),
  aliases: aliasQueries(store),
  traps: trapQueries(store),
});

export type FrontierQueries = ReturnType<typeof frontierQueries>;
