import { z } from 'zod';
import { addSums, type Pool } from '../revisit-rules/revisit-rule.ts';
import type { Store } from '../storage/open.ts';
import { nightQueries } from '../storage/recrawl.ts';

const numbersSchema = z.array(z.number());

/** The sums of a night, brought up to date inside the transaction that stores what they sum. */
export function nightSums(store: Store, step: number) {
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
        const row = sql.sum.get({ step, scope });
        const before = row ? { [scope]: numbersSchema.parse(JSON.parse(row.numbers)) } : {};
        sql.putSum.run({ step, scope, numbers: JSON.stringify(addSums(before, { [scope]: numbers })[scope]) });
      }
    },
  };
}
