import { z } from 'zod';
import { oneOf, positive } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import { commonOptions, offSwitch, outputOption } from '../options/shared-options.ts';
import { verb } from '../verb.ts';

const formats = ['table', 'csv', 'jsonl', 'run'] as const;

const options = z.strictObject({
  top: flag(positive.default(20), { value: 'N', description: 'authorities and hubs to show' }),
  withinSite: flag(
    z.coerce.number('must be a number').min(0, 'must be at least 0').max(1, 'must be at most 1').default(1),
    {
      value: 'WEIGHT',
      description: 'what a link counts for that leads to its own site, from 0 to 1',
    },
  ),
  shareBySite: flag(z.boolean().default(false), {
    description:
      'links from k pages of a site to one page count 1/k each, and so do those from one page to k of a site',
  }),
  steps: offSwitch('instead: what each step of a crawl by link order hits began with; as run, the index that it made'),
  format: flag(oneOf(formats).text.default('table'), {
    value: 'FORMAT',
    description: `of the output: ${formats.join(', ')}; run is that of trec_eval, of the authorities`,
  }),
  topic: flag(z.string().regex(/^\S+$/, 'must be one word').default('all'), {
    value: 'NAME',
    description: 'what the format run calls the topic',
  }),
  out: outputOption,
  force: offSwitch('write over a file that is there'),
  ...commonOptions,
});
export type RankOptions = z.infer<typeof options>;

export const rankVerb = verb({
  name: 'rank',
  summary: 'the authorities and hubs among the pages of a crawl and those that they link to, by HITS',
  options,
  examples: [
    'forager rank --db data/demo.sqlite',
    'forager rank --top 100 --within-site 0.1 --share-by-site --format csv --db data/demo.sqlite --out data/ranked.csv --force',
    'forager rank --steps --db data/focused.sqlite',
    'forager rank --top 1000 --format run --topic course --db data/demo.sqlite > mine.run',
  ],
  run: async (given) => (await import('../evaluation/rank.ts')).runRank(given),
});
