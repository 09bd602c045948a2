import { z } from 'zod';
import { createRandom } from '../src/domain/random.ts';
import { revisitsARun } from '../src/lab/recrawl/recrawl-lab.ts';
import { type SyntheticSpec, syntheticSpec } from '../src/lab/recrawl/synthetic-web.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { revisitRules } from '../src/revisit-rules/registry.ts';
import { type PageTable, priorities, type RevisitRule, strongest } from '../src/revisit-rules/revisit-rule.ts';
import { atLeast, atMost, benchmark, figure, type Metric } from './benchmark.ts';
import { compareRules, type RuleResult } from './compare-rules.ts';
import { cpuSince } from './cpu-time.ts';
import { dynamicParts, revisitWorlds, truthfulSignals } from './revisit-worlds.ts';
import { median } from './statistics.ts';

const rule = (name: string, params: Readonly<Record<string, unknown>> = {}): RevisitRule => {
  const maker = revisitRules.find((member) => member.name === name);
  if (!maker) throw new RangeError(`no revisit rule ${name}`);
  return maker.make(params);
};

const DELTAS = [0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 1.5, 2.5, 5];
const fixedScents = Object.fromEntries(DELTAS.map((delta) => [`scent ${delta}`, () => rule('scent', { delta })]));
const members = Object.fromEntries(revisitRules.map(({ name }) => [name, () => rule(name)]));
const GOALS = new Map([
  [0.05, 0.975],
  [0.1, 0.98],
  [0.2, 0.99],
]);

/** Recrawls synthetic webs by every rule: the share of the possible Q, and of that reached with all rates known. */
export const recrawl = benchmark({
  name: 'recrawl',
  summary: 'Q that the revisit rules reach on synthetic webs, beside the optimum of known rates',
  options: z.object({
    seeds: flag(positive.default(5), { value: 'N', description: 'webs of each kind' }),
    pages: flag(positive.default(5000), { value: 'N', description: 'pages of a web' }),
    steps: flag(positive.default(200), { value: 'N', description: 'recrawl runs, a quarter of them warm-up' }),
  }),
  async run({ seeds, pages, steps }, say) {
    const numbers = Array.from({ length: seeds }, (_, index) => index + 1);
    const compare = (spec: SyntheticSpec, share: number, rules: Readonly<Record<string, () => RevisitRule>>) =>
      compareRules(spec, numbers, revisitsARun(Math.round(pages * share)), rules);
    const metrics: Metric[] = [];

    for (const [share, goal] of GOALS) {
      say(`mixed rates, ${percent(share)} % a step`);
      metrics.push(
        ...mixedRates(
          compare(syntheticSpec.parse({ pages, steps }), share, { ...members, ...fixedScents }),
          share,
          goal,
        ),
      );
      const noisy = syntheticSpec.parse({ pages, steps, unstable: { pages: 0.2, text: 0.05, filtered: false } });
      const tuned = bestOf(compare(noisy, share, fixedScents));
      metrics.push(...both(`${percent(share)} % a step: scent, tuned, changing blocks not filtered`, tuned));
    }
    for (const { name, spec, share } of dynamicParts) {
      say(name);
      const results = compare(spec(pages, steps), share, { scent: () => rule('scent'), ...fixedScents });
      const tuned = bestOf(results);
      const what = `${name}, ${percent(share)} % a step`;
      metrics.push(atLeast(98, `${what}: scent, DeltaS ${tuned.name.slice(6)}`, percent(tuned.ofPossible), '% of Q'));
      metrics.push(figure(`${what}: scent, DeltaS auto`, percent(named(results, 'scent').ofPossible), '% of Q'));
    }
    for (const { name, spec, share } of revisitWorlds) {
      say(name);
      const results = compare(spec(pages, steps), share, members);
      const uniform = percent(named(results, 'uniform').ofPossible);
      metrics.push(figure(`${name}: uniform`, uniform, '% of Q'));
      metrics.push(figure(`${name}: scent auto`, percent(named(results, 'scent').ofPossible), '% of Q'));
      metrics.push(atLeast(uniform, `${name}: fresh`, percent(named(results, 'fresh').ofPossible), '% of Q'));
      metrics.push(...allSteps(`${name}: fresh`, named(results, 'fresh')));
    }
    say(truthfulSignals.name);
    const { name, spec, share } = truthfulSignals;
    const told = compare(spec(pages, steps), share, { fresh: () => rule('fresh') });
    metrics.push(atLeast(98, `${name}: fresh`, percent(named(told, 'fresh').ofPossible), '% of Q'));
    metrics.push(...choosing(say));
    return metrics;
  },
});

function mixedRates(results: readonly RuleResult[], share: number, goal: number): Metric[] {
  const perStep = `${percent(share)} % a step`;
  const tuned = bestOf(results);
  const fresh = named(results, 'fresh');
  const lead = percent(fresh.ofPossible) - percent(tuned.ofPossible);
  return [
    figure(`${perStep}: known rates`, percent(named(results, 'known rates').ofPossible), '% of Q'),
    figure(`${perStep}: known rates, all steps`, percent(named(results, 'known rates').ofPossibleAllSteps), '% of Q'),
    ...revisitRules
      .filter(({ name }) => name !== 'fresh')
      .flatMap(({ name }) => both(`${perStep}: ${name}`, named(results, name))),
    ...both(`${perStep}: scent, tuned: DeltaS ${tuned.name.slice(6)}`, tuned),
    figure(`${perStep}: fresh`, percent(fresh.ofPossible), '% of Q'),
    atLeast(percent(goal), `${perStep}: fresh`, percent(fresh.ofOptimum), '% of known rates'),
    ...allSteps(`${perStep}: fresh`, fresh),
    figure(`${perStep}: fresh, deviation over the seeds`, percent(fresh.deviation), 'points'),
    share === 0.1
      ? atLeast(3, `${perStep}: fresh above the tuned scent`, lead, 'points')
      : figure(`${perStep}: fresh above the tuned scent`, lead, 'points'),
  ];
}

/**
 * Cost of a recrawl run's choice of 10,000 pages among a million, in memory, in CPU time, as the machine may be busy.
 */
function choosing(say: (line: string) => void): Metric[] {
  say('choosing among 1,000,000 pages');
  return ['scent', 'fresh'].map((name) => {
    const member = rule(name);
    const pages = manyPages(1_000_000, member);
    const times = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage();
      const { priority } = priorities(member, pages, 101, member.pool);
      strongest(pages, priority, 10_000);
      return cpuSince(before);
    });
    return atMost(1000, `choosing 10,000 of 1,000,000 pages: ${name}`, median(times), 'CPU ms');
  });
}

function manyPages(count: number, { state, begin, learn, pool }: RevisitRule): PageTable {
  const random = createRandom('choosing');
  const column = (of: (row: number) => number) => Float64Array.from({ length: count }, (_, row) => of(row));
  const pages = {
    count,
    id: column((row) => row),
    size: column(() => random.between(100, 30_000)),
    site: column(() => random.below(500)),
    group: column(() => random.below(3000)),
    cost: column(() => 1),
    last: column(() => random.between(1, 100)),
    signal: column(() => Number.NaN),
    state: new Float64Array(count * state.length),
  };
  for (let row = 0; row < count; row++) {
    const facts = { id: row, size: 1000, site: 0, group: 0, cost: 1, last: 0, signal: Number.NaN };
    const changed = random.chance(0.2) ? 100 : 0;
    const check = { step: pages.last[row] ?? 1, kept: 1000 - changed, gone: changed, fresh: changed };
    pages.state.set(learn({ ...facts, state: begin(facts, pool) }, check, pool).state, row * state.length);
  }
  return pages;
}

const percent = (share: number): number => Math.round(10_000 * share) / 100;

const both = (what: string, result: RuleResult): Metric[] => [
  figure(what, percent(result.ofPossible), '% of Q'),
  figure(what, percent(result.ofOptimum), '% of known rates'),
  ...allSteps(what, result),
];

const allSteps = (what: string, result: RuleResult): Metric[] => [
  figure(`${what}, all steps`, percent(result.ofPossibleAllSteps), '% of Q'),
  figure(`${what}, all steps`, percent(result.ofOptimumAllSteps), '% of known rates'),
];

function named(results: readonly RuleResult[], name: string): RuleResult {
  const found = results.find((result) => result.name === name);
  if (!found) throw new RangeError(`no result of ${name}`);
  return found;
}

/** The best fixed DeltaS of the scents on these very webs: the most that tuning can give. */
const bestOf = (results: readonly RuleResult[]): RuleResult =>
  results
    .filter(({ name }) => name in fixedScents)
    .reduce((best, one) => (one.ofPossible > best.ofPossible ? one : best));
