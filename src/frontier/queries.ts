import { type LinkStatus, linkStatuses } from '../domain/link.ts';
import { hostQueries, leaseQueries, queueQueries, resumedLinkQueries, sequenceQueries } from '../storage/claim.ts';
import type { Sent, Store } from '../storage/open.ts';
import {
  changingBlockQueries,
  edgeChangeQueries,
  indexTargets,
  linkHistoryQueries,
  pageVersionQueries,
  textDifferenceQueries,
} from '../storage/page-changes.ts';
import { keptStateQueries, observedQueries } from '../storage/past-visits.ts';
import { runQueries } from '../storage/runs.ts';
import { seedQueries, siteEditQueries } from '../storage/seeds.ts';
import {
  aliasQueries,
  badLinkQueries,
  externalLinkQueries,
  internalLinkQueries,
  pageLinkQueries,
  refusalQueries,
  resourceQueries,
  textQueries,
  trapQueries,
  visitQueries,
} from '../storage/visit.ts';

/** Codes of the statuses in the tables. */
// Each status has its own code.
export const STATUS = Object.fromEntries(linkStatuses.map((status, code) => [status, code])) as Record<
  LinkStatus,
  number
>;

/** Statements of the frontier, by table. */
export interface FrontierQueries {
  readonly seeds: ReturnType<typeof seedQueries>;
  readonly internal: ReturnType<typeof internalLinkQueries>;
  readonly resumed: ReturnType<typeof resumedLinkQueries>;
  readonly external: ReturnType<typeof externalLinkQueries>;
  readonly bad: ReturnType<typeof badLinkQueries>;
  readonly resources: ReturnType<typeof resourceQueries>;
  readonly queue: ReturnType<typeof queueQueries>;
  readonly leases: ReturnType<typeof leaseQueries>;
  readonly siteEdits: ReturnType<typeof siteEditQueries>;
  readonly sequences: ReturnType<typeof sequenceQueries>;
  readonly pageLinks: ReturnType<typeof pageLinkQueries>;
  readonly edgeChanges: ReturnType<typeof edgeChangeQueries>;
  readonly refusals: ReturnType<typeof refusalQueries>;
  readonly texts: ReturnType<typeof textQueries>;
  readonly versions: ReturnType<typeof pageVersionQueries>;
  readonly textDifferences: ReturnType<typeof textDifferenceQueries>;
  readonly linkHistory: ReturnType<typeof linkHistoryQueries>;
  readonly changingBlocks: ReturnType<typeof changingBlockQueries>;
  readonly visits: ReturnType<typeof visitQueries>;
  readonly observed: ReturnType<typeof observedQueries>;
  readonly keptStates: ReturnType<typeof keptStateQueries>;
  readonly runs: ReturnType<typeof runQueries>;
  readonly hosts: ReturnType<typeof hostQueries>;
  readonly aliases: ReturnType<typeof aliasQueries>;
  readonly traps: ReturnType<typeof trapQueries>;
}

/** Tables of a database, as the frontier uses them. */
export interface FrontierTables {
  readonly sql: FrontierQueries;
  /** Runs `work` in a transaction; `work` must not await. `sent` as in `Store.write`. */
  transaction<T>(work: () => T, sent?: Sent): Promise<T>;
  /** Returns a number that changes when another process has written. */
  version(): number;
  /** Prepares queries for the pages that have a link. */
  indexTargets(): Promise<void>;
}

export const storedTables = (store: Store): FrontierTables => ({
  sql: {
    seeds: seedQueries(store),
    internal: internalLinkQueries(store),
    resumed: resumedLinkQueries(store),
    external: externalLinkQueries(store),
    bad: badLinkQueries(store),
    resources: resourceQueries(store),
    queue: queueQueries(store),
    leases: leaseQueries(store),
    siteEdits: siteEditQueries(store),
    sequences: sequenceQueries(store),
    pageLinks: pageLinkQueries(store),
    edgeChanges: edgeChangeQueries(store),
    refusals: refusalQueries(store),
    texts: textQueries(store),
    versions: pageVersionQueries(store),
    textDifferences: textDifferenceQueries(store),
    linkHistory: linkHistoryQueries(store),
    changingBlocks: changingBlockQueries(store),
    visits: visitQueries(store),
    observed: observedQueries(store),
    keptStates: keptStateQueries(store),
    runs: runQueries(store),
    hosts: hostQueries(store),
    aliases: aliasQueries(store),
    traps: trapQueries(store),
  },
  transaction: (work, sent) => store.write(work, sent),
  version: () => store.version(),
  indexTargets: () => store.write(() => indexTargets(store)),
});
