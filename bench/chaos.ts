import { z } from 'zod';
import { BadInput } from '../src/domain/errors.ts';
import { createRandom } from '../src/domain/random.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { Chaos } from '../test/cluster/chaos.ts';
import { postgresBinaries, startPostgres } from '../test/cluster/postgres-server.ts';
import { atLeast, atMost, benchmark, figure } from './benchmark.ts';

/** Pages between two faults, and those of the crawl for each. */
const BETWEEN = 12;
const PAGES_A_FAULT = 120;

/** Possible faults of a worker, or the server. */
const FAULTS = ['kill', 'stop', 'cut', 'restart'] as const;

/** Three workers of one crawl with random faults, and the results of the crawl. */
export const chaos = benchmark({
  name: 'chaos',
  summary:
    'a shared crawl under kill -9, SIGSTOP, cut connections and restarts of the server: its budget and what is left',
  options: z.object({
    faults: flag(positive.default(100), { value: 'N', description: 'faults, one after the other' }),
    seed: flag(positive.default(1), { value: 'N', description: 'random seed' }),
  }),
  async run({ faults, seed }, say) {
    const bin = await postgresBinaries();
    if (bin === undefined) throw new BadInput('PostgreSQL is not on this machine: name its folder in FORAGER_PG_BIN');
    const random = createRandom(`chaos ${seed}`);
    const server = await startPostgres(bin);
    const pageLimit = PAGES_A_FAULT * faults;
    const fire = await Chaos.begin(server, pageLimit);
    try {
      await fire.goOn(BETWEEN);
      let isUnderWay = true;
      let survived = 0;
      for (; isUnderWay && survived < faults; survived++) {
        const what = random.pick(FAULTS);
        const worker = random.below(3);
        say(`${survived + 1}: ${what}`);
        if (what === 'kill') fire.kill(worker);
        else if (what === 'stop') await fire.stop(worker);
        else if (what === 'cut') fire.cut();
        else await fire.restart();
        isUnderWay = await fire.goOn(BETWEEN);
      }
      const seen = await fire.end();
      const exactly = (name: string, value: number) => [
        atMost(pageLimit, `${name}, at most the limit`, value, 'pages'),
        atLeast(pageLimit, `${name}, at least the limit`, value, 'pages'),
      ];
      return [
        atLeast(faults, 'faults while the crawl went on', survived, 'faults'),
        ...exactly('pagesUsed', seen.pagesUsed),
        ...exactly('granted', seen.granted),
        ...exactly('visits', seen.visits),
        ...exactly('distinct pages', seen.distinct),
        atMost(0, 'leases, workers and domains left', seen.leases + seen.alive + seen.held, 'left'),
        atMost(0, 'invariants broken', Object.keys(seen.broken).length, 'broken'),
        atMost(seen.takeovers, 'overlaps on the host that has the most', seen.overlaps, 'fetches'),
        figure('workers taken for dead', seen.takeovers, 'workers'),
        figure('workers that joined again', seen.again, 'workers'),
        figure('deaths by the page that kills', seen.blamed, 'deaths'),
        figure('pages fetched in vain', seen.inVain, 'pages'),
      ];
    } finally {
      await fire.close();
      await server.remove();
    }
  },
});
