import { z } from 'zod';
import { BadInput, ExitCode } from '../../domain/errors.ts';
import { oneOrMore } from '../../options/kinds.ts';
import { flag } from '../../options/option.ts';
import { commonOptions, fileOption, offSwitch } from '../options/shared-options.ts';
import { commandLine, verb } from '../verb.ts';

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

export const evaluateVerb = verb({
  name: 'evaluate',
  summary: "how good a result or a crawl is, by judgements: trec_eval's figures, harvest rate and recall",
  options,
  examples: [
    'forager evaluate --qrels data/mine.qrels --run data/mine.run',
    'forager evaluate --qrels data/mine.qrels --run data/one.run data/other.run --out data/evaluation.html --force',
    'forager evaluate --qrels data/mine.qrels --db data/demo.sqlite --csv',
  ],
  async run({ qrels: file, run: runs, db: crawls, csv, json, out, force }) {
    if (csv && json) throw new BadInput('--csv: choose it or --json');
    if (runs.length > 0 === crawls.length > 0)
      throw new BadInput('--run or --db is missing: name what is to be judged, one kind of them');
    const { readQrels } = await import('../../analysis/trec/files.ts');
    const { refuseUnwritable, writeToFile, writeToStdout } = await import('../../export/write.ts');
    const { decoded, readInput } = await import('../sites-file.ts');
    const qrels = readQrels(decoded(readInput(file, '--qrels'), `--qrels: ${file}`), `--qrels: ${file}`);
    if (qrels.size === 0) throw new BadInput(`--qrels: ${file} holds no judgement`);
    if (out !== undefined) refuseUnwritable(out, force);
    const told =
      runs.length > 0
        ? (await import('../evaluation/evaluated-runs.ts')).evaluatedRuns(qrels, runs)
        : await (await import('../evaluation/evaluated-crawls.ts')).evaluatedCrawls(qrels, crawls);
    if (out !== undefined) {
      const { evaluationPage } = await import('../../lab/report/evaluation-page.ts');
      const page = evaluationPage({ ...told.report, command: commandLine(), createdAt: Date.now() });
      await writeToFile(out, force, [page]);
    }
    await writeToStdout(json ? [`${JSON.stringify(told.json)}\n`] : csv ? told.csv : told.text);
    return ExitCode.done;
  },
});
