import type { FrontierLimits } from '../src/frontier/frontier.ts';
import { storedTables } from '../src/frontier/queries.ts';
import { TableFrontier } from '../src/frontier/table-frontier.ts';
import type { Share } from '../src/frontier/worker-share.ts';
import { openStore, type Store } from '../src/storage/open.ts';
import { runQueries } from '../src/storage/runs.ts';
import { getOne } from '../src/storage/statement.ts';
import { makeStrategy } from '../src/strategies/strategy.ts';
import type { Identity } from '../src/url/normalise.ts';

/** A fixed clock: the contents of a benchmark's database depend only on its arguments. */
export const START = 1_700_000_000_000;

/**
 * Opens a frontier on a database like a crawl without limits and delays; `pageLimit` for site rules that divide one.
 */
export async function openFrontier(file: string, siteRule: string, pageLimit?: number, traps = true) {
  const store = await openStore(file);
  const strategy = makeStrategy({ strategy: 'beebot', siteRule, params: {} }, pageLimit);
  return { store, ...(await frontierOn(store, strategy, { pageLimit, traps })) };
}

interface FrontierOptions extends Pick<FrontierLimits, 'pageLimit' | 'traps'> {
  readonly admits?: FrontierLimits['admits'];
  readonly identity?: Identity;
  readonly share?: Share;
}

/** Opens a frontier on a store as `openFrontier` does. */
export async function frontierOn(
  store: Store,
  strategy: ReturnType<typeof makeStrategy>,
  { pageLimit, traps, admits, identity = { foldCase: false, ignored: new Set() }, share }: FrontierOptions,
) {
  const start = () => getOne(runQueries(store).start, { started_at: START, pid: process.pid, config: '{}' });
  const { id: run } = await store.write(start);
  const limits = {
    pageLimit,
    sitePageLimit: undefined,
    depth: undefined,
    admits,
    traps,
    delay: () => 0,
    admitForbidden: () => false,
    admitNofollow: false,
  };
  const frontier = await TableFrontier.open({
    tables: storedTables(store),
    strategy,
    identity,
    limits,
    timeLimit: undefined,
    run: { id: run, startedAt: START },
    share,
  });
  return { frontier, run };
}
