import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { serveDemo } from '../src/demo/server.ts';
import { BadInput } from '../src/domain/errors.ts';
import { wholeNumber } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { atLeast, atMost, benchmark, figure, type Metric } from './benchmark.ts';
import { politeCrawlResult } from './polite-crawl-result.ts';
import { runChild } from './run-child.ts';
import { type SeenRequest, slowPortals } from './slow-portals.ts';

/** Milliseconds from one request to a host to the next, and of a server's answer, on average. */
const DELAY = 1000;
const LATENCY = 200;
/**
 * Milliseconds by which a request may be written later than noted by the crawl, as its process may be interrupted in
 * between.
 */
const HELD_UP = 5;
/** Milliseconds at the start of a crawl that are left out. */
const SETTLED = 6000;

/**
 * Crawls with a delay, as the servers see them: requests per second compared with the number allowed by workers and
 * delay; hosts requested too soon, or twice at a time; idleness of the crawl while its hosts wait.
 */
export const politeness = benchmark({
  name: 'politeness',
  summary: 'how well workers are used with a delay of 1 s, by hosts, and whether any host is asked too soon',
  options: z.object({
    hosts: flag(z.string().default('1,2,5,10,20,50,100,200'), { value: 'LIST', description: 'hosts of each crawl' }),
    workers: flag(z.string().default('8,32'), { value: 'LIST', description: 'workers of each crawl' }),
    seconds: flag(wholeNumber.min(10, 'must be at least 10').default(20), {
      value: 'N',
      description: 'length of each crawl',
    }),
  }),
  async run({ hosts, workers, seconds }, say) {
    const metrics: Metric[] = [];
    for (const workerCount of listOf('workers', workers)) {
      for (const hostCount of listOf('hosts', hosts)) {
        const measured = await politeCrawl(hostCount, workerCount, 1000 * seconds);
        const [busy] = measured;
        if (busy) say(`${busy.name}: ${busy.value.toFixed(3)}`);
        metrics.push(...measured);
      }
    }
    return metrics;
  },
});

function listOf(option: string, text: string): number[] {
  const counts = text.split(',').map(Number);
  if (counts.every((count) => Number.isInteger(count) && count > 0)) return counts;
  throw new BadInput(`--${option}: write whole numbers of at least 1, e.g. 8,32`);
}

async function politeCrawl(hosts: number, workers: number, time: number): Promise<Metric[]> {
  const { portals, seen } = slowPortals(hosts, LATENCY);
  const server = await serveDemo({ portals });
  const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
  try {
    const urls = portals.map(({ start }) => start);
    const input = { urls, hostRules: server.hostRules, workers, delay: DELAY, time, completed: SETTLED, folder };
    const { visit, shortestGap, cpuShare, looks } = await runChild(
      { script: 'polite-crawl', input },
      politeCrawlResult,
    );
    const at = `${hosts} hosts, ${workers} workers`;
    const rate = requestRate(seen, SETTLED);
    const possible = (latency: number) => Math.min(workers / latency, hosts / DELAY);
    return [
      // A worker is busy for a whole visit, including our own work on the page …
      atLeast(0.95, `${at}: workers busy / possible`, rate / possible(visit), 'ratio'),
      // … which the server does not see.
      figure(`${at}: requests / possible if pages cost nothing`, rate / possible(LATENCY), 'ratio'),
      atLeast(DELAY - HELD_UP, `${at}: shortest time between two requests to a host`, shortestGap, 'ms'),
      // The server may be late in reading the first of the two.
      figure(`${at}: the same as its server sees it`, shortestGapOf(seen), 'ms'),
      atMost(1, `${at}: requests to a host at the same time`, mostTogether(seen), 'requests'),
      figure(`${at}: CPU of the crawl's process`, 100 * cpuShare, '%'),
      figure(`${at}: looks at the clock`, looks, 'a second'),
    ];
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Requests per millisecond after the start-up phase, from one request of the most requested host to its last: hosts
 * requested in step with it count for as many turns.
 */
function requestRate(seen: readonly SeenRequest[], completed: number): number {
  const [first] = seen;
  const counted = seen.filter(({ at }) => first !== undefined && at >= first.at + completed);
  const [most = []] = [...byHost(counted).values()].sort((a, b) => b.length - a.length);
  const [from = Number.NaN, to = Number.NaN] = [most[0], most.at(-1)];
  return counted.filter(({ at }) => at >= from && at < to).length / (to - from);
}

/** Times of the requests to each host. */
function byHost(seen: readonly SeenRequest[]): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const { host, at } of seen) times.set(host, [...(times.get(host) ?? []), at]);
  return times;
}

function shortestGapOf(seen: readonly SeenRequest[]): number {
  const gaps = [...byHost(seen).values()].flatMap((times) =>
    times.slice(1).map((at, index) => at - (times[index] ?? 0)),
  );
  return Math.min(...gaps);
}

const mostTogether = (seen: readonly SeenRequest[]): number => Math.max(...seen.map(({ together }) => together));
