import { aliasQueries } from '../storage/aliases.ts';
import { badLinkQueries } from '../storage/bad-links.ts';
import { changingBlockQueries } from '../storage/changing-blocks.ts';
import { crashQueries } from '../storage/crashes.ts';
import { externalLinkQueries } from '../storage/external-links.ts';
import { hostQueries } from '../storage/hosts.ts';
import { internalLinkQueries, statusCode } from '../storage/internal-links.ts';
import { keptStateQueries } from '../storage/kept-states.ts';
import { leaseQueries } from '../storage/leases.ts';
import { linkHistoryQueries } from '../storage/link-history.ts';
import type { Store } from '../storage/open.ts';
import { indexTargets, pageLinkQueries } from '../storage/page-links.ts';
import { pageVersionQueries } from '../storage/page-versions.ts';
import { queueQueries } from '../storage/queue.ts';
import { refusalQueries } from '../storage/refusals.ts';
import { resourceQueries } from '../storage/resources.ts';
import { runQueries } from '../storage/runs.ts';
import { seedQueries } from '../storage/seeds.ts';
import { sequenceQueries } from '../storage/sequences.ts';
import { siteEditQueries } from '../storage/site-edits.ts';
import { textDifferenceQueries } from '../storage/text-differences.ts';
import { textQueries } from '../storage/texts.ts';
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
  readonly crashes: ReturnType<typeof crashQueries>;
  readonly external: ReturnType<typeof externalLinkQueries>;
  readonly bad: ReturnType<typeof badLinkQueries>;
  readonly resources: ReturnType<typeof resourceQueries>;
  readonly queue: ReturnType<typeof queueQueries>;
  readonly leases: ReturnType<typeof leaseQueries>;
  readonly siteEdits: Omit<ReturnType<typeof siteEditQueries>, 'add'>;
  readonly sequences: ReturnType<typeof sequenceQueries>;
  readonly pageLinks: ReturnType<typeof pageLinkQueries>;
  readonly refusals: Pick<ReturnType<typeof refusalQueries>, 'put'>;
  readonly texts: ReturnType<typeof textQueries>;
  readonly versions: ReturnType<typeof pageVersionQueries>;
  readonly textDifferences: Pick<ReturnType<typeof textDifferenceQueries>, 'insert'>;
  readonly linkHistory: ReturnType<typeof linkHistoryQueries>;
  readonly changingBlocks: ReturnType<typeof changingBlockQueries>;
  readonly visits: Pick<ReturnType<typeof visitQueries>, 'insert' | 'remove' | 'yieldOf' | 'observed'>;
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
    crashes: crashQueries(store),
    external: externalLinkQueries(store),
    bad: badLinkQueries(store),
    resources: resourceQueries(store),
    queue: queueQueries(store),
    leases: leaseQueries(store),
    siteEdits: siteEditQueries(store),
    sequences: sequenceQueries(store),
    pageLinks: pageLinkQueries(store),
    refusals: refusalQueries(store),
    texts: textQueries(store),
    versions: pageVersionQueries(store),
    textDifferences: textDifferenceQueries(store),
    linkHistory: linkHistoryQueries(store),
    changingBlocks: changingBlockQueries(store),
    visits: visitQueries(store),
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
