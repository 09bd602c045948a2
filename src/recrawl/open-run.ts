import { z } from 'zod';
import { recordedOf } from '../options/option.ts';
import { DEFAULT_RULE, type RecrawlRunOptions, recrawlRunOptions } from '../options/recrawl.ts';
import { addSums, type Pool } from '../revisit-rules/revisit-rule.ts';
import type { Store } from '../storage/open.ts';
import { recrawlRunQueries, revisitQueries } from '../storage/recrawl.ts';
import { type Choice, choosePages } from './choose-pages.ts';
import type { CostOf } from './page-facts.ts';
import { catchUp, foldRevisits } from './page-rows.ts';
import { type ChosenRule, chosenRule } from './recrawl-request.ts';
import { fitCost, type RevisitCost } from './run-sums.ts';
import { VALIDATORS } from './validator-trust.ts';

/** Number of chosen pages per page of the budget, as some pages can't be revisited. */
const CHOSEN_PER_PAGE = 2;

/** Returns the number of pages to choose. */
export const wantedBy = ({ pageLimit }: RecrawlRunOptions): number =>
  pageLimit === undefined ? Number.MAX_SAFE_INTEGER : CHOSEN_PER_PAGE * pageLimit;

/** Scope of the sums of revisit costs. */
export const TIME = 'time';

/** Recrawl run in progress. */
export interface RecrawlRun {
  readonly step: number;
  readonly startedAt: number;
  readonly chosen: ChosenRule;
  /** Rule's knowledge of all pages, constant during the recrawl run. */
  readonly pool: Pool;
  readonly cost: RevisitCost;
  readonly costOf: CostOf;
  readonly choice: Choice;
  /** Last visit before the recrawl run. */
  readonly lastVisit: number;
  /** True if an earlier run began the recrawl run. */
  readonly goesOn: boolean;
}

const poolSchema = z.record(z.string(), z.array(z.number()));
const paramsSchema = z.record(z.string(), z.unknown());
const numbersSchema = z.array(z.number());

const parsePool = (text: string | null): Pool => poolSchema.parse(JSON.parse(text ?? '{}'));

/**
 * Begins a recrawl run, or continues one of the same rule without choosing tried pages again. Ends an unfinished
 * recrawl run of another rule.
 *
 * @param wanted maximum number of pages to choose
 * @param least minimum priority of chosen pages
 * @throws BadInput for an invalid rule or parameter
 */
export function openRecrawlRun(
  store: Store,
  options: RecrawlRunOptions,
  { wanted, least }: { readonly wanted: number; readonly least?: number | undefined },
  now: number,
): RecrawlRun {
  const sql = recrawlRunQueries(store);
  return store.transaction(() => {
    const last = sql.last.get({});
    const chosen = ruleOf(options, last);
    const isSame = last !== undefined && last.rule === chosen.name && last.params === chosen.params;
    if (last && last.ended_at === null && !isSame) closeRecrawlRun(store, last.step, now);
    const goesOn = last !== undefined && last.ended_at === null && isSame;
    const step = goesOn ? last.step : (last?.step ?? 0) + 1;

    let lastVisit = last?.last_visit ?? 0;
    let pool = chosen.rule.pool;
    if (goesOn || isSame) pool = poolBefore(store, step, chosen);
    else if (last) pool = foldRevisits(store, chosen);
    if (!goesOn) lastVisit = catchUp(store, chosen.rule, pool, step, lastVisit);

    const cost = fitCost(timeSums(store));
    const costOf: CostOf = options.budgetBy === 'time' ? (size) => cost.perCharacter * size + cost.perPage : () => 1;
    const choice = choosePages(store, { step, chosen, pool, costOf, over: options.over, wanted, least });
    const { rule: _, param: __, ...asked } = options;
    const budget = JSON.stringify(asked);
    if (goesOn) {
      if (budget !== last.budget) sql.setBudget.run({ step, budget });
      const { started_at: startedAt } = last;
      return { step, startedAt, chosen, pool: parsePool(last.pool), cost, costOf, choice, lastVisit, goesOn };
    }
    sql.insert.run({
      step,
      started_at: now,
      rule: chosen.name,
      params: chosen.params,
      budget,
      last_visit: lastVisit,
      pages: revisitQueries(store).count.get({})?.pages ?? 0,
      pool: JSON.stringify(choice.pool),
    });
    sql.dropPools.run({ before: step - 1 });
    return { step, startedAt: now, chosen, pool: choice.pool, cost, costOf, choice, lastVisit, goesOn };
  });
}

/** Returns the options of the recrawl run in progress; undefined without one. */
export function askedOfOpenRun(store: Store): RecrawlRunOptions | undefined {
  const last = recrawlRunQueries(store).last.get({});
  if (last === undefined || last.ended_at !== null) return undefined;
  const budget = paramsSchema.parse(JSON.parse(last.budget));
  const param = paramsSchema.parse(JSON.parse(last.params));
  return recordedOf(recrawlRunOptions, { ...budget, rule: last.rule, param });
}

/** Returns the requested rule, or that of the recrawl run in progress, or of the last one, or the default. */
function ruleOf(
  { rule, param }: RecrawlRunOptions,
  last: { readonly rule: string; readonly params: string } | undefined,
) {
  if (rule !== undefined) return chosenRule(rule, param);
  if (last === undefined) return chosenRule(DEFAULT_RULE, param);
  const keepsParams = Object.keys(param).length === 0;
  return chosenRule(last.rule, keepsParams ? paramsSchema.parse(JSON.parse(last.params)) : param);
}

/** Returns the rule's knowledge before a step, as stored at the end of the previous step. */
function poolBefore(store: Store, step: number, { rule }: ChosenRule): Pool {
  const before = recrawlRunQueries(store).get.get({ step: step - 1 });
  return before ? parsePool(before.left_pool) : rule.pool;
}

/** Returns the sums of page costs, over all recrawl runs. */
function timeSums(store: Store): readonly number[] {
  const rows = recrawlRunQueries(store).sumsOfScope.all({ scope: TIME });
  return (
    rows.map(({ numbers }) => ({ [TIME]: numbersSchema.parse(JSON.parse(numbers)) })).reduce<Pool>(addSums, {})[TIME] ??
    []
  );
}

/** Ends a recrawl run and adds the lessons of its revisits to the rule's knowledge. */
export function closeRecrawlRun(store: Store, step: number, now: number): void {
  const sql = recrawlRunQueries(store);
  store.transaction(() => {
    const recrawlRun = sql.get.get({ step });
    if (!recrawlRun || recrawlRun.ended_at !== null) return;
    const { rule } = chosenRule(recrawlRun.rule, paramsSchema.parse(JSON.parse(recrawlRun.params)));
    const rows = sql.sums.all({ step }).filter(({ scope }) => scope !== TIME && !scope.startsWith(VALIDATORS));
    const sums = rows
      .map(({ scope, numbers }) => ({ [scope]: numbersSchema.parse(JSON.parse(numbers)) }))
      .reduce<Pool>(addSums, {});
    const revisits = revisitQueries(store).answered.get({ step })?.revisits ?? 0;
    const left = rule.close(parsePool(recrawlRun.pool), { step, pages: recrawlRun.pages, revisits, sums });
    sql.end.run({ step, ended_at: now, left_pool: JSON.stringify(left) });
  });
}
