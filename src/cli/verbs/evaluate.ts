import { z } from 'zod';
import { oneOrMore } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import { commonOptions, fileOption, offSwitch } from '../shared-options.ts';
import { verb } from '../verb.ts';

const several = (value: string, description: string) =>
  flag(oneOrMore.default([]), {
    value,
    description,
    repeatable: true,
    variadic: true,
  });

const options = z.strictObject({
  qrels: flag(z.string('name a file of judgements').min(1, 'must not be empty'), {
    value: 'FILE',
    description: "judgements in trec_eval's format, topic 0 address relevance a line; - is standard input; needed",
  }),
  run: several('FILE', 'what was found, topic Q0 address rank score name a line; several, or again for each'),
  db: several(
    'FILE',
    'database of a crawl, of whose visits harvest rate and recall are told; several, or again for each',
  ),
  csv: offSwitch('print rows as CSV: of a run its figures, of a crawl its curve'),
  json: commonOptions.json,
  out: fileOption('write curves and figures as one HTML file, too'),
  force: offSwitch('write over a file that is there'),
});
export type EvaluateOptions = z.infer<typeof options>;

export const evaluateVerb = verb({
  name: 'evaluate',
  summary: "how good a result or a crawl is, by judgements: trec_eval's figures, harvest rate and recall",
  options,
  examples: [
    'forager evaluate --qrels data/mine.qrels --run data/mine.run',
    'forager evaluate --qrels data/mine.qrels --run data/one.run data/other.run --out data/evaluation.html --force',
    'forager evaluate --qrels data/mine.qrels --db data/demo.sqlite --csv',
  ],
  run: async (given) => (await import('../run-evaluate.ts')).runEvaluate(given),
});
