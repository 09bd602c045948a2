import { z } from 'zod';
import { best, siteRule, standingsBy } from './site-rule.ts';

/** Sites in list order, one after the other (Pechnikov & Chernobrovkin 2012, §2, the planner's simplest form). */
export const sequential = siteRule({
  name: 'sequential',
  summary: 'one site after the other',
  source: 'Pechnikov & Chernobrovkin 2012, §2',
  params: z.strictObject({}),
  make: () => ({ pick: (ready) => best(ready, () => 0), standings: standingsBy(() => 0) }),
});
