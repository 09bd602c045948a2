import { z } from 'zod';
import { oneOf, positive } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import { commonOptions, offSwitch, outputOptions } from '../../options/shared-options.ts';
import { verb } from '../../verb.ts';

const formats = ['table', 'csv', 'jsonl', 'run'] as const;

const options = z.strictObject({
  top: flag(positive.default(20), { value: 'N', description: 'show the first N authorities and hubs' }),
  withinSite: flag(
    z.coerce.number('must be a number').min(0, 'must be at least 0').max(1, 'must be at most 1').default(1),
    {
      value: 'WEIGHT',
      description: 'weight of links within a site, from 0 to 1',
    },
  ),
  shareBySite: flag(z.boolean().default(false), {
    description: 'if k pages of a site link to one page, count each link as 1/k, and vice versa',
  }),
  steps: offSwitch('show the steps of a crawl with link order hits instead'),
  format: flag(oneOf(formats).text.default('table'), {
    value: 'FORMAT',
    description: `output format: ${formats.join(', ')}; run is the trec_eval format`,
  }),
  topic: flag(z.string().regex(/^\S+$/, 'must be one word').default('all'), {
    value: 'NAME',
    description: 'topic name for --format run',
  }),
  ...outputOptions,
  ...commonOptions,
});
export type RankOptions = z.infer<typeof options>;

export const rankVerb = verb({
  name: 'rank',
  summary: 'rank pages as authorities and hubs, by HITS',
  options,
  examples: [
    'forager rank --db data/demo.sqlite',
    'forager rank --top 100 --within-site 0.1 --share-by-site --format csv --db data/demo.sqlite --out data/ranked.csv --force',
    'forager rank --steps --db data/focused.sqlite',
    'forager rank --top 1000 --format run --topic course --db data/demo.sqlite > mine.run',
  ],
  run: async (given) => (await import('../../evaluation/rank.ts')).runRank(given),
});
