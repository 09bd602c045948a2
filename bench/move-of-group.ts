import { join } from 'node:path';
import { storedTables } from '../src/frontier/queries.ts';
import { SiteQueues } from '../src/frontier/queue/site-queues.ts';
import { SiteTable } from '../src/frontier/sites/site-table.ts';
import { loadSites } from '../src/frontier/sites/stored-sites.ts';
import { openStore } from '../src/storage/open.ts';
import { atMost, type Metric } from './benchmark.ts';
import { cpuSince } from './cpu-time.ts';
import { fillFrontier } from './fill-frontier.ts';
import { START } from './open-frontier.ts';
import { median } from './statistics.ts';

const LINKS = 112_000;
const MOVES = 100;

/** Moves a group of about 100,000 waiting links back and forth, each move in its own transaction. */
export async function moveOfGroup(folder: string): Promise<Metric> {
  const store = await openStore(join(folder, 'moves.sqlite'));
  fillFrontier(store, LINKS, 1);
  store.connection.exec("update queue_groups set name = 'all'");
  const tables = storedTables(store);
  const sites = new SiteTable();
  const [site] = loadSites(tables.sql, sites, undefined).sites;
  if (!site) throw new Error('the database has one site');
  const queues = new SiteQueues(tables.sql.queue, sites.changed);
  queues.readAll(sites, START);
  const costs: number[] = [];
  for (let move = 0; move < MOVES; move++) {
    const before = process.cpuUsage();
    store.transaction(() => queues.move(site, 0, { name: 'all', value: move % 2 }));
    costs.push(cpuSince(before));
  }
  await store.close();
  return atMost(5, `a group of ${site.waiting} waiting links is moved`, median(costs), 'ms CPU');
}
