import { availableParallelism } from 'node:os';
import { ExitCode } from '../../domain/errors.ts';
import type { Need } from '../../domain/rule-factory.ts';
import { refuseUnwritable, writeToFile, writeToStdout } from '../../export/write.ts';
import { type Comparison, compare, ORACLES, taskCount } from '../../lab/compare.ts';
import { decisionLog } from '../../lab/decision-log.ts';
import type { LostBy } from '../../lab/missed-links.ts';
import { openWorld } from '../../lab/open-world.ts';
import { DOCUMENTS } from '../../lab/oracle/graph.ts';
import { labCsv, labJson } from '../../lab/report/output.ts';
import { type Calibration, type LabReport, wordsOf } from '../../lab/report/report.ts';
import { reportPage } from '../../lab/report/report-page.ts';
import type { NamedStrategy } from '../../lab/tasks.ts';
import { measuringBy, neededBy, presetsFor } from '../../strategies/strategy.ts';
import { givenTopic } from '../options/strategy-options.ts';
import { type Log, makeLog } from '../progress/log.ts';
import { type Column, printedTable } from '../tables/printed-table.ts';
import { commandLine } from '../verb.ts';
import type { LabOptions } from '../verbs/try-out/lab.ts';
import { inThreads } from './in-threads.ts';

/** Compares strategies, and writes the result in every requested form. */
export async function runLab(given: LabOptions): Promise<number> {
  const { web: files, split, name, measure, pageLimit: pageLimits, seeds, workers, force } = given;
  for (const file of writtenFiles(given)) refuseUnwritable(file, force);
  const most = Math.max(...pageLimits);
  const topic = await givenTopic(given.topic);
  const all = presetsFor(topic).map((preset) => ({ name: preset.name, choice: { strategy: preset.name, params: {} } }));
  const strategies = (given.strategies ?? all).map((one) => ({ ...one, choice: { ...one.choice, topic } }));
  const needs = neededBy([measuringBy(measure, topic), ...strategies.map(({ choice }) => choice)], most);
  const log = makeLog(given);
  const web = { files, split, name };
  if (given.explain !== undefined) return await explain(given, { strategies, needs, pageLimit: most }, log);

  const comparison: Comparison = { web, measure, topic, strategies, pageLimits, seeds, workers };
  const { result, isInterrupted } = await inThreads(
    {
      ...{ web, needs, log, choice: given },
      ...{ what: 'replays', count: taskCount(comparison), threads: availableParallelism() },
    },
    (run, onDone, signal) => compare(comparison, run, onDone, signal),
  );
  const about = {
    title: titleOf(result),
    words: wordsOf(measure),
    oracles: ORACLES,
    command: commandLine(),
    createdAt: Date.now(),
  };
  const report = { ...result, calibrations: result.calibrations ?? [], losses: result.losses ?? [], ...about };
  if (given.csv !== undefined) await writeToFile(given.csv, force, [labCsv(report.results)]);
  if (given.html !== undefined) await writeToFile(given.html, force, [reportPage(report)]);
  process.stdout.write(
    given.json
      ? `${JSON.stringify(labJson(report))}\n`
      : `${[tableOf(report, measure), ...lossText(report, most), ...report.calibrations.map(calibrationText)].join('\n\n')}\n`,
  );
  return isInterrupted ? ExitCode.interrupted : ExitCode.done;
}

/** Returns the files to write. */
const writtenFiles = ({ csv, html, explain: decisions }: LabOptions): string[] =>
  decisions === undefined ? [csv ?? [], html ?? []].flat() : decisions === '-' ? [] : [decisions];

/** Writes the decisions of each strategy. */
async function explain(
  { web, split, name, workers, explain: file = '-', force }: LabOptions,
  {
    strategies,
    needs,
    pageLimit,
  }: { strategies: readonly NamedStrategy[]; needs: ReadonlySet<Need>; pageLimit: number },
  log: Log,
): Promise<number> {
  const open = await openWorld(web, split, name);
  for (const note of open.notes(needs)) log.warn(note);
  const lines: string[] = [];
  for await (const line of decisionLog(open.of(1), strategies, { pageLimit, workers, seed: 1 })) lines.push(line);
  if (file === '-') await writeToStdout(lines);
  else await writeToFile(file, force, lines);
  return ExitCode.done;
}

const titleOf = ({ webs }: Pick<LabReport, 'webs'>): string => `Strategies on ${webs[0]?.name ?? 'no web'}`;

const COLUMNS: readonly Column[] = [
  { head: 'N', isNumber: true },
  { head: 'strategy' },
  { head: 'S(N)', isNumber: true },
  { head: '±', isNumber: true },
  { head: '/ R1', isNumber: true },
  { head: '/ oracle', isNumber: true },
  { head: 'regret', isNumber: true },
  { head: 'replays', isNumber: true },
];

function tableOf({ webs, results, curves }: Pick<LabReport, 'webs' | 'results' | 'curves'>, measure: string): string {
  const share = (value: number | null) => value?.toFixed(2) ?? '';
  const links = (value: number | null) => value?.toLocaleString('en', { maximumFractionDigits: 1 }) ?? '';
  const sorted = [...results].sort((a, b) => a.pageLimit - b.pageLimit || b.mean - a.mean);
  const rows = sorted.map(({ pageLimit, strategy, mean, sd, ratioToTrivial, ratioToOracle, regret, seeds }) => [
    ...[pageLimit, strategy, links(mean), links(sd)],
    ...[share(ratioToTrivial), share(ratioToOracle), links(regret), seeds],
  ]);
  const [web] = webs;
  const without = results.length === 0 ? 'nothing was replayed' : 'stopped before the oracles were asked';
  const about = web
    ? `${web.name}: ${web.sites} sites, ${web.pages.toLocaleString('en')} pages, ${web.links.toLocaleString('en')} ${measure === DOCUMENTS ? 'documents' : 'external links'}; S(N) in ${measure}`
    : without;
  const short =
    web && results.some(({ pageLimit }) => pageLimit > web.pages) ? '\nlimits beyond the recorded pages end there' : '';
  const most = web && measure === DOCUMENTS ? `\n${pagesForMost(curves, web.links)}` : '';
  return `${printedTable(COLUMNS, rows)}\n${about}${most}${short}`;
}

/** Share of all documents for which needed pages are counted. */
const MOST = 0.9;

/** Returns the pages that each strategy needs for nine tenths of all documents, if reached. */
function pagesForMost(curves: LabReport['curves'], all: number): string {
  const needed = curves.flatMap(({ strategy, mean }) => {
    const pages = mean.findIndex((found) => found >= MOST * all);
    return pages < 0 ? [] : [{ strategy, pages }];
  });
  const best = [...new Map(needed.sort((a, b) => b.pages - a.pages).map((one) => [one.strategy, one])).values()];
  const listed = best.reverse().map(({ strategy, pages }) => `${strategy} ${pages.toLocaleString('en')}`);
  return `pages for ${MOST * 100} % of the documents: ${listed.join(', ') || 'nothing gets there'}`;
}

const LOSSES: readonly Column[] = [
  { head: 'strategy' },
  ...['lost', 'reach', 'late', 'site', 'section', 'page'].map((head) => ({ head, isNumber: true })),
];

/** Returns a table of lost external links by cause; empty if the measure is not external links. */
function lossText({ losses }: { readonly losses: readonly LostBy[] }, pageLimit: number): string[] {
  if (losses.length === 0) return [];
  const rows = losses.map(({ strategy, reach, late, site, section, page }) => [
    ...[strategy, reach + late + site + section + page, reach, late, site, section, page],
  ]);
  return [
    `External links that the clairvoyant finds with ${pageLimit} pages and these do not:\n${printedTable(LOSSES, rows)}`,
  ];
}

const CALIBRATION: readonly Column[] = [
  { head: 'expected', isNumber: true },
  { head: 'pages', isNumber: true },
  { head: 'mean expected', isNumber: true },
  { head: 'mean found', isNumber: true },
];

/** Returns a table of expected and found rewards, by decile. */
function calibrationText({ strategy, rows }: Calibration): string {
  const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 });
  const lines = rows.map(({ count, least, most, expected, found }) => [
    ...[least === most ? number(least) : `${number(least)} to ${number(most)}`, count],
    ...[number(expected), number(found)],
  ]);
  return `Calibration of ${strategy}, in its own reward:\n${printedTable(CALIBRATION, lines)}`;
}
