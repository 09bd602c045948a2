import { z } from 'zod';
import { addSums, type Pool } from '../revisit-rules/revisit-rule.ts';
import type { Store } from '../storage/open.ts';
import { nightQueries } from '../storage/recrawl.ts';

const numbersSchema = z.array(z.number());

/**
 * The sums of a night's checks, brought up to date inside the transaction that stores what they sum.
 *
 * @param run whose checks these are, where several workers share the night; 0: of all runs, and of visits before
 */
export function nightSums(store: Store, step: number, run: number) {
  const sql = nightQueries(store);
  let waiting: Pool = {};
  return {
    add(more: Pool): void {
      waiting = addSums(waiting, more);
    },
    write(): void {
      // Broken off, it is told of all of them again.
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

export type NightSums = ReturnType<typeof nightSums>;

/**
 * What a check costs: T = A * Size + B milliseconds (Sotnik, SCENT, eq. 3), by least squares over all pages read, A at
 * least 0. Kept as sums, so that every page counts once and none is read again: count, sizes, times, sizes squared,
 * sizes times times.
 */
export interface CheckCost {
  /** A, milliseconds for each character of visible text. */
  readonly perCharacter: number;
  /** B, milliseconds for each page. */
  readonly perPage: number;
  /** How many pages they were fitted to. */
  readonly pages: number;
}

/** What a page adds to the sums. */
export const costSums = (size: number, milliseconds: number): readonly number[] => [
  1,
  size,
  milliseconds,
  size * size,
  size * milliseconds,
];

/** Where nothing was read yet every check costs the same. */
export function fitCost(sums: readonly number[]): CheckCost {
  const [pages = 0, sizes = 0, times = 0, squares = 0, products = 0] = sums;
  if (pages === 0) return { perCharacter: 0, perPage: 1, pages };
  const spread = squares - (sizes * sizes) / pages;
  const slope = spread > 0 ? (products - (sizes * times) / pages) / spread : 0;
  const perCharacter = Math.max(0, slope);
  // A check takes some time, whatever the line says of an empty page.
  const perPage = Math.max(1, (times - perCharacter * sizes) / pages);
  return { perCharacter, perPage, pages };
}
