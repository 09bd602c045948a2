import { z } from 'zod';
import { positive } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import { labOptions } from '../lab-options.ts';
import { fileOption, offSwitch } from '../shared-options.ts';
import { strategyList } from '../strategy-list.ts';
import { verb } from '../verb.ts';

const options = z.strictObject({
  ...labOptions,
  strategies: flag(strategyList.optional(), {
    value: 'LIST',
    description:
      'presets, separated by commas, with what is to differ behind them: beebot,beebot-universities:m=2,beebot:reward=documents:reward.types=pdf+csv (default: all, those for a topic where there is one)',
  }),
  seeds: flag(positive.max(1000, 'must be at most 1000').default(8), {
    value: 'N',
    description: 'replays of each: with other orders of the sites, or other webs where they are made up',
  }),
  csv: fileOption('write the table as CSV'),
  html: fileOption('write a report with curves, in one file that needs no other'),
  explain: fileOption('only write every decision, of the first seed and the largest limit, as CSV; - is stdout'),
  force: offSwitch('write over files that are there'),
});

export type LabOptions = z.infer<typeof options>;

export const labVerb = verb({
  name: 'lab',
  summary: 'replay strategies on recorded or made-up webs, and compare them with the best allocation of pages to sites',
  options,
  examples: [
    'forager lab --web data/demo.sqlite --page-limit 200,500,1000',
    'forager lab --web data/webs/beebot-mixed.yaml --strategies beebot-trivial,beebot-institutes:n=20,beebot-universities --page-limit 2000 --html data/lab.html',
    'forager lab --web data/demo.sqlite --strategies beebot,beebot-universities --explain decisions.csv',
  ],
  run: async (given) => (await import('../run-lab.ts')).runLab(given),
});
