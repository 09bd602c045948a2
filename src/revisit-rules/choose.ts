import type { PageTable, Pool, RevisitRule } from './revisit-rule.ts';

/**
 * The rows of the `wanted` pages of largest priority, the largest first, equals by the smaller id. Native sorting finds
 * the smallest priority that is still in, so that only the chosen are sorted with their ids.
 */
export function strongest(pages: Pick<PageTable, 'count' | 'id'>, priority: Float64Array, wanted: number): number[] {
  if (wanted <= 0) return [];
  const sorted = priority.slice(0, pages.count).sort();
  const least = sorted[Math.max(0, pages.count - wanted)] ?? Number.NEGATIVE_INFINITY;
  const rows: number[] = [];
  for (let row = 0; row < pages.count; row++) if ((priority[row] ?? 0) >= least) rows.push(row);
  const first = (a: number, b: number) =>
    (priority[b] ?? 0) - (priority[a] ?? 0) || (pages.id[a] ?? 0) - (pages.id[b] ?? 0);
  return rows.sort(first).slice(0, wanted);
}

/** The priorities of all pages under a rule: those that it ranks, or the static keys. */
export function priorities(rule: RevisitRule, pages: PageTable, now: number, pool: Pool) {
  if (rule.rank) return rule.rank(pages, now, pool);
  const width = rule.state.length;
  return { priority: Float64Array.from({ length: pages.count }, (_, row) => pages.state[row * width] ?? 0), pool };
}
