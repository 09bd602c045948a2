import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { BadInput, ExitCode, unknownName } from '../../domain/errors.ts';
import { readYaml } from '../../domain/yaml-file.ts';
import { csvLine } from '../../export/csv.ts';
import { refuseUnwritable, writeToFile } from '../../export/write.ts';
import { knownRates } from '../../lab/recrawl/known-rates.ts';
import { recordedVersions } from '../../lab/recrawl/recorded-web.ts';
import {
  KNOWN_RATES,
  RECRAWL_WORDS,
  type RecrawlQuestion,
  recrawlLab,
  runCount,
} from '../../lab/recrawl/recrawl-lab.ts';
import { makeSyntheticWeb, type SyntheticSpec, syntheticSpec } from '../../lab/recrawl/synthetic-web.ts';
import type { ReportResult } from '../../lab/report/report.ts';
import { reportPage } from '../../lab/report/report-page.ts';
import { ruleParameters } from '../../options/recrawl.ts';
import { revisitRules } from '../../revisit-rules/registry.ts';
import type { RevisitRule } from '../../revisit-rules/revisit-rule.ts';
import { readStore } from '../../storage/open.ts';
import { makeLog } from '../progress/log.ts';
import { watchedTasks } from '../progress/task-progress.ts';
import { type Column, printedTable } from '../tables/printed-table.ts';
import { commandLine } from '../verb.ts';
import type { LabRecrawlOptions } from '../verbs/try-out/lab.ts';

/**
 * Makes a revisit rule from its text: `fresh`, or with parameters, `scent:delta=0.1`.
 * @throws BadInput for an unknown rule or parameter
 */
function revisitRuleNamed(text: string): { readonly name: string; make(): RevisitRule } {
  const [name = '', ...parts] = text.trim().split(':');
  const names = revisitRules.map((rule) => rule.name);
  const maker = revisitRules.find((rule) => rule.name === name);
  if (!maker) throw new BadInput(`--rules: ${unknownName('rule', name, names)}`);
  const given = ruleParameters.safeParse(parts);
  if (!given.success) throw new BadInput(`--rules: ${text}: write NAME:PARAMETER=VALUE`);
  const params = maker.params.safeParse(given.data);
  if (!params.success)
    throw new BadInput(`--rules: ${text}: ${z.prettifyError(params.error).replace(/\s*\n\s*/g, ' ')}`);
  return { name: text.trim(), make: () => maker.make(params.data) };
}

/** File endings of specs. */
const SPEC = /\.(ya?ml|json)$/i;

/** Recrawls a changing web by every rule, and writes the result in every requested form. */
export async function runLabRecrawl(given: LabRecrawlOptions): Promise<number> {
  const { rules, seeds, budget, force } = given;
  const named = [...new Set(rules.split(','))].map((text) => revisitRuleNamed(text));
  for (const file of [given.csv ?? [], given.html ?? []].flat()) refuseUnwritable(file, force);
  const chosen = await webOf(given);
  // Recorded versions do not depend on the seed.
  const runs = given.web === undefined ? seeds : 1;
  const question: RecrawlQuestion = { ...chosen, seeds: runs, budgets: budget, rules: named };
  const tasks = { log: makeLog(given), choice: given, what: 'runs', count: runCount(question) };
  const { result: found, isInterrupted } = await watchedTasks(tasks, (onDone, signal) =>
    recrawlLab(question, onDone, signal),
  );

  const { results, webs } = found;
  const output = results.map(
    ({ web, strategy: rule, seeds: runs, mean, sd, ratioToOracle, ratioToTrivial, ...more }) => ({
      ...{ web, rule, seeds: runs, ofPossible: mean, sd, ofOptimum: ratioToOracle, ofUniform: ratioToTrivial },
      ofPossibleAllSteps: more.allSteps?.mean ?? null,
      ofOptimumAllSteps: more.allSteps?.ratioToOracle ?? null,
    }),
  );
  if (given.csv !== undefined) await writeToFile(given.csv, force, csvOf(output));
  if (given.html !== undefined) {
    const about = { title: `Recrawls of ${question.name}`, words: RECRAWL_WORDS, oracles: [KNOWN_RATES] };
    const page = reportPage({ ...found, ...about, command: commandLine(), createdAt: Date.now() });
    await writeToFile(given.html, force, [page]);
  }
  process.stdout.write(given.json ? `${JSON.stringify({ webs, results: output })}\n` : `${tableOf(results)}\n`);
  return isInterrupted ? ExitCode.interrupted : ExitCode.done;
}

/** Opens the web to recrawl. @throws BadInput if not exactly one web is given, or for an invalid one */
async function webOf(given: LabRecrawlOptions): Promise<Pick<RecrawlQuestion, 'name' | 'web'>> {
  const { web, synthetic, steps } = given;
  if ((web === undefined) === (synthetic === undefined)) {
    throw new BadInput('give either --synthetic or --web');
  }
  if (web !== undefined && SPEC.test(web)) {
    throw new BadInput(`--web: ${web} is not a database; for a spec, use --synthetic`);
  }
  if (web !== undefined) {
    const recorded = await readStore(web, (store) => recordedVersions(store, basename(web).replace(/\.sqlite$/, '')));
    const cut = { ...recorded, steps: Math.min(recorded.steps, steps ?? recorded.steps) };
    return { name: recorded.name, web: () => ({ web: cut, optimum: undefined }) };
  }
  const spec = readSpec(synthetic ?? '', steps);
  const made = (seed: number) => {
    const one = makeSyntheticWeb(spec, seed);
    return { web: one, optimum: knownRates(one) };
  };
  return { name: basename(synthetic ?? '').replace(SPEC, ''), web: made };
}

function readSpec(file: string, steps: number | undefined): SyntheticSpec {
  if (!existsSync(file)) throw new BadInput(`--synthetic: no file ${file}`);
  const parsed = syntheticSpec.safeParse(readYaml(file, '--synthetic') ?? {});
  if (parsed.success) return { ...parsed.data, steps: steps ?? parsed.data.steps };
  const [issue] = parsed.error.issues;
  throw new BadInput(
    `${file}: ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'not a spec of a synthetic changing web'}`,
  );
}

type Row = Readonly<Record<string, string | number | null>>;

const csvOf = (rows: readonly Row[]): string[] =>
  [Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))].map(csvLine);

const COLUMNS: readonly Column[] = [
  { head: 'web' },
  { head: 'rule' },
  { head: 'Q', isNumber: true },
  { head: '±', isNumber: true },
  { head: '/ known', isNumber: true },
  { head: '/ uniform', isNumber: true },
  { head: 'all Q', isNumber: true },
  { head: 'all / known', isNumber: true },
  { head: 'runs', isNumber: true },
];

const LEGEND = `Q: quality, as a share of the possible; all: with the steps of the warm-up
/ known, / uniform: divided by the Q of known rates, and of rule uniform`;

function tableOf(results: readonly ReportResult[]): string {
  const percent = (value: number | null) => (value === null ? '' : `${(100 * value).toFixed(1)} %`);
  const sorted = [...results].sort((a, b) => a.web.localeCompare(b.web, 'en', { numeric: true }) || b.mean - a.mean);
  const rows = sorted.map(({ web, strategy, mean, sd, ratioToOracle, ratioToTrivial, allSteps, seeds }) => [
    ...[web, strategy, percent(mean), percent(sd), percent(ratioToOracle), percent(ratioToTrivial)],
    ...[percent(allSteps?.mean ?? null), percent(allSteps?.ratioToOracle ?? null), seeds],
  ]);
  return `${printedTable(COLUMNS, rows)}\n${LEGEND}`;
}
