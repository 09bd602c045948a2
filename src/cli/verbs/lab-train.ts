import { z } from 'zod';

import { flag } from '../../options/option.ts';
import { labOptions } from '../lab-options.ts';
import { logOptions, offSwitch } from '../shared-options.ts';
import { verb } from '../verb.ts';

const options = z.strictObject({
  web: labOptions.web,
  split: labOptions.split,
  out: flag(z.string('name the file to write').min(1, 'must not be empty'), {
    value: 'FILE',
    description: 'the prior, for --prior of crawl and lab',
  }),
  force: offSwitch('write over a file that is there'),
  ...logOptions,
});
export type LabTrainOptions = z.infer<typeof options>;

export const labTrainVerb = verb({
  name: 'lab train',
  summary: 'learn from crawls what words of links were worth, for crawls to begin with',
  options,
  examples: [
    'forager lab train --web data/demo.sqlite --out data/mine.json',
    'forager lab train --web ../webs --split host --out data/mine.json --force',
  ],
  run: async (given) => (await import('../run-lab-train.ts')).runLabTrain(given),
});
