import { readQrels } from '../analysis/trec/qrels.ts';
import { BadInput, ExitCode } from '../domain/errors.ts';
import { refuseUnwritable, writeToFile, writeToStdout } from '../export/write.ts';
import { commandLine } from './command-line.ts';
import { evaluatedRuns } from './evaluated-runs.ts';
import { decoded, readInput } from './sites-file.ts';
import type { EvaluateOptions } from './verbs/evaluate.ts';

/** Judges runs or crawls. @throws BadInput for a file that can't be read, or where nothing is left to judge */
export async function runEvaluate(given: EvaluateOptions): Promise<number> {
  const { qrels: file, run: runs, db: crawls, csv, json, out, force } = given;
  if (csv && json) throw new BadInput('--csv: choose it or --json');
  if (runs.length > 0 === crawls.length > 0)
    throw new BadInput('--run or --db is missing: name what is to be judged, one kind of them');
  const qrels = readQrels(decoded(readInput(file, '--qrels'), `--qrels: ${file}`), `--qrels: ${file}`);
  if (qrels.size === 0) throw new BadInput(`--qrels: ${file} holds no judgement`);
  if (out !== undefined) refuseUnwritable(out, force);
  const told =
    runs.length > 0
      ? evaluatedRuns(qrels, runs)
      : await (await import('./evaluated-crawls.ts')).evaluatedCrawls(qrels, crawls);
  if (out !== undefined) {
    const { evaluationPage } = await import('../lab/report/evaluation-page.ts');
    await writeToFile(out, force, [evaluationPage({ ...told.report, command: commandLine(), createdAt: Date.now() })]);
  }
  await writeToStdout(json ? [`${JSON.stringify(told.json)}\n`] : csv ? told.csv : told.text);
  return ExitCode.done;
}
