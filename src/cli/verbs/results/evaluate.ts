import { z } from 'zod';
import { BadInput, ExitCode } from '../../../domain/errors.ts';
import { oneOrMore } from '../../../options/kinds.ts';
import { flag } from '../../../options/option.ts';
import { commonOptions, fileOption, offSwitch } from '../../options/shared-options.ts';
import { commandLine, verb } from '../../verb.ts';

const several = (value: string, description: string) =>
  flag(oneOrMore.default([]), {
    value,
    description,
    repeatable: true,
    variadic: true,
  });

const options = z.strictObject({
  qrels: flag(z.string('is required, for example --qrels mine.qrels').min(1, 'must not be empty'), {
    value: 'FILE',
    description: 'file of judgements (trec_eval format); - is stdin (required)',
  }),
  run: several('FILE', 'file of results to evaluate (trec_eval format)'),
  db: several('FILE', 'database of a crawl to evaluate, by harvest rate and recall'),
  csv: offSwitch('print CSV: the figures of a run, or the curve of a crawl'),
  json: commonOptions.json,
  out: fileOption('also write curves and figures to this HTML file'),
  force: offSwitch('overwrite an existing file'),
});

export const evaluateVerb = verb({
  name: 'evaluate',
  summary: 'evaluate results or crawls against judgements',
  options,
  examples: [
    'forager evaluate --qrels data/mine.qrels --run data/mine.run',
    'forager evaluate --qrels data/mine.qrels --run data/one.run data/other.run --out data/evaluation.html --force',
    'forager evaluate --qrels data/mine.qrels --db data/demo.sqlite --csv',
  ],
  async run({ qrels: file, run: runs, db: crawls, csv, json, out, force }) {
    if (csv && json) throw new BadInput('--csv and --json do not work together');
    if (runs.length > 0 === crawls.length > 0) throw new BadInput('give either --run or --db, to say what to evaluate');
    const { readQrels } = await import('../../../analysis/trec/files.ts');
    const { refuseUnwritable, writeToFile, writeToStdout } = await import('../../../export/write.ts');
    const { decoded, readInput } = await import('../../sites-file.ts');
    const qrels = readQrels(decoded(readInput(file, '--qrels'), `--qrels: ${file}`), `--qrels: ${file}`);
    if (qrels.size === 0) throw new BadInput(`--qrels: ${file} contains no judgements`);
    if (out !== undefined) refuseUnwritable(out, force);
    const evaluation =
      runs.length > 0
        ? (await import('../../evaluation/evaluated-runs.ts')).evaluatedRuns(qrels, runs)
        : await (await import('../../evaluation/evaluated-crawls.ts')).evaluatedCrawls(qrels, crawls);
    if (out !== undefined) {
      const { evaluationPage } = await import('../../../lab/report/evaluation-page.ts');
      const page = evaluationPage({ ...evaluation.report, command: commandLine(), createdAt: Date.now() });
      await writeToFile(out, force, [page]);
    }
    await writeToStdout(json ? [`${JSON.stringify(evaluation.json)}\n`] : csv ? evaluation.csv : evaluation.text);
    return ExitCode.done;
  },
});
