import { writeRun } from '../analysis/trec/run.ts';
import { ExitCode } from '../domain/errors.ts';
import { refuseUnwritable, writeToFile, writeToStdout } from '../export/write.ts';
import { type RankedPage, rankedPages } from '../reports/best-pages.ts';
import { isPrivate, openStoreToRead } from '../storage/open.ts';
import type { Column } from './printed-table.ts';
import type { RankOptions } from './verbs/rank.ts';

/** Ranks a crawl's pages, and writes the best. */
export async function runRank(given: RankOptions): Promise<number> {
  const { db, out, force, top, withinSite, shareBySite: shared } = given;
  const write = (text: Iterable<string>) =>
    out === '-' ? writeToStdout(text) : writeToFile(out, force, text, isPrivate(db));
  const store = await openStoreToRead(db);
  try {
    if (out !== '-') refuseUnwritable(out, force);
    store.connection.exec('begin');
    if (given.steps) {
      const { crawlSteps } = await import('../reports/crawl-steps.ts');
      const { writtenSteps } = await import('./written-steps.ts');
      await write(await writtenSteps(given, crawlSteps(store)));
      return ExitCode.done;
    }
    const { authorities, hubs } = rankedPages(store, { top, withinSite, shared });
    const text = await written(given, authorities, hubs);
    await write(text);
    return ExitCode.done;
  } finally {
    await store.close();
  }
}

const columns = ['list', 'rank', 'weight', 'url', 'site', 'kind', 'title'] as const;

async function written(
  { format, json, topic }: RankOptions,
  authorities: readonly RankedPage[],
  hubs: readonly RankedPage[],
): Promise<Iterable<string>> {
  const all = [...authorities, ...hubs];
  if (json) {
    const listed = (list: readonly RankedPage[]) => list.map(({ list: _, ...one }) => one);
    return [`${JSON.stringify({ authorities: listed(authorities), hubs: listed(hubs) })}\n`];
  }
  switch (format) {
    case 'table':
      return [await tables(authorities, hubs)];
    case 'csv': {
      const { cell } = await import('../export/csv.ts');
      return [columns, ...all.map((one) => columns.map((column) => one[column]))].map(
        (row) => `${row.map(cell).join(',')}\r\n`,
      );
    }
    case 'jsonl':
      return all.map((one) => `${JSON.stringify(one)}\n`);
    case 'run': {
      const documents = authorities.map(({ url, weight }) => ({ document: url, score: weight }));
      return writeRun({ tag: 'hits', topics: new Map([[topic, documents]]) });
    }
  }
}

const tableColumns = (head: string): readonly Column[] => [
  { head: '', isNumber: true },
  { head, share: 3 },
  { head: 'weight', isNumber: true },
  { head: 'site', share: 1 },
  { head: 'title', share: 2 },
];

async function tables(authorities: readonly RankedPage[], hubs: readonly RankedPage[]): Promise<string> {
  const { printedTable } = await import('./printed-table.ts');
  const table = (head: string, ranked: readonly RankedPage[]) =>
    printedTable(
      tableColumns(head),
      ranked.map(({ rank, url, weight, site, title }) => [rank, url, weight.toFixed(4), site, title]),
    );
  if (authorities.length === 0) return 'no page links to another\n';
  return `${table('authorities', authorities)}\n\n${table('hubs', hubs)}\n`;
}
