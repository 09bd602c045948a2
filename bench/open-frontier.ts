import { storedTables } from '../src/frontier/queries.ts';
import type { Share } from '../src/frontier/share.ts';
import { TableFrontier } from '../src/frontier/table-frontier.ts';
import { openStore, type Store } from '../src/storage/open.ts';
import { runQueries } from '../src/storage/runs.ts';
import { one } from '../src/storage/statement.ts';
import { makeStrategy } from '../src/strategies/strategy.ts';

/** A fixed clock: the figures of a benchmark's database depend on nothing but its arguments. */
export const START = 1_700_000_000_000;

/** Opens a frontier on a database as a crawl of no limits and no delay does; `pageLimit` for site rules that divide one. */
export async function openFrontier(file: string, siteRule: string, pageLimit?: number, traps = true) {
  const store = await openStore(file);
  const strategy = makeStrategy({ strategy: 'beebot', siteRule, params: {} }, pageLimit);
  return { store, ...(await frontierOn(store, strategy, pageLimit, traps)) };
}

/** Opens a frontier on a store as `openFrontier` does. */
export async function frontierOn(
  store: Store,
  strategy: ReturnType<typeof makeStrategy>,
  pageLimit: number | undefined,
  traps: boolean,
  share?: Share,
) {
  const start = () => one(runQueries(store).start, { started_at: START, pid: process.pid, config: '{}' });
  const { id: run } = await store.write(start);
  const limits = {
    pageLimit,
    sitePageLimit: undefined,
    depth: undefined,
    admits: undefined,
    traps,
    delay: () => 0,
    admitForbidden: () => false,
    admitNofollow: false,
  };
  const frontier = await TableFrontier.open({
    tables: storedTables(store),
    strategy,
    identity: { foldCase: false, ignored: new Set() },
    limits,
    timeLimit: undefined,
    run: { id: run, startedAt: START },
    share,
  });
  return { frontier, run };
}
