import type { RevisitRule } from '../../revisit-rules/revisit-rule.ts';
import type { ReportCurve, ReportResult, ReportWords } from '../report/report.ts';
import { deviation, mean } from '../statistics.ts';
import { knownRates } from './known-rates.ts';
import { type Budget, type NightResult, simulate } from './simulate.ts';
import { makeSyntheticWeb, type SyntheticSpec } from './synthetic-web.ts';
import type { VersionedWeb } from './versioned-web.ts';

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

/** Name of the curve of who knows every page's rate of change, but not when it changes. */
export const KNOWN_RATES = 'known rates';
/** The rule that the others are compared with. */
const UNIFORM = 'uniform';

interface NamedRule {
  /** As its user wrote it. */
  readonly name: string;
  make(): RevisitRule;
}

export interface RecrawlQuestion {
  readonly name: string;
  /** The web of a seed, and where its rates are known the optimum under them. */
  readonly web: (seed: number) => { readonly web: VersionedWeb; readonly optimum: RevisitRule | undefined };
  readonly seeds: number;
  /** Shares of the pages that are checked each night. */
  readonly budgets: readonly number[];
  readonly rules: readonly NamedRule[];
}

/** A run of one rule: Q of each night as a share of the possible Q. */
interface Run {
  readonly rule: string;
  readonly budget: number;
  readonly seed: number;
  readonly nights: readonly NightResult[];
}

/** How many runs a question has, at most. */
export const runCount = ({ seeds, budgets, rules }: RecrawlQuestion): number =>
  seeds * budgets.length * (rules.length + 1);

/**
 * Recrawls a web night after night by every rule, with every budget and seed. The first quarter of the nights is warm-up
 * and does not count in the results but where they are told of all nights. When the signal is given, the runs that are done are kept.
 *
 * @param onDone told after each run
 */
export async function recrawlLab(question: RecrawlQuestion, onDone: () => void, signal: AbortSignal) {
  const runs: Run[] = [];
  let about: VersionedWeb | undefined;
  for (let seed = 1; seed <= question.seeds && !signal.aborted; seed++) {
    const { web, optimum } = question.web(seed);
    about ??= web;
    const rules = [...(optimum ? [{ name: KNOWN_RATES, make: () => optimum }] : []), ...question.rules];
    for (const budget of question.budgets) {
      for (const { name: rule, make } of rules) {
        if (signal.aborted) break;
        const nights = simulate(web, make(), checksANight(Math.max(1, Math.round(web.pages * budget))));
        runs.push({ rule, budget, seed, nights });
        onDone();
        // Lets signals and progress in.
        await new Promise(setImmediate);
      }
    }
  }
  const nights = about?.nights ?? 0;
  return {
    webs: about ? [{ name: question.name, sites: sitesOf(about), pages: about.pages, links: nights }] : [],
    results: resultsOf(question, runs, nights),
    curves: curvesOf(question, runs, nights),
  };
}

/** A web with a budget, as results name it. */
const budgetName = (web: string, budget: number): string =>
  `${web}, ${(budget * 100).toLocaleString('en', { maximumFractionDigits: 2 })} % a night`;

function resultsOf({ name, budgets, rules }: RecrawlQuestion, runs: readonly Run[], nights: number): ReportResult[] {
  const warmUp = Math.floor(nights / 4);
  return budgets.flatMap((budget) => {
    const shares = (rule: string, from = warmUp): number[] =>
      runs.filter((run) => run.rule === rule && run.budget === budget).map((run) => shareOfPossible(run.nights, from));
    const known = mean(shares(KNOWN_RATES));
    const knownAll = mean(shares(KNOWN_RATES, 0));
    const uniform = mean(shares(UNIFORM));
    return [KNOWN_RATES, ...rules.map((rule) => rule.name)].flatMap((strategy): ReportResult[] => {
      const own = shares(strategy);
      const share = mean(own);
      if (own.length === 0) return [];
      const all = mean(shares(strategy, 0));
      return [
        {
          web: budgetName(name, budget),
          strategy,
          pageLimit: nights,
          seeds: own.length,
          mean: share,
          sd: deviation(own),
          ratioToTrivial: uniform ? share / uniform : null,
          ratioToOracle: known ? share / known : null,
          regret: Number.isNaN(known) ? null : known - share,
          allNights: { mean: all, ratioToOracle: knownAll ? all / knownAll : null },
        },
      ];
    });
  });
}

/** Night by night, the means over the seeds. */
function curvesOf({ name, budgets, rules }: RecrawlQuestion, runs: readonly Run[], nights: number): ReportCurve[] {
  const pages = Array.from({ length: nights + 1 }, (_, night) => night);
  return budgets.flatMap((budget) =>
    [KNOWN_RATES, ...rules.map((rule) => rule.name)].flatMap((strategy): ReportCurve[] => {
      const own = runs.filter((run) => run.rule === strategy && run.budget === budget);
      if (own.length === 0) return [];
      const at = pages.map((night) =>
        // On night 0 all pages are as they were fetched.
        own.map((run) => (night === 0 ? 1 : (run.nights[night - 1]?.q ?? 0) / (run.nights[night - 1]?.possible || 1))),
      );
      const web = budgetName(name, budget);
      return [{ web, strategy, pageLimit: nights, pages, mean: at.map(mean), sd: at.map(deviation) }];
    }),
  );
}

function sitesOf(web: VersionedWeb): number {
  const sites = new Set<number>();
  for (let page = 0; page < web.pages; page++) sites.add(web.site(page));
  return sites.size;
}

/** What a report of recrawls calls its figures. */
export const RECRAWL_WORDS: ReportWords = {
  limit: 'Nights',
  strategy: 'Rule',
  xLabel: 'night',
  found: {
    column: 'Q / possible Q',
    yLabel: 'Q as a share of the possible Q',
    caption:
      'Value Q of the stored pages (Sotnik, SCENT, eq. 2) after each night on {web}, as a share of what it would be if every page were stored as it is.',
  },
  regret: {
    column: 'Loss to known rates',
    yLabel: 'loss, share of the possible Q',
    caption: 'What is lost on {web} to who has {oracle}: the rate of change of every page, but not when it changes.',
  },
  ratio: {
    column: 'Q / known rates',
    yLabel: 'share of the optimum under known rates',
    caption: 'Q on {web} as a share of what {oracle} reach.',
  },
  trivial: 'Q / uniform',
  webs: ['Web', 'Sites', 'Pages', 'Nights'],
  note: 'Means over the nights after the first quarter; in brackets over all nights. Known rates: the optimum for who knows the rate of change of every page, but not when it changes.',
  digits: 3,
  fromZero: false,
};
