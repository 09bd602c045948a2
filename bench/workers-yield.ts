import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { Session } from '../src/cluster/session.ts';
import { SharedFrontier } from '../src/cluster/shared-frontier.ts';
import { BadInput } from '../src/domain/errors.ts';
import { createRandom } from '../src/domain/random.ts';
import { deviation, mean } from '../src/lab/statistics.ts';
import type { World } from '../src/lab/world.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { makeStrategy } from '../src/strategies/strategy.ts';
import { storedKey } from '../src/url/normalise.ts';
import { type PostgresServer, postgresBinaries, startPostgres } from '../test/cluster/postgres-server.ts';
import { atLeast, benchmark, figure, type Metric } from './benchmark.ts';
import { hostedWorld } from './hosted-web.ts';
import { frontierOn } from './open-frontier.ts';

/** Pages in flight over all workers of a crawl. */
const SLOTS = 64;
/** Workers of the crawl compared with that of one. */
const WORKERS = 4;
/** Sections of smaller webs are too few for sixty-four pages in flight. */
const FEWEST_HOSTS = 64;

interface Crawl {
  readonly world: World;
  readonly preset: string;
  readonly pages: number;
  readonly seed: number;
  /** Mean time of a page, in milliseconds. */
  readonly pageTime: number;
}

/** The external links found by four workers with sixteen pages in flight, relative to one with sixty-four. */
export const workersYield = benchmark({
  name: 'workers-yield',
  summary: 'external links that four workers of 16 pages in flight find, beside one of 64, on recorded webs',
  options: z.object({
    webs: flag(z.string(), { value: 'DIR', description: 'folder of recorded webs' }),
    presets: flag(z.string().default('forager,beebot-universities'), { value: 'LIST', description: 'strategies' }),
    pages: flag(positive.default(1000), { value: 'N', description: 'page limit' }),
    seeds: flag(positive.default(8), {
      value: 'N',
      description: 'random seeds, each of which shuffles sites and times',
    }),
    pageTime: flag(positive.default(1000), { value: 'MS', description: 'mean time of a page' }),
  }),
  async run({ webs, presets, pages, seeds, pageTime }, say) {
    const files = readdirSync(webs).filter((name) => name.endsWith('.jsonl.gz'));
    const programs = await postgresBinaries();
    if (programs === undefined) throw new BadInput('no PostgreSQL is installed: apt-get install postgresql');
    const server = await startPostgres(programs);
    const ratios = new Map<string, number[]>();
    try {
      for (let seed = 1; seed <= seeds; seed++) {
        const world = await hostedWorld(
          files.map((name) => join(webs, name)),
          seed,
        );
        if (world.sites.length < FEWEST_HOSTS)
          throw new BadInput(`--webs: fewer than ${FEWEST_HOSTS} sections in ${webs}`);
        for (const preset of presets.split(',')) {
          const crawl = { world, preset, pages, seed, pageTime };
          const alone = await found(server, crawl, 1);
          const shared = await found(server, crawl, WORKERS);
          say(`${preset}, seed ${seed}: ${alone} links by one worker, ${shared} by ${WORKERS}`);
          ratios.set(preset, [...(ratios.get(preset) ?? []), shared / alone]);
        }
      }
    } finally {
      await server.remove();
    }
    return [...ratios].flatMap(([preset, all]): Metric[] => [
      atLeast(0.98, `${preset}: links of ${WORKERS} workers, of one`, mean(all), 'ratio'),
      figure(`${preset}: standard error`, deviation(all) / Math.sqrt(all.length), 'ratio'),
    ]);
  },
});

/** External links found by a crawl of several workers, each with the same part of the slots. */
async function found(server: PostgresServer, crawl: Crawl, workers: number): Promise<number> {
  const db = await server.createDatabase();
  const slots = SLOTS / workers;
  const options = { db, slots, warn: () => undefined, now: Date.now };
  const begins = { pageLimit: crawl.pages, sites: crawl.world.sites };
  const first = await Session.open({ ...options, begins });
  const others = await Promise.all(Array.from({ length: workers - 1 }, () => Session.open(options)));
  const sums = await Promise.all([first, ...others].map((session) => work(session, crawl, slots)));
  await server.dropDatabase(db);
  return sums.reduce((sum, links) => sum + links, 0);
}

/** Works on a crawl until it is over. Returns the number of new external links on its pages. */
async function work(session: Session, { world, preset, pages, seed, pageTime }: Crawl, slots: number): Promise<number> {
  const strategy = makeStrategy({ strategy: preset, params: {} }, pages, { seed });
  const answerTo = (site: number, url: string) => world.answer(site - 1, storedKey(new URL(url), world.identity));
  const admits = ({ site, url }: { readonly site: number; readonly url: string }) => answerTo(site, url) !== undefined;
  const { share } = session;
  const { frontier } = await frontierOn(session.set.store, strategy, {
    pageLimit: pages,
    traps: true,
    share,
    admits,
    identity: world.identity,
  });
  const shared = new SharedFrontier(session, frontier);
  await shared.begin(Date.now());
  let links = 0;
  const visitPages = async () => {
    for (;;) {
      const next = await shared.claim(Date.now());
      if (next.kind === 'over') return;
      if (next.kind === 'wait') {
        await setTimeout(20);
        continue;
      }
      const { claim } = next;
      const answer = answerTo(claim.site, claim.url);
      if (!answer) throw new Error(`${claim.url} was not recorded`);
      await setTimeout(timeOf(claim.url, seed) * pageTime);
      links += (await shared.completeVisit(claim, answer, Date.now()))?.newExternal ?? 0;
    }
  };
  await Promise.all(Array.from({ length: slots }, visitPages));
  await session.leave();
  await session.set.store.close();
  return links;
}

/** The time of a page, with a mean of 1: exponential, the same for each crawl by a seed. */
const timeOf = (url: string, seed: number): number => -Math.log(1 - createRandom(`${seed} ${url}`).unit());
