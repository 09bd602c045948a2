import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Session } from '../src/cluster/session.ts';
import { BadInput } from '../src/domain/errors.ts';
import type { NewSite } from '../src/domain/site.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { type PostgresServer, postgresBinaries, startPostgres } from '../test/cluster/postgres-server.ts';
import { benchmark, figure, type Metric } from './benchmark.ts';
import { processTime } from './cpu-time.ts';
import { START } from './open-frontier.ts';
import { runChild } from './run-child.ts';
import { SyntheticSite } from './synthetic-site.ts';

/** Milliseconds in which a worker starts and gets its share of the sites, and additional ones for each. */
const STARTING = 5000;
const STARTING_EACH = 1500;

/** Pages per second of several workers on one server, without browsers, and CPU time per page of both. */
export const workers = benchmark({
  name: 'workers',
  summary: 'pages a second of several workers on one PostgreSQL server, without browsers, and CPU a page of both',
  options: z.object({
    counts: flag(z.string().default('1,4,16'), { value: 'LIST', description: 'numbers of workers' }),
    hosts: flag(positive.default(128), { value: 'N', description: 'sites, each on a domain of its own' }),
    slots: flag(positive.default(4), { value: 'N', description: 'pages in flight of each worker' }),
    seconds: flag(positive.default(10), { value: 'N', description: 'how long pages are counted' }),
  }),
  async run({ counts, ...task }, say) {
    const numbers = counts.split(',').map((count) => positive.parse(Number(count)));
    const server = await startServer();
    const metrics: Metric[] = [figure('processors of the machine', availableParallelism(), '')];
    let ofOne: number | undefined;
    try {
      for (const count of numbers) {
        say(`${count} workers`);
        const { rate, worker, database } = await measured(server, count, task);
        ofOne ??= rate / count;
        const at = `workers ${count}`;
        metrics.push(figure(`${at}: together`, rate, 'pages a second'));
        metrics.push(figure(`${at}: each, of each of ${numbers[0]}`, rate / count / ofOne, 'ratio'));
        metrics.push(figure(`${at}: CPU of workers`, worker, 'ms a page'));
        metrics.push(figure(`${at}: CPU of the server`, database, 'ms a page'));
      }
      return metrics;
    } finally {
      await server.remove();
    }
  },
});

/**
 * Starts a server that writes to the disk as PostgreSQL does by default. @throws BadInput if its programs are missing
 */
async function startServer(): Promise<PostgresServer> {
  const programs = await postgresBinaries();
  if (programs === undefined)
    throw new BadInput('no PostgreSQL is installed: install it, e.g. apt-get install postgresql');
  return await startPostgres(programs, { fsync: true, settings: { shared_buffers: '128MB' } });
}

async function measured(
  server: PostgresServer,
  count: number,
  { hosts, slots, seconds }: { readonly hosts: number; readonly slots: number; readonly seconds: number },
) {
  const db = await server.createDatabase();
  const sites = Array.from({ length: hosts }, (_, index): NewSite => {
    const name = `site ${index}`;
    return { name, shortName: name, url: `${new SyntheticSite(index).origin}/`, kind: 'university', scope: 'host' };
  });
  const begins = { pageLimit: undefined, sites };
  const first = await Session.open({ db, slots, begins, warn: () => undefined, now: () => START });
  await first.leave();
  await first.set.store.close();
  const beginsAt = Date.now() + STARTING + STARTING_EACH * count;
  const input = { db, slots, beginsAt, endsAt: beginsAt + 1000 * seconds };
  const answer = z.object({ pages: z.number(), cpu: z.number() });
  const children = Promise.all(
    Array.from({ length: count }, () => runChild({ script: 'worker-child', input }, answer)),
  );
  const served = (async () => {
    await setTimeout(beginsAt - Date.now());
    const before = serverTime(server);
    await setTimeout(input.endsAt - Date.now());
    return serverTime(server) - before;
  })();
  const [answers, database] = await Promise.all([children, served]);
  await server.dropDatabase(db);
  const pages = answers.reduce((sum, one) => sum + one.pages, 0);
  const cpu = answers.reduce((sum, one) => sum + one.cpu, 0);
  return { rate: pages / seconds, worker: cpu / pages, database: database / pages };
}

/** CPU of a server's processes so far, in milliseconds: none may end meanwhile. */
function serverTime({ pid }: PostgresServer): number {
  let sum = 0;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const { cpu, parent } = processTime(Number(name));
      if (parent === pid || Number(name) === pid) sum += cpu;
    } catch {
      // It has ended since.
    }
  }
  return sum;
}
