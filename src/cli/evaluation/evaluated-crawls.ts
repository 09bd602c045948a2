import { basename } from 'node:path';
import { harvest } from '../../analysis/trec/evaluation.ts';
import type { Qrels } from '../../analysis/trec/files.ts';
import { BadInput } from '../../domain/errors.ts';
import { csvLine } from '../../export/csv.ts';
import type { EvaluationFigure } from '../../lab/report/evaluation-page.ts';
import { mean } from '../../lab/statistics.ts';
import { visitedPages } from '../../storage/lists/pages.ts';
import { readStore, type Store } from '../../storage/open.ts';
import { storedIdentity } from '../../storage/runs.ts';
import { identityKey } from '../../url/normalise.ts';
import { parseUrl } from '../../url/parse.ts';
import { type EvaluationOutput, figureLine } from './evaluated-runs.ts';

/** Harvest of a crawl for a topic. */
interface JudgedCrawl {
  readonly topic: string;
  /** Number of all relevant pages. */
  readonly relevant: number;
  /** Harvest after each visit. */
  readonly curve: ReturnType<typeof harvest>;
}

/**
 * Judges the visits of a stored crawl. Addresses are compared by the crawl's own rules. A page is relevant if the
 * requested or the final address is judged relevant, and counts once.
 */
function judgeCrawl(store: Store, qrels: Qrels): JudgedCrawl[] {
  const identity = storedIdentity(store);
  const keyOf = (address: string): string => {
    const url = parseUrl(address);
    return url ? identityKey(url, identity) : address;
  };
  const visits = [...visitedPages(store)].map(({ asked, landed }) =>
    [asked, landed].flatMap((address) => (address === null ? [] : [keyOf(address)])),
  );
  return [...qrels].map(([topic, judged]) => {
    const relevant = new Set([...judged].filter(([, judgement]) => judgement >= 1).map(([address]) => keyOf(address)));
    const left = new Set(relevant);
    const found = visits.map((keys) => keys.filter((key) => left.delete(key)).length > 0);
    return { topic, relevant: relevant.size, curve: harvest(found, relevant.size) };
  });
}

/** Numbers of visits after which figures are printed, up to the crawl's own number. */
const CUTS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];

interface EvaluatedCrawl {
  /** Name of the crawl's file. */
  readonly name: string;
  /** Harvest for each topic; the last entry has the means of all topics. */
  readonly topics: readonly JudgedCrawl[];
}

/** Evaluates stored crawls. @throws BadInput for a database that can't be read, or has no visits */
export async function evaluatedCrawls(qrels: Qrels, files: readonly string[]): Promise<EvaluationOutput> {
  const crawls: EvaluatedCrawl[] = [];
  for (const file of files) {
    const topics = await readStore(file, (store) => judgeCrawl(store, qrels));
    if (topics.every(({ curve }) => curve.length === 0)) throw new BadInput(`--db: ${file} has no visits yet`);
    crawls.push({ name: basename(file, '.sqlite'), topics: [...topics, meanOf(topics)] });
  }
  return {
    text: texts(crawls),
    csv: csvRows(crawls),
    json: { crawls: crawls.map(crawlJson) },
    report: reportOf(crawls),
  };
}

/** Returns the sums of counts and the means of shares, after each visit. */
function meanOf(topics: readonly JudgedCrawl[]): JudgedCrawl {
  const [first] = topics;
  const curve = (first?.curve ?? []).map(({ pages }, at) => {
    const points = topics.flatMap((topic) => topic.curve[at] ?? []);
    return {
      pages,
      relevant: points.reduce((sum, { relevant }) => sum + relevant, 0),
      rate: mean(points.map(({ rate }) => rate)),
      recall: mean(points.map(({ recall }) => recall)),
    };
  });
  return { topic: 'all', relevant: topics.reduce((sum, { relevant }) => sum + relevant, 0), curve };
}

function* texts(crawls: readonly EvaluatedCrawl[]): Generator<string> {
  for (const { name, topics } of crawls)
    for (const { topic, relevant, curve } of topics) {
      const last = curve.at(-1);
      const share = (value = 0) => value.toFixed(4);
      if (topic === 'all') {
        yield figureLine('runid', topic, name);
        yield figureLine('num_q', topic, String(topics.length - 1));
      }
      yield figureLine('num_visits', topic, String(curve.length));
      yield figureLine('num_rel', topic, String(relevant));
      yield figureLine('num_rel_visited', topic, String(last?.relevant ?? 0));
      yield figureLine('harvest_rate', topic, share(last?.rate));
      yield figureLine('recall', topic, share(last?.recall));
      const cuts = CUTS.filter((cut) => cut <= curve.length);
      for (const cut of cuts) yield figureLine(`harvest_rate_${cut}`, topic, share(curve[cut - 1]?.rate));
      for (const cut of cuts) yield figureLine(`recall_${cut}`, topic, share(curve[cut - 1]?.recall));
    }
}

function* csvRows(crawls: readonly EvaluatedCrawl[]): Generator<string> {
  yield 'crawl,topic,visits,relevant,harvestRate,recall\r\n';
  for (const { name, topics } of crawls)
    for (const { topic, curve } of topics)
      for (const { pages, relevant, rate, recall } of curve)
        yield csvLine([name, topic, pages, relevant, rate, recall]);
}

const crawlJson = ({ name, topics }: EvaluatedCrawl) => ({
  crawl: name,
  topics: topics.map(({ topic, relevant, curve }) => ({
    ...{ topic, relevant, visits: curve.length },
    ...{
      visited: curve.at(-1)?.relevant ?? 0,
      harvestRate: curve.at(-1)?.rate ?? 0,
      recall: curve.at(-1)?.recall ?? 0,
    },
    curve: curve.map(({ relevant: found }) => found),
  })),
});

function reportOf(crawls: readonly EvaluatedCrawl[]): EvaluationOutput['report'] {
  const each = crawls.flatMap(({ name, topics }) => topics.map((one) => ({ name, ...one })));
  const topics = [...new Set(each.map(({ topic }) => topic))];
  const figure = (caption: string, yLabel: string, by: 'rate' | 'recall'): EvaluationFigure => ({
    ...{ caption, yLabel, xLabel: 'Pages visited', xName: 'N' },
    curves: each.map(({ name, topic, curve }) => ({
      ...{ name, topic },
      points: curve.map((point) => ({ n: point.pages, value: point[by], sd: 0 })),
    })),
  });
  return {
    title: `What ${crawls.map(({ name }) => name).join(', ')} harvested`,
    topics: ['all', ...topics.filter((topic) => topic !== 'all')],
    figures: [
      figure('Recall: the share of the relevant pages that is visited.', 'Recall', 'recall'),
      figure('Harvest rate: the share of the visited pages that is relevant.', 'Harvest rate', 'rate'),
    ],
    columns: ['crawl', 'visits', 'relevant', 'visited', 'harvest rate', 'recall'],
    rows: each.map(({ name, topic, relevant, curve }) => {
      const last = curve.at(-1);
      const shares = [last?.rate ?? 0, last?.recall ?? 0].map((value) => Number(value.toFixed(4)));
      return { topic, cells: [name, curve.length, relevant, last?.relevant ?? 0, ...shares] };
    }),
  };
}
