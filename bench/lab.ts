import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { graphOf } from '../src/lab/oracle/graph.ts';
import { siteOracle } from '../src/lab/oracle/site-oracle.ts';
import { replay } from '../src/lab/replay.ts';
import { parseSpec, readSpec } from '../src/lab/synthetic/spec.ts';
import { syntheticWorld } from '../src/lab/synthetic/synthetic-world.ts';
import type { World } from '../src/lab/world.ts';
import { wholeNumber } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { presets } from '../src/strategies/registry.ts';
import { atMost, benchmark, figure, type Metric } from './benchmark.ts';

/** data/webs of the checkout: this file is built to dist/bench. */
const webs = fileURLToPath(new URL('../../data/webs/', import.meta.url));

/** Seconds of CPU that work takes. */
async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begin = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begin);
  return (user + system) / 1e6;
}

/** The pages of a world, requested and parsed once: replays of it do not repeat that cost. */
const walk = (world: World) =>
  replay(
    world,
    { strategy: 'beebot-sequential', params: {} },
    { pageLimit: Number.MAX_SAFE_INTEGER, workers: 1, seed: 1 },
  );

/** Cost of replays and oracles. */
export const lab = benchmark({
  name: 'lab',
  summary: 'CPU seconds of replays of 10,000 pages by each strategy, and of the site oracle of 100 sites',
  options: z.object({
    pages: flag(wholeNumber.min(1, 'must be at least 1').default(10_000), {
      value: 'N',
      description: 'pages of each replay',
    }),
  }),
  async run({ pages: pageLimit }, say) {
    const metrics: Metric[] = [];
    const world = syntheticWorld(readSpec(`${webs}beebot-universities.yaml`), '1');
    metrics.push(figure('the web made up and walked whole', await seconds(() => walk(world)), 's'));
    for (const { name: strategy } of presets) {
      const options = { pageLimit, workers: 1, seed: 1 };
      const spent = await seconds(() => replay(world, { strategy, params: {} }, options));
      say(`${strategy}: ${spent.toFixed(2)} s`);
      metrics.push(atMost(5, `${pageLimit} pages by ${strategy}`, spent, 's'));
    }
    const many = { sites: [{ url: 'http://s{n}.test/', count: 100, kind: 'university', pages: 1000, links: 400 }] };
    const sites = syntheticWorld(parseSpec(many, 'hundred sites'), '1');
    let gains: readonly Float64Array[] = [];
    const graph = await seconds(async () => {
      gains = (await graphOf(sites)).levelGains;
    });
    metrics.push(figure('the graph of 100 sites with 100,000 pages', graph, 's'));
    const oracle = await seconds(async () => siteOracle(gains, pageLimit));
    metrics.push(atMost(10, `the site oracle of these sites, N = ${pageLimit}`, oracle, 's'));
    return metrics;
  },
});
