import { z } from 'zod';
import { flag } from '../../../options/option.ts';
import { commonOptions, fileOption } from '../../options/shared-options.ts';
import { verb } from '../../verb.ts';

const word = (what: string) => z.string(what).regex(/^\S+$/, 'must be one word');

const options = z.strictObject({
  db: commonOptions.db,
  topic: flag(word('is required, for example --topic course'), {
    value: 'NAME',
    description: 'topic to judge the pages for (required)',
  }),
  qrels: flag(z.string('is required, for example --qrels mine.qrels').min(1, 'must not be empty'), {
    value: 'FILE',
    description: 'file of judgements (trec_eval format); new ones are added (required)',
  }),
  run: fileOption('judge only the pages in this run (trec_eval format), best first'),
});
export type JudgeOptions = z.infer<typeof options>;

export const judgeVerb = verb({
  name: 'judge',
  summary: 'judge the pages of a crawl as relevant or not, for forager evaluate',
  options,
  examples: [
    'forager judge --topic course --qrels data/mine.qrels --db data/demo.sqlite',
    'forager judge --topic course --qrels data/mine.qrels --run data/mine.run --db data/demo.sqlite',
  ],
  run: async (given) => (await import('../../evaluation/judge.ts')).runJudge(given),
});
