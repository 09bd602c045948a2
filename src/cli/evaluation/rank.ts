import { writeRun } from '../../analysis/trec/files.ts';
import { ExitCode } from '../../domain/errors.ts';
import { csvLine } from '../../export/csv.ts';
import { crawlSteps, type RankedPage, rankedPages, type StepOutput } from '../../reports/best-pages.ts';
import { type Column, printedTable } from '../tables/printed-table.ts';
import type { RankOptions } from '../verbs/results/rank.ts';
import { writeResult } from '../write-result.ts';

const stepColumns = ['step', 'visits', 'known', 'indexed', 'links', 'isComplete'] as const;

/**
 * Returns the steps of a crawl in the requested form; as a run, returns the index in the order in which pages joined.
 */
function writtenSteps(
  { format, json, topic }: Pick<RankOptions, 'format' | 'json' | 'topic'>,
  steps: readonly StepOutput[],
): Iterable<string> {
  if (json) return [`${JSON.stringify({ steps })}\n`];
  const rows = steps.map((step) =>
    stepColumns.map((column) => (column === 'isComplete' ? String(step[column]) : step[column])),
  );
  switch (format) {
    case 'table': {
      const head = stepColumns.map((column) => ({
        head: column === 'isComplete' ? 'complete' : column,
        isNumber: true,
      }));
      return [`${printedTable(head, rows)}\n`];
    }
    case 'csv':
      return [stepColumns, ...rows].map(csvLine);
    case 'jsonl':
      return steps.map((step) => `${JSON.stringify(step)}\n`);
    case 'run': {
      const index = steps.flatMap(({ authorities }) => authorities);
      const documents = index.map((document, place) => ({ document, score: index.length - place }));
      return writeRun({ tag: 'hits-index', topics: new Map([[topic, documents]]) });
    }
  }
}

/** Ranks a crawl's pages, and writes the best. */
export async function runRank(given: RankOptions): Promise<number> {
  const { top, withinSite, shareBySite: shared } = given;
  await writeResult(given, (store) => {
    if (given.steps) return writtenSteps(given, crawlSteps(store));
    const { authorities, hubs } = rankedPages(store, { top, withinSite, shared });
    return written(given, authorities, hubs);
  });
  return ExitCode.done;
}

const rankColumns = ['list', 'rank', 'weight', 'url', 'site', 'kind', 'title'] as const;

function written(
  { format, json, topic }: RankOptions,
  authorities: readonly RankedPage[],
  hubs: readonly RankedPage[],
): Iterable<string> {
  const all = [...authorities, ...hubs];
  if (json) {
    const listed = (list: readonly RankedPage[]) => list.map(({ list: _, ...one }) => one);
    return [`${JSON.stringify({ authorities: listed(authorities), hubs: listed(hubs) })}\n`];
  }
  switch (format) {
    case 'table':
      return [tables(authorities, hubs)];
    case 'csv':
      return [rankColumns, ...all.map((one) => rankColumns.map((column) => one[column]))].map(csvLine);
    case 'jsonl':
      return all.map((one) => `${JSON.stringify(one)}\n`);
    case 'run': {
      const documents = authorities.map(({ url, weight }) => ({ document: url, score: weight }));
      return writeRun({ tag: 'hits', topics: new Map([[topic, documents]]) });
    }
  }
}

const tableColumns: readonly Column[] = [
  { head: '', isNumber: true },
  { head: 'page', isUnbroken: true },
  { head: 'weight', isNumber: true },
  { head: 'site' },
  { head: 'title' },
];

function tables(authorities: readonly RankedPage[], hubs: readonly RankedPage[]): string {
  const table = (list: string, ranked: readonly RankedPage[]) =>
    `${list}:\n${printedTable(
      tableColumns,
      ranked.map(({ rank, url, weight, site, title }) => [rank, url, weight.toFixed(4), site, title]),
    )}`;
  if (authorities.length === 0) return 'no page links to another\n';
  return `${table('authorities', authorities)}\n\n${table('hubs', hubs)}\n`;
}
