import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openStore } from '../src/storage/open.ts';
import { keyHash } from '../src/url/normalise.ts';
import { atMost, figure, type Metric } from './benchmark.ts';
import { bytesOnDisk } from './bytes-on-disk.ts';
import { collectGarbage } from './collect-garbage.ts';
import { cpuSince } from './cpu-time.ts';
import { fillFrontier } from './fill-frontier.ts';
import { openFrontier, START } from './open-frontier.ts';
import { rawFrontier } from './raw-frontier.ts';
import { median, quantile } from './statistics.ts';
import { randomNumbers, SyntheticSite } from './synthetic-site.ts';

/** Pages of one turn: enough that every turn has its share of the write-ahead log's checkpoints. */
const TURN = 500;
/** Pages that are not counted: until then the engine compiles hot code, in threads whose CPU counts, too. */
const WARM_UP = 1500;

/** CPU milliseconds of each claim and each completion. */
interface Costs {
  readonly claims: number[];
  readonly settles: number[];
}

/**
 * Claims and completes pages on a database of the given number of links, alternating with the raw statements on an
 * equal database. Each page has 60 links of its site, 10 of them new. Medians over the turns.
 */
export async function frontierOfManyLinks(task: {
  readonly links: number;
  readonly sites: number;
  readonly pages: number;
  readonly folder: string;
  readonly say: (line: string) => void;
}): Promise<{ ours: number; metrics: readonly Metric[] }> {
  const { links, sites, pages, folder, say } = task;
  const files = { ours: join(folder, 'ours.sqlite'), raw: join(folder, 'raw.sqlite') };
  say(`${size(links)}: filling`);
  const disk = await filled(files.ours, links, sites);
  await copyFile(files.ours, files.raw);
  const opening = await openingTime(files.ours);
  const contenders = [await forager(files.ours), await raw(files.raw, sites)] as const;
  const turns: Record<string, Costs[]> = { ours: [], raw: [] };
  for (let done = -WARM_UP; done < pages; done += TURN) {
    for (const { name, visit } of contenders) {
      collectGarbage();
      const costs: Costs = { claims: [], settles: [] };
      for (let page = 0; page < TURN; page++) await visit(costs);
      if (done >= 0) turns[name]?.push(costs);
    }
  }
  for (const { close } of contenders) await close();
  for (const file of Object.values(files))
    for (const suffix of ['', '-wal', '-shm', '.lock']) await rm(file + suffix, { force: true });
  const [mine, floor] = [turns.ours ?? [], turns.raw ?? []];
  const at = `${size(links)} links`;
  const ours = median(mine.map(ofPage));
  const claims = mine.flatMap((turn) => turn.claims);
  const metrics = [
    figure(`${at}: claim and settle, Forager`, ours, 'ms CPU a page'),
    figure(`${at}: claim and settle, raw statements`, median(floor.map(ofPage)), 'ms CPU a page'),
    atMost(1.25, `${at}: Forager / raw`, ratio(mine, floor, ofPage), 'ratio'),
    figure(
      `${at}: claim alone, Forager / raw`,
      ratio(mine, floor, (turn) => mean(turn.claims)),
      'ratio',
    ),
    figure(
      `${at}: settle alone, Forager / raw`,
      ratio(mine, floor, (turn) => mean(turn.settles)),
      'ratio',
    ),
    figure(`${at}: a claim, median`, median(claims), 'ms CPU'),
    atMost(0.5, `${at}: a claim, 99th percentile`, quantile(claims, 0.99), 'ms CPU'),
    atMost(2, `${at}: opening, best of 3`, opening, 's'),
    figure(`${at}: hashing a page's 60 keys (in both)`, hashing(), 'ms CPU'),
    ...disk.map(({ what, bytes, goal }) =>
      goal ? atMost(goal, `${at}: ${what}`, bytes, 'bytes') : figure(`${at}: ${what}`, bytes, 'bytes'),
    ),
  ];
  return { ours, metrics };
}

/** Seconds until a resumed crawl may claim. */
async function openingTime(file: string): Promise<number> {
  const times: number[] = [];
  for (let open = 0; open < 3; open++) {
    const before = performance.now();
    const { store } = await openFrontier(file, 'time-quantum');
    times.push((performance.now() - before) / 1000);
    await store.close();
  }
  return Math.min(...times);
}

const size = (links: number): string => links.toExponential().replace('e+', 'e');
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

const ofPage = ({ claims, settles }: Costs): number => mean(claims) + mean(settles);

/** Ours divided by the floor's: the median over the turns, each by the other's adjacent turn. */
const ratio = (ours: readonly Costs[], floor: readonly Costs[], of: (turn: Costs) => number): number =>
  median(ours.flatMap((turn, index) => (floor[index] ? [of(turn) / of(floor[index])] : [])));

/** Creates the database, and returns the disk space of a link and an edge. */
async function filled(file: string, links: number, sites: number) {
  const store = await openStore(file);
  fillFrontier(store, links, sites);
  const bytes = bytesOnDisk(store);
  const count = (table: string) => Number(store.connection.prepare(`select count(*) from ${table}`).pluck().get());
  const [stored, edges] = [count('internal_links'), count('page_links')];
  await store.close();
  const of = (...names: string[]) => names.reduce((sum, name) => sum + (bytes.get(name) ?? 0), 0);
  return [
    {
      what: 'a link with its identity and queue',
      bytes: of('internal_links', 'internal_link_identities', 'queue') / stored,
      goal: 128,
    },
    { what: 'of that, its row', bytes: of('internal_links') / stored },
    { what: 'of that, its identity', bytes: of('internal_link_identities') / stored },
    { what: 'of that, its place in the queue', bytes: of('queue') / stored },
    { what: 'its text, besides', bytes: of('internal_link_texts') / stored },
    { what: 'an edge of the graph, besides', bytes: of('page_links') / edges },
  ];
}

/** Forager's frontier with the rule for sets of unknown kind, each site in turn. */
async function forager(file: string) {
  const { store, frontier } = await openFrontier(file, 'time-quantum');
  const random = randomNumbers(1);
  let now = START;
  return {
    name: 'ours',
    close: () => store.close(),
    async visit(costs: Costs) {
      now += 1000;
      const beforeClaim = process.cpuUsage();
      const next = await frontier.claim(now);
      costs.claims.push(cpuSince(beforeClaim));
      if (next.kind !== 'claim') throw new Error('nothing to claim');
      const { claim } = next;
      const result = new SyntheticSite(claim.site - 1).visit(SyntheticSite.pageOf(claim.url), random);
      const beforeSettle = process.cpuUsage();
      const completed = await frontier.completeVisit(claim, result, now + 1000);
      costs.settles.push(cpuSince(beforeSettle));
      if (completed?.newInternal !== 10) throw new Error(`10 links should be new, not ${completed?.newInternal}`);
    },
  };
}

/** The same statements by hand; sites in turn, ten pages each. */
async function raw(file: string, sites: number) {
  const { store, run } = await openFrontier(file, 'time-quantum');
  const frontier = rawFrontier(store);
  const random = randomNumbers(1);
  let pages = 0;
  return {
    name: 'raw',
    close: () => store.close(),
    async visit(costs: Costs) {
      const site = 1 + (Math.floor(pages / 10) % sites);
      const token = pages++;
      const now = START + 1000 * pages;
      const beforeClaim = process.cpuUsage();
      const claim = frontier.claim(site, token, now);
      costs.claims.push(cpuSince(beforeClaim));
      const of = new SyntheticSite(site - 1);
      const result = of.visit(SyntheticSite.pageOf(claim.url), random);
      const beforeSettle = process.cpuUsage();
      frontier.completeVisit(site, claim, token, of.origin, result, run, now);
      costs.settles.push(cpuSince(beforeSettle));
    },
  };
}

function hashing(): number {
  const keys = Array.from({ length: 60_000 }, (_, k) => new SyntheticSite(0).key(k));
  const before = process.cpuUsage();
  for (const key of keys) keyHash(key);
  return cpuSince(before) / 1000;
}
