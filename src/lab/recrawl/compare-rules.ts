import type { RevisitRule } from '../../revisit-rules/revisit-rule.ts';
import { knownRates } from './known-rates.ts';
import { type Budget, type NightResult, simulate } from './simulate.ts';
import type { SyntheticSpec } from './synthetic-spec.ts';
import { makeSyntheticWeb } from './synthetic-web.ts';

/** How a rule did over the seeds of a synthetic web. */
export interface RuleResult {
  readonly name: string;
  /** Mean Q as a share of the possible Q, and its standard deviation over the seeds. */
  readonly ofPossible: number;
  readonly deviation: number;
  /** Mean Q as a share of that of the known-rates optimum on the same web. */
  readonly ofOptimum: number;
  /** The same two shares over all nights, those of the warm-up too. */
  readonly ofPossibleAllNights: number;
  readonly ofOptimumAllNights: number;
  /** Share of the checks that found a change. */
  readonly changed: number;
}

/** Mean Q over the nights after the warm-up, as a share of the possible Q. */
export function shareOfPossible(nights: readonly NightResult[], warmUp: number): number {
  const counted = nights.slice(warmUp);
  return sum(counted, ({ q }) => q) / sum(counted, ({ possible }) => possible);
}

/**
 * Every rule on the same webs, one for each seed; the known-rates optimum stands first. The first quarter of the nights
 * is warm-up.
 */
export function compareRules(
  spec: SyntheticSpec,
  seeds: readonly number[],
  budget: Budget,
  rules: Readonly<Record<string, () => RevisitRule>>,
): RuleResult[] {
  const warmUp = Math.floor(spec.nights / 4);
  const runs = seeds.map((seed) => {
    const web = makeSyntheticWeb(spec, seed);
    return [knownRates(web), ...Object.values(rules).map((make) => make())].map((rule) => {
      const nights = simulate(web, rule, budget);
      const checks = sum(nights, (night) => night.checks);
      return {
        share: shareOfPossible(nights, warmUp),
        shareOfAllNights: shareOfPossible(nights, 0),
        changed: sum(nights, (night) => night.changed) / Math.max(1, checks),
      };
    });
  });
  return ['known rates', ...Object.keys(rules)].map((name, index) => {
    const shares = runs.map((run) => run[index]?.share ?? 0);
    const mean = sum(shares, (share) => share) / shares.length;
    const ofAllNights = (run: (typeof runs)[number], rule: number) => run[rule]?.shareOfAllNights ?? 0;
    const square = sum(shares, (share) => (share - mean) ** 2) / Math.max(1, shares.length - 1);
    return {
      name,
      ofPossible: mean,
      deviation: Math.sqrt(square),
      ofOptimum: sum(runs, (run) => (run[index]?.share ?? 0) / (run[0]?.share ?? 1)) / runs.length,
      ofPossibleAllNights: sum(runs, (run) => ofAllNights(run, index)) / runs.length,
      ofOptimumAllNights: sum(runs, (run) => ofAllNights(run, index) / (ofAllNights(run, 0) || 1)) / runs.length,
      changed: sum(runs, (run) => run[index]?.changed ?? 0) / runs.length,
    };
  });
}

/** A budget that is counted in checks. */
export const checksANight = (checks: number): Budget => ({ night: checks, perCharacter: 0, perFetch: 1 });

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
