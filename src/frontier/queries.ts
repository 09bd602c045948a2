import {
  changingBlockQueries,
  edgeChangeQueries,
  indexTargets,
  linkHistoryQueries,
  pageVersionQueries,
  textDifferenceQueries,
} from '../storage/check.ts';
import { hostQueries, leaseQueries, queueQueries, resumedLinkQueries, sequenceQueries } from '../storage/claim.ts';
import { keptStateQueries, observedQueries } from '../storage/observed.ts';
import type { Store } from '../storage/open.ts';
import { runQueries } from '../storage/runs.ts';
import { statusCode } from '../storage/schema.ts';
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

type SeedQueries = ReturnType<typeof seedQueries>;
type InternalLinkQueries = ReturnType<typeof internalLinkQueries>;

/** What the frontier asks of its tables, wherever they are. */
export interface FrontierQueries {
  readonly seeds: Pick<
    SeedQueries,
    | ('some' | 'get' | 'find' | 'namesake' | 'unbegun' | 'nextId')
    | ('insert' | 'insertFound' | 'adopt' | 'setHome' | 'gain' | 'add' | 'setStatus')
  >;
  readonly internal: InternalLinkQueries;
  readonly resumed: ReturnType<typeof resumedLinkQueries>;
  readonly external: ReturnType<typeof externalLinkQueries>;
  readonly bad: ReturnType<typeof badLinkQueries>;
  readonly resources: ReturnType<typeof resourceQueries>;
  readonly queue: ReturnType<typeof queueQueries>;
  readonly leases: ReturnType<typeof leaseQueries>;
  readonly siteEdits: Omit<ReturnType<typeof siteEditQueries>, 'add'>;
  readonly sequences: ReturnType<typeof sequenceQueries>;
  readonly pageLinks: ReturnType<typeof pageLinkQueries>;
  readonly edgeChanges: ReturnType<typeof edgeChangeQueries>;
  readonly refusals: ReturnType<typeof refusalQueries>;
  readonly texts: ReturnType<typeof textQueries>;
  readonly versions: ReturnType<typeof pageVersionQueries>;
  readonly textDifferences: Pick<ReturnType<typeof textDifferenceQueries>, 'insert'>;
  readonly linkHistory: ReturnType<typeof linkHistoryQueries>;
  readonly changingBlocks: ReturnType<typeof changingBlockQueries>;
  readonly visits: ReturnType<typeof visitQueries>;
  readonly observed: ReturnType<typeof observedQueries>;
  /** Undefined where nobody goes on with the crawl. */
  readonly keptStates: ReturnType<typeof keptStateQueries> | undefined;
  readonly runs: Pick<ReturnType<typeof runQueries>, 'lasted'>;
  readonly hosts: ReturnType<typeof hostQueries>;
  readonly aliases: ReturnType<typeof aliasQueries>;
  readonly traps: ReturnType<typeof trapQueries>;
}

/** The tables that a frontier stands on: wherever they are. */
export interface FrontierTables {
  readonly sql: FrontierQueries;
  /** Runs `work` so that all or nothing of it is stored; it must not await. */
  transaction<T>(work: () => T): Promise<T>;
  /** A number that is another one when others have written since. */
  version(): number;
  /** Makes ready to ask which pages have a link. */
  indexTargets(): Promise<void>;
}

/** The tables of a database. */
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
  transaction: (work) => store.write(work),
  version: () => store.version(),
  indexTargets: () => store.write(() => indexTargets(store)),
});
