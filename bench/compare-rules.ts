import { knownRates } from '../src/lab/recrawl/known-rates.ts';
import { KNOWN_RATES, shareOfPossible } from '../src/lab/recrawl/recrawl-lab.ts';
import { type Budget, simulate } from '../src/lab/recrawl/simulate.ts';
import { makeSyntheticWeb, type SyntheticSpec } from '../src/lab/recrawl/synthetic-web.ts';
import { deviation, mean } from '../src/lab/statistics.ts';
import type { RevisitRule } from '../src/revisit-rules/revisit-rule.ts';

/** Results of a rule over the seeds of a synthetic web. */
export interface RuleResult {
  readonly name: string;
  /** Mean Q as a share of the possible Q, and standard deviation over the seeds. */
  readonly ofPossible: number;
  readonly deviation: number;
  /** Mean share of the Q of the optimum of known rates on the same web. */
  readonly ofOptimum: number;
  /** Shares over all recrawl runs, with the warm-up. */
  readonly ofPossibleAllSteps: number;
  readonly ofOptimumAllSteps: number;
}

/**
 * Simulates all rules on the same webs, one per seed, with the optimum of known rates first. The first quarter of the
 * recrawl runs is warm-up.
 */
export function compareRules(
  spec: SyntheticSpec,
  seeds: readonly number[],
  budget: Budget,
  rules: Readonly<Record<string, () => RevisitRule>>,
): RuleResult[] {
  const runs = seeds.map((seed) => {
    const web = makeSyntheticWeb(spec, seed);
    return [knownRates(web), ...Object.values(rules).map((make) => make())].map((rule) => {
      const steps = simulate(web, rule, budget);
      return { share: shareOfPossible(steps, Math.floor(spec.steps / 4)), ofAllSteps: shareOfPossible(steps, 0) };
    });
  });
  return [KNOWN_RATES, ...Object.keys(rules)].map((name, index) => {
    const of = (key: 'share' | 'ofAllSteps', rule = index) => runs.map((run) => run[rule]?.[key] ?? 0);
    const ofOptimum = (key: 'share' | 'ofAllSteps') =>
      mean(of(key).map((share, seed) => share / (of(key, 0)[seed] || 1)));
    return {
      name,
      ...{ ofPossible: mean(of('share')), deviation: deviation(of('share')), ofOptimum: ofOptimum('share') },
      ...{ ofPossibleAllSteps: mean(of('ofAllSteps')), ofOptimumAllSteps: ofOptimum('ofAllSteps') },
    };
  });
}
