import { existsSync, realpathSync } from 'node:fs';
import { hits } from '../analysis/hits/hits.ts';
import { linkGraph } from '../analysis/hits/link-graph.ts';
import { writeRun } from '../analysis/trec/run.ts';
import { BadInput, ExitCode } from '../domain/errors.ts';
import { writeToFile, writeToStdout } from '../export/write.ts';
import { type CrawledNode, crawledGraph } from '../storage/crawled-graph.ts';
import { isPrivate, openStoreToRead } from '../storage/open.ts';
import type { Column } from './printed-table.ts';
import type { RankOptions } from './verbs/rank.ts';

/** Iterations until the weights stay where they are, but on graphs of which two communities are equally strong. */
const ITERATIONS = 100;

interface Ranked extends CrawledNode {
  readonly list: 'authorities' | 'hubs';
  readonly rank: number;
  readonly weight: number;
}

/** Ranks a crawl's pages, and writes the best. */
export async function runRank(given: RankOptions): Promise<number> {
  const { db, out, force, top, withinSite, shareBySite: shared } = given;
  const write = (text: Iterable<string>) =>
    out === '-' ? writeToStdout(text) : writeToFile(out, force, text, isPrivate(db));
  const store = await openStoreToRead(db);
  try {
    if (existsSync(out) && realpathSync(out) === realpathSync(db))
      throw new BadInput(`--out: ${out} is the database itself`);
    store.connection.exec('begin');
    if (given.steps) {
      const { crawlSteps } = await import('../crawl/crawl-steps.ts');
      const { writtenSteps } = await import('./written-steps.ts');
      await write(await writtenSteps(given, crawlSteps(store)));
      return ExitCode.done;
    }
    const { nodes, from, to, sites } = crawledGraph(store);
    const graph = linkGraph(nodes.length, from, to, { sites, withinSite, shared });
    const { authorities, hubs } = hits(graph, { iterations: ITERATIONS });
    const best = (list: Ranked['list'], weights: Float64Array) =>
      largest(weights, top, nodes).map((at, place): Ranked => {
        const { url, site, kind, title } = nodes[at] ?? { url: '', site: null, kind: 'external', title: null };
        return { list, rank: place + 1, weight: weights[at] ?? 0, url, site, kind, title };
      });
    const text = await written(given, best('authorities', authorities), best('hubs', hubs));
    await write(text);
    return ExitCode.done;
  } finally {
    await store.close();
  }
}

/** The nodes with the largest weights, those without any left out; of equal ones first that whose address stands first. */
function largest(weights: Float64Array, top: number, nodes: readonly CrawledNode[]): number[] {
  const weighed = [...weights.keys()].filter((at) => (weights[at] ?? 0) > 0);
  const url = (at: number): string => nodes[at]?.url ?? '';
  weighed.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || (url(a) < url(b) ? -1 : 1));
  return weighed.slice(0, top);
}

const columns = ['list', 'rank', 'weight', 'url', 'site', 'kind', 'title'] as const;

async function written(
  { format, json, topic }: RankOptions,
  authorities: readonly Ranked[],
  hubs: readonly Ranked[],
): Promise<Iterable<string>> {
  const all = [...authorities, ...hubs];
  if (json) {
    const listed = (list: readonly Ranked[]) => list.map(({ list: _, ...one }) => one);
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

async function tables(authorities: readonly Ranked[], hubs: readonly Ranked[]): Promise<string> {
  const { printedTable } = await import('./printed-table.ts');
  const table = (head: string, ranked: readonly Ranked[]) =>
    printedTable(
      tableColumns(head),
      ranked.map(({ rank, url, weight, site, title }) => [rank, url, weight.toFixed(4), site, title]),
    );
  if (authorities.length === 0) return 'no page links to another\n';
  return `${table('authorities', authorities)}\n\n${table('hubs', hubs)}\n`;
}
