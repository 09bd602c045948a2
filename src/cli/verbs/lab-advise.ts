import { z } from 'zod';
import { positive } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import { labOptions } from '../lab-options.ts';
import { verb } from '../verb.ts';

const options = z.strictObject({
  ...labOptions,
  trials: flag(positive.default(20), {
    value: 'N',
    description: 'random halves of the sites that each strategy is tried on',
  }),
});
export type LabAdviseOptions = z.infer<typeof options>;

export const labAdviseVerb = verb({
  name: 'lab advise',
  summary: 'which strategy would have served these sites best, and how sure that is for the next crawl',
  options,
  examples: ['forager lab advise --web data/demo.sqlite --page-limit 1000'],
  run: async (given) => (await import('../run-advise.ts')).runAdvise(given),
});
