import { z } from 'zod';
import { revisitRule } from './revisit-rule.ts';

/** Orders pages by the time since the last revisit: the baseline of recrawl studies (Cho & Garcia-Molina 2003). */
export const uniform = revisitRule({
  name: 'uniform',
  summary: 'the page revisited longest ago',
  source: 'Cho & Garcia-Molina 2003',
  params: z.strictObject({}),
  make: () => ({
    state: ['minus the step of the last check'],
    pool: {},
    begin: ({ last }) => [-last],
    learn: (_, { step }) => ({ state: [-step] }),
    close: (pool) => pool,
  }),
});
