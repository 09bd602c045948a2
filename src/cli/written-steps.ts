import { writeRun } from '../analysis/trec/run.ts';
import { cell } from '../export/csv.ts';
import type { ToldStep } from '../reports/crawl-steps.ts';
import { printedTable } from './printed-table.ts';
import type { RankOptions } from './verbs/rank.ts';

const columns = ['step', 'visits', 'known', 'indexed', 'links', 'isComplete'] as const;

/** The steps of a crawl in the form that was asked for; as a run the index, in the order in which pages joined it. */
export async function writtenSteps(
  { format, json, topic }: Pick<RankOptions, 'format' | 'json' | 'topic'>,
  steps: readonly ToldStep[],
): Promise<Iterable<string>> {
  if (json) return [`${JSON.stringify({ steps })}\n`];
  const rows = steps.map((step) =>
    columns.map((column) => (column === 'isComplete' ? String(step[column]) : step[column])),
  );
  switch (format) {
    case 'table': {
      const head = columns.map((column) => ({ head: column === 'isComplete' ? 'complete' : column, isNumber: true }));
      return [`${printedTable(head, rows)}\n`];
    }
    case 'csv':
      return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`);
    case 'jsonl':
      return steps.map((step) => `${JSON.stringify(step)}\n`);
    case 'run': {
      const index = steps.flatMap(({ authorities }) => authorities);
      const documents = index.map((document, place) => ({ document, score: index.length - place }));
      return writeRun({ tag: 'hits-index', topics: new Map([[topic, documents]]) });
    }
  }
}
