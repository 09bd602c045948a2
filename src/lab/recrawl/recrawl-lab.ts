import type { RevisitRule } from '../../revisit-rules/revisit-rule.ts';
import type { ReportCurve, ReportResult, ReportWords } from '../report/report.ts';
import { deviation, mean } from '../statistics.ts';
import { type Budget, type RecrawlResult, simulate } from './simulate.ts';
import type { VersionedWeb } from './versioned-web.ts';

/** Returns the mean Q after the warm-up as a share of the possible Q. */
export function shareOfPossible(steps: readonly RecrawlResult[], warmUp: number): number {
  const counted = steps.slice(warmUp);
  return sum(counted, ({ q }) => q) / sum(counted, ({ possible }) => possible);
}

/** Returns a budget in revisits per recrawl run. */
export const revisitsARun = (revisits: number): Budget => ({ perStep: revisits, perCharacter: 0, perFetch: 1 });

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

/** Name of the optimum that knows every page's rate of change, but not the times of changes. */
export const KNOWN_RATES = 'known rates';
/** Baseline rule. */
const UNIFORM = 'uniform';

interface NamedRule {
  /** Name as typed by the user. */
  readonly name: string;
  make(): RevisitRule;
}

export interface RecrawlQuestion {
  readonly name: string;
  /** Returns the web for a seed and, if its rates are known, the optimum for these rates. */
  readonly web: (seed: number) => { readonly web: VersionedWeb; readonly optimum: RevisitRule | undefined };
  readonly seeds: number;
  /** Shares of pages revisited in each recrawl run. */
  readonly budgets: readonly number[];
  readonly rules: readonly NamedRule[];
}

/** Simulation of one rule, with Q after each recrawl run. */
interface Run {
  readonly rule: string;
  readonly budget: number;
  readonly seed: number;
  readonly steps: readonly RecrawlResult[];
}

/** Returns the largest number of simulations. */
export const runCount = ({ seeds, budgets, rules }: RecrawlQuestion): number =>
  seeds * budgets.length * (rules.length + 1);

/**
 * Simulates recrawls of a web for every rule, budget and seed. The first quarter of the recrawl runs is warm-up and
 * counts only in `allSteps`. Finished simulations are kept on abort.
 *
 * @param onDone called after each simulation
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
        const steps = simulate(web, make(), revisitsARun(Math.max(1, Math.round(web.pages * budget))));
        runs.push({ rule, budget, seed, steps });
        onDone();
        // Lets signal handlers and progress output run.
        await new Promise(setImmediate);
      }
    }
  }
  const steps = about?.steps ?? 0;
  return {
    webs: about ? [{ name: question.name, sites: sitesOf(about), pages: about.pages, links: steps }] : [],
    results: resultsOf(question, runs, steps),
    curves: curvesOf(question, runs, steps),
  };
}

/** Returns the name of a web with a budget, as shown in results. */
const budgetName = (web: string, budget: number): string =>
  `${web}, ${(budget * 100).toLocaleString('en', { maximumFractionDigits: 2 })} % a step`;

function resultsOf({ name, budgets, rules }: RecrawlQuestion, runs: readonly Run[], steps: number): ReportResult[] {
  const warmUp = Math.floor(steps / 4);
  return budgets.flatMap((budget) => {
    const shares = (rule: string, from = warmUp): number[] =>
      runs.filter((run) => run.rule === rule && run.budget === budget).map((run) => shareOfPossible(run.steps, from));
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
          pageLimit: steps,
          seeds: own.length,
          mean: share,
          sd: deviation(own),
          ratioToTrivial: uniform ? share / uniform : null,
          ratioToOracle: known ? share / known : null,
          regret: Number.isNaN(known) ? null : known - share,
          allSteps: { mean: all, ratioToOracle: knownAll ? all / knownAll : null },
        },
      ];
    });
  });
}

/** Returns the means over the seeds after each recrawl run. */
function curvesOf({ name, budgets, rules }: RecrawlQuestion, runs: readonly Run[], steps: number): ReportCurve[] {
  const pages = Array.from({ length: steps + 1 }, (_, step) => step);
  return budgets.flatMap((budget) =>
    [KNOWN_RATES, ...rules.map((rule) => rule.name)].flatMap((strategy): ReportCurve[] => {
      const own = runs.filter((run) => run.rule === strategy && run.budget === budget);
      if (own.length === 0) return [];
      const at = pages.map((step) =>
        // Stored pages are all current before the first run.
        own.map((run) => (step === 0 ? 1 : (run.steps[step - 1]?.q ?? 0) / (run.steps[step - 1]?.possible || 1))),
      );
      const web = budgetName(name, budget);
      return [{ web, strategy, pageLimit: steps, pages, mean: at.map(mean), sd: at.map(deviation) }];
    }),
  );
}

function sitesOf(web: VersionedWeb): number {
  const sites = new Set<number>();
  for (let page = 0; page < web.pages; page++) sites.add(web.site(page));
  return sites.size;
}

/** Labels of a recrawl report. */
export const RECRAWL_WORDS: ReportWords = {
  limit: 'Steps',
  strategy: 'Rule',
  xLabel: 'step',
  found: {
    column: 'Q / possible Q',
    yLabel: 'Q as a share of the possible Q',
    caption:
      'Value Q of the stored pages (Sotnik, SCENT, eq. 2) after each step on {web}, as a share of what it would be if every page were stored as it is.',
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
  webs: ['Web', 'Sites', 'Pages', 'Steps'],
  note: 'Means over the steps after the first quarter; in brackets over all steps. Known rates: the optimum for who knows the rate of change of every page, but not when it changes.',
  digits: 3,
  fromZero: false,
};
