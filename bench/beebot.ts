import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { replay } from '../src/lab/replay.ts';
import { readSpec } from '../src/lab/synthetic/spec.ts';
import { syntheticWorld } from '../src/lab/synthetic/synthetic-world.ts';
import { wholeNumber } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { atLeast, atMost, benchmark, figure, type Metric } from './benchmark.ts';

/** R1, R2 and R3 by the presets that have them. */
const rules = { R1: 'beebot-trivial', R2: 'beebot-institutes', R3: 'beebot-universities' } as const;
type Rule = keyof typeof rules;
const ruleNames = ['R1', 'R2', 'R3'] as const;

/** Pechnikov & Chernobrovkin 2012, §4, Table 2: S(2000). */
const paper = {
  institutes: { R1: 417, R2: 774, R3: 457 },
  universities: { R1: 1337, R2: 949, R3: 1447 },
  mixed: { R1: 816, R2: 994, R3: 1078 },
} as const;
type SetName = keyof typeof paper;
const setNames = ['institutes', 'universities', 'mixed'] as const;

/** data/webs of the checkout: this file is built to dist/bench. */
const webs = fileURLToPath(new URL('../../data/webs/', import.meta.url));

type Sums = Readonly<Record<Rule, readonly number[]>>;

/** Table 2 of the paper on synthetic webs with the pages and links of its sites. */
export const beebot = benchmark({
  name: 'beebot',
  summary: "external links found by BeeBot's rules on made-up webs like the paper's sets of sites, beside its Table 2",
  options: z.object({
    seeds: flag(wholeNumber.min(2, 'must be at least 2').default(20), { value: 'N', description: 'webs of each set' }),
    pageLimit: flag(wholeNumber.min(1, 'must be at least 1').default(2000), {
      value: 'N',
      description: 'pages of each crawl',
    }),
  }),
  async run({ seeds, pageLimit }, say) {
    const metrics: Metric[] = [];
    for (const set of setNames) {
      const sums = await linksFound(set, seeds, pageLimit);
      say(`${set}: ${ruleNames.map((rule) => `${rule} ${mean(sums[rule]).toFixed(0)}`).join(', ')}`);
      for (const rule of ruleNames)
        metrics.push(
          figure(`${set}, ${rule}: in the paper`, paper[set][rule], 'links'),
          figure(`${set}, ${rule}: here, mean of ${seeds} webs`, mean(sums[rule]), 'links'),
          figure(`${set}, ${rule}: deviation`, deviation(sums[rule]), 'links'),
        );
      metrics.push(...ratios(set, sums));
    }
    return metrics;
  },
});

/** S(N) of each rule, on one web after the other. */
async function linksFound(set: SetName, seeds: number, pageLimit: number): Promise<Sums> {
  const spec = readSpec(`${webs}beebot-${set}.yaml`);
  const sums: Record<Rule, number[]> = { R1: [], R2: [], R3: [] };
  for (let seed = 1; seed <= seeds; seed++) {
    const world = syntheticWorld(spec, String(seed));
    for (const rule of ruleNames) {
      const choice = { strategy: rules[rule], params: {} };
      const { curve } = await replay(world, choice, { pageLimit, workers: 1, seed: 1 });
      sums[rule].push(curve.at(-1) ?? 0);
    }
  }
  return sums;
}

/** The order of the rules, as in the paper. */
function ratios(set: SetName, sums: Sums): Metric[] {
  const shown = (one: Rule, other: Rule): [string, number, string] => {
    const inPaper = (paper[set][one] / paper[set][other]).toFixed(2);
    return [`${set}: ${one} / ${other} (paper ${inPaper})`, mean(sums[one]) / mean(sums[other]), 'ratio'];
  };
  switch (set) {
    case 'institutes':
      return [atLeast(1.5, ...shown('R2', 'R1')), atMost(2.3, ...shown('R2', 'R1')), figure(...shown('R3', 'R1'))];
    case 'universities':
      return [atLeast(1, ...shown('R3', 'R1')), atMost(1, ...shown('R2', 'R1'))];
    case 'mixed':
      return [atLeast(1, ...shown('R3', 'R2')), atLeast(1, ...shown('R2', 'R1'))];
  }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Deviation from one web to the next, from a sample. */
function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}
