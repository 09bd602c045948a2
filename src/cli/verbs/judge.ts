import { z } from 'zod';
import { flag } from '../../options/option.ts';
import { commonOptions, fileOption } from '../options/shared-options.ts';
import { verb } from '../verb.ts';

const word = (what: string) => z.string(what).regex(/^\S+$/, 'must be one word');

const options = z.strictObject({
  db: commonOptions.db,
  topic: flag(word('name the topic'), { value: 'NAME', description: 'what the pages are judged for; needed' }),
  qrels: flag(z.string('name the file to write').min(1, 'must not be empty'), {
    value: 'FILE',
    description: "file of judgements in trec_eval's format; what it holds is kept, and is not asked again; needed",
  }),
  run: fileOption(
    'judge what this run found for the topic, with its scores, the best first; all pages of the crawl if not given',
  ),
});
export type JudgeOptions = z.infer<typeof options>;

export const judgeVerb = verb({
  name: 'judge',
  summary: 'walk through the pages of a crawl and say by one key which are relevant, for evaluate',
  options,
  examples: [
    'forager judge --topic course --qrels data/mine.qrels --db data/demo.sqlite',
    'forager judge --topic course --qrels data/mine.qrels --run data/mine.run --db data/demo.sqlite',
  ],
  run: async (given) => (await import('../evaluation/judge.ts')).runJudge(given),
});
