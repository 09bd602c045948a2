import { z } from 'zod';
import { positive } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import { revisitRules } from '../../revisit-rules/registry.ts';
import { commonOptions, fileOption, logOptions, offSwitch } from '../shared-options.ts';
import { verb } from '../verb.ts';

/** `5%,10%` or `0.05`, as shares. */
const shares = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : typeof given === 'number' ? [given] : given),
    z.array(z.union([z.string(), z.number()])),
  )
  .transform((texts, context) => {
    const values = texts.map((text) => {
      const parts = /^\s*(\d+(?:\.\d+)?)\s*(%?)\s*$/.exec(String(text));
      return parts ? Number(parts[1]) / (parts[2] ? 100 : 1) : Number.NaN;
    });
    if (values.length > 0 && values.every((value) => value > 0 && value <= 1)) return [...new Set(values)];
    context.addIssue({ code: 'custom', message: 'write shares of the pages, such as 5%,10%' });
    return z.NEVER;
  });

const options = z.strictObject({
  web: fileOption('database with recorded versions: a crawl that was recrawled'),
  synthetic: fileOption('spec of a changing web (.yaml, .json) to be made up'),
  nights: flag(positive.optional(), { value: 'N', description: 'nights to recrawl (default: as the web has them)' }),
  budget: flag(shares.default([0.1]), {
    value: 'LIST',
    description: 'share of the pages that is checked each night, several separated by commas (default: 10%)',
  }),
  rules: flag(z.string().default(revisitRules.map(({ name }) => name).join(',')), {
    value: 'LIST',
    description: 'revisit rules, separated by commas, with parameters behind them: fresh,scent:delta=0.1',
  }),
  seeds: flag(positive.max(1000, 'must be at most 1000').default(3), {
    value: 'N',
    description: 'webs that are made up',
  }),
  csv: fileOption('write the table as CSV'),
  html: fileOption('write a report with curves, in one file that needs no other'),
  force: offSwitch('write over files that are there'),
  json: commonOptions.json,
  ...logOptions,
});
export type LabRecrawlOptions = z.infer<typeof options>;

export const labRecrawlVerb = verb({
  name: 'lab recrawl',
  summary: 'recrawl a changing web night after night by every revisit rule, and compare how fresh they keep it',
  options,
  examples: [
    'forager lab recrawl --synthetic data/changing-webs/mixed.yaml --budget 5%,10%,20%',
    'forager lab recrawl --web data/demo.sqlite --rules fresh,uniform',
    'forager lab recrawl --synthetic data/changing-webs/mixed.yaml --rules fresh,scent,scent:delta=0.1 --nights 50 --html data/recrawl.html',
  ],
  run: async (given) => (await import('../run-lab-recrawl.ts')).runLabRecrawl(given),
});
