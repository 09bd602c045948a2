import { z } from 'zod';
import { flag, positive } from '../src/cli/options.ts';
import { benchmark } from './benchmark.ts';
import { hitsSpeed } from './hits-speed.ts';

/** What HITS costs, and what crawls that go by it find. */
export const hits = benchmark({
  name: 'hits',
  summary: 'what HITS costs, beside graphology',
  options: z.object({
    links: flag(positive.default(1_000_000), { value: 'N', description: 'links of the graph that is timed' }),
  }),
  run: async ({ links }, say) => hitsSpeed(links, say),
});
