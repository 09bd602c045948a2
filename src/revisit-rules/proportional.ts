import { z } from 'zod';
import { revisitRule } from './revisit-rule.ts';

/**
 * Orders pages by rate * age, with the age in runs since the last revisit (Cho & Garcia-Molina 2003, "proportional",
 * who show that it is worse than `uniform` for pages that change more often than they can be revisited).
 *
 * The rate after n revisits, u of them unchanged, i runs apart on average, is -ln((u + 0.5)/(n + 1)) / i. This is their
 * bias-reduced estimate (Cho & Garcia-Molina, "Estimating frequency of change") with n + 1 instead of n + 0.5, as a
 * page of rate 0 would never be revisited.
 */
export const proportional = revisitRule({
  name: 'proportional',
  summary: 'revisits in proportion to the rate of change',
  source: 'Cho & Garcia-Molina 2003',
  params: z.strictObject({}),
  make: () => ({
    state: ['revisits', 'unchanged revisits', 'runs watched'],
    pool: {},
    begin: () => [0, 0, 0],
    learn: ({ state: [revisits = 0, unchanged = 0, runs = 0], last }, { step, gone, fresh }) => ({
      state: [revisits + 1, unchanged + (gone + fresh === 0 ? 1 : 0), runs + step - last],
    }),
    rank(pages, now, pool) {
      const priority = new Float64Array(pages.count);
      for (let row = 0; row < pages.count; row++) {
        const revisits = pages.state[row * 3] ?? 0;
        const unchanged = pages.state[row * 3 + 1] ?? 0;
        const age = now - (pages.last[row] ?? 0);
        const interval = revisits > 0 ? Math.max(1, (pages.state[row * 3 + 2] ?? 0) / revisits) : age;
        priority[row] = (-Math.log((unchanged + 0.5) / (revisits + 1)) * age) / interval;
      }
      return { priority, pool };
    },
    close: (pool) => pool,
  }),
});
