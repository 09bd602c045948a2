import { revisitRules } from '../../src/revisit-rules/registry.ts';
import {
  type Check,
  type PageFacts,
  type PageTable,
  type PageView,
  type Pool,
  priorities,
  type RevisitRule,
  strongest,
} from '../../src/revisit-rules/revisit-rule.ts';

/** The rule of a name, with some of its parameters set. */
export function rule(name: string, params: Readonly<Record<string, unknown>> = {}): RevisitRule {
  const maker = revisitRules.find((member) => member.name === name);
  if (!maker) throw new Error(`no rule ${name}`);
  return maker.make(params);
}

/** A page of 1,000 characters, first fetched at step 0, whose check costs 1 and whose server sends no signals. */
export const facts = (id: number, more: Partial<PageFacts> = {}): PageFacts => ({
  id,
  size: 1000,
  site: 0,
  group: 0,
  cost: 1,
  last: 0,
  signal: Number.NaN,
  ...more,
});

export const begun = (name: RevisitRule, page: PageFacts, pool: Pool = name.pool): PageView => ({
  ...page,
  state: name.begin(page, pool),
});

export const unchanged = (step: number, size = 1000): Check => ({ step, kept: size, gone: 0, fresh: 0 });
export const changed = (step: number, characters = 100, size = 1000): Check => ({
  step,
  kept: size - characters,
  gone: characters,
  fresh: characters,
});

/** The page after a check. */
export const after = (member: RevisitRule, page: PageView, check: Check, pool: Pool = member.pool): PageView => ({
  ...page,
  last: check.step,
  size: check.kept + check.fresh,
  state: member.learn(page, check, pool).state,
});

export function table(pages: readonly PageView[]): PageTable {
  const column = (of: (page: PageView) => number) => Float64Array.from(pages, of);
  return {
    count: pages.length,
    id: column(({ id }) => id),
    size: column(({ size }) => size),
    site: column(({ site }) => site),
    group: column(({ group }) => group),
    cost: column(({ cost }) => cost),
    last: column(({ last }) => last),
    signal: column(({ signal }) => signal),
    state: Float64Array.from(pages.flatMap(({ state }) => state)),
  };
}

/** The ids of the pages in the order of a rule at step `now`. */
export function order(
  member: RevisitRule,
  pages: readonly PageView[],
  now: number,
  pool: Pool = member.pool,
): number[] {
  const rows = table(pages);
  const { priority } = priorities(member, rows, now, pool);
  return strongest(rows, priority, pages.length).map((row) => pages[row]?.id ?? -1);
}
