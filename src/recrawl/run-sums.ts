import { z } from 'zod';
import { addSums, type Pool } from '../revisit-rules/revisit-rule.ts';
import type { Store } from '../storage/open.ts';
import { recrawlRunQueries } from '../storage/recrawl.ts';

const numbersSchema = z.array(z.number());

/**
 * Opens the sums over a recrawl run's revisits, updated in the transactions that store the revisits.
 *
 * @param run run of a worker in a shared recrawl run; 0: all runs, and visits before
 */
export function runSums(store: Store, step: number, run: number) {
  const sql = recrawlRunQueries(store);
  let waiting: Pool = {};
  return {
    add(more: Pool): void {
      waiting = addSums(waiting, more);
    },
    write(): void {
      // `waiting` is emptied first: after a rollback the caller adds all sums again.
      const sums = Object.entries(waiting);
      waiting = {};
      for (const [scope, numbers] of sums) {
        const row = sql.sum.get({ step, scope, run });
        const before = row ? { [scope]: numbersSchema.parse(JSON.parse(row.numbers)) } : {};
        sql.putSum.run({ step, scope, run, numbers: JSON.stringify(addSums(before, { [scope]: numbers })[scope]) });
      }
    },
  };
}

export type RunSums = ReturnType<typeof runSums>;

/**
 * Cost of a revisit: T = A * Size + B milliseconds (Sotnik, SCENT, eq. 3), by least squares over all visited pages, A
 * at least 0. Stored as sums: count, sizes, times, sizes squared, sizes times times.
 */
export interface RevisitCost {
  /** Coefficient A, milliseconds per character of visible text. */
  readonly perCharacter: number;
  /** Coefficient B, milliseconds per page. */
  readonly perPage: number;
  /** Number of pages in the fit. */
  readonly pages: number;
}

/** Returns a page's terms of the sums. */
export const costSums = (size: number, milliseconds: number): readonly number[] => [
  1,
  size,
  milliseconds,
  size * size,
  size * milliseconds,
];

/** Fits the cost model. Without any pages every revisit costs the same. */
export function fitCost(sums: readonly number[]): RevisitCost {
  const [pages = 0, sizes = 0, times = 0, squares = 0, products = 0] = sums;
  if (pages === 0) return { perCharacter: 0, perPage: 1, pages };
  const spread = squares - (sizes * sizes) / pages;
  const slope = spread > 0 ? (products - (sizes * times) / pages) / spread : 0;
  const perCharacter = Math.max(0, slope);
  // A revisit always takes some time, even if the fitted line says otherwise.
  const perPage = Math.max(1, (times - perCharacter * sizes) / pages);
  return { perCharacter, perPage, pages };
}
