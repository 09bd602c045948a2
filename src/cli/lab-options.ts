import { z } from 'zod';
import { splits } from '../lab/tasks.ts';
import { oneOf, positive, words } from '../options/kinds.ts';
import { flag, grouped } from '../options/option.ts';
import { rewards } from '../rewards/registry.ts';
import { commonOptions, logOptions } from './shared-options.ts';
import { topicOption } from './strategy-options.ts';

/** Numbers of pages, ascending, each once. */
const pageLimits = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : typeof given === 'number' ? [given] : given),
    z.array(positive),
  )
  .transform((limits) => [...new Set(limits)].sort((a, b) => a - b));

/** What the commands of the lab have in common. */
export const labOptions = {
  ...grouped('Webs', {
    web: flag(z.union([z.string().transform((one) => [one]), z.array(z.string())], 'name at least one'), {
      value: 'FILE',
      description:
        'database of a crawl, recorded pages (.jsonl, .jsonl.gz), a folder of these, or a made-up web (.yaml); several, or again for each: their sites make one set',
      repeatable: true,
      variadic: true,
    }),
    split: flag(oneOf(splits).text.optional(), {
      value: 'HOW',
      description:
        'make several sites of each recorded one: by host, by prefix, the first folder of the path, or by section, folders of 25 to 400 pages',
    }),
    name: flag(words.text.optional(), {
      value: 'NAME',
      description: 'what results call the web (default: by its files)',
    }),
  }),
  topic: topicOption,
  measure: flag(z.enum(rewards.map(({ name }) => name)).default('new-external-links'), {
    value: 'REWARD',
    description: 'reward in which S(N) is counted, of all strategies alike, whatever they are rewarded for themselves',
  }),
  pageLimit: flag(pageLimits.default([500, 1000, 2000]), {
    value: 'LIST',
    description: 'pages to visit in all, several separated by commas (default: 500,1000,2000)',
  }),
  workers: flag(positive.max(64, 'must be at most 64').default(1), {
    value: 'N',
    description: 'pages visited at the same time',
  }),
  json: commonOptions.json,
  ...logOptions,
};
