import type { TopicDefinition } from '../src/domain/topic.ts';
import { clairvoyant } from '../src/lab/oracle/clairvoyant.ts';
import { graphOf, type LevelVisit, levelWalk, RowsBuilder } from '../src/lab/oracle/graph.ts';
import { replay } from '../src/lab/replay.ts';
import type { EvaluationReport } from '../src/lab/report/evaluation-page.ts';
import type { NamedStrategy } from '../src/lab/tasks.ts';
import type { World } from '../src/lab/world.ts';
import { identityKey } from '../src/url/normalise.ts';

/** Name of the clairvoyant's curve. */
const CLAIRVOYANT = 'clairvoyant';

/** Search targets on a web: all targets on a page, by names, so that each counts once. */
type Finds = (visit: Pick<LevelVisit, 'key' | 'answer'>) => readonly string[];

/** A crawl, page by page: targets found, and pages counted as relevant. */
export interface TopicCurve {
  readonly name: string;
  /** Found with n pages, from 0 on. */
  readonly found: readonly number[];
  /** Relevant pages of the first n, from 0 on; undefined if unknown. */
  readonly relevant: readonly number[] | undefined;
}

/** Measurement on a web. */
export interface TopicTask {
  /** Its name in figures. */
  readonly name: string;
  readonly world: World;
  readonly topic: TopicDefinition;
  readonly finds: Finds;
  /** Tells whether a page counts for the precision. */
  readonly isRelevant: Finds;
}

/** The endless crawls of some strategies, and the findings of a clairvoyant that knows the whole graph. */
export async function topicCurves(task: TopicTask, strategies: readonly NamedStrategy[]): Promise<TopicCurve[]> {
  const { world, topic } = task;
  const curves: TopicCurve[] = [];
  for (const { name, choice } of strategies) curves.push(await crawled(name, task, { ...choice, topic }));
  return [...curves, { name: CLAIRVOYANT, found: [...(await best(world, task.finds))], relevant: undefined }];
}

async function crawled(
  name: string,
  { world, finds, isRelevant }: TopicTask,
  choice: NamedStrategy['choice'],
): Promise<TopicCurve> {
  const known = new Set<string>();
  const found = [0];
  const relevant = [0];
  await replay(world, choice, {
    pageLimit: Number.MAX_SAFE_INTEGER,
    workers: 1,
    seed: 1,
    onVisit({ claim, completed }) {
      const key = identityKey(new URL(claim.url), world.identity);
      const answer = world.answer(0, key);
      const visit = answer && completed.outcome !== 'duplicate' ? { key, answer } : undefined;
      for (const one of visit ? finds(visit) : []) known.add(one);
      found.push(known.size);
      relevant.push((relevant.at(-1) ?? 0) + (visit && isRelevant(visit).length > 0 ? 1 : 0));
    },
  });
  return { name, found, relevant };
}

/** The greedy clairvoyant of the lab, with the targets in place of external links. */
async function best(world: World, finds: Finds): Promise<Int32Array> {
  const graph = await graphOf(world);
  const numbers = new Map<string, number>();
  const links = new RowsBuilder();
  for (const visit of await levelWalk(world, 0, 'new-external-links')) {
    if (visit.isDuplicate) continue;
    const row = new Set<number>();
    for (const one of finds(visit)) {
      if (!numbers.has(one)) numbers.set(one, numbers.size);
      row.add(numbers.get(one) ?? 0);
    }
    links.add(row);
  }
  return clairvoyant({ ...graph, links: links.rows(), externals: numbers.size }, { pageLimit: graph.pages });
}

/** The fewest pages that find a share of all; infinite if the crawl ends before. */
export function pagesFor({ found }: TopicCurve, share: number, all: number): number {
  const at = found.findIndex((count) => count >= share * all);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

export const foundWith = ({ found }: TopicCurve, pages: number): number =>
  found[Math.min(pages, found.length - 1)] ?? 0;

/** Recall and precision along crawls, of tasks by their names, as one HTML page has them. */
export function topicReport(
  tasks: ReadonlyMap<string, readonly TopicCurve[]>,
  all: ReadonlyMap<string, number>,
): Omit<EvaluationReport, 'command' | 'createdAt'> {
  const curves = (of: (curve: TopicCurve, all: number) => readonly number[] | undefined) =>
    [...tasks].flatMap(([topic, crawls]) =>
      crawls.flatMap((curve) => {
        const values = of(curve, all.get(topic) ?? 1);
        if (!values) return [];
        return [{ topic, name: curve.name, points: values.map((value, n) => ({ n, value, sd: 0 })) }];
      }),
    );
  const pages = { xLabel: 'pages visited', xName: 'pages' };
  const recall = curves(({ found }, most) => found.map((count) => count / most));
  const precision = curves(({ relevant }) => relevant?.map((count, n) => count / Math.max(1, n)));
  return {
    title: 'Topic crawls',
    topics: [...tasks.keys()],
    figures: [
      { ...pages, yLabel: 'recall', caption: 'Share found of all that can be reached.', curves: recall },
      { ...pages, yLabel: 'precision', caption: 'Share of the pages that were relevant.', curves: precision },
    ],
    columns: ['strategy', 'pages for 50 %', 'for 80 %', 'for 90 %', 'found in all'],
    rows: [...tasks].flatMap(([topic, crawls]) =>
      crawls.map((curve) => {
        const needs = (share: number) => {
          const needed = pagesFor(curve, share, all.get(topic) ?? 1);
          return Number.isFinite(needed) ? needed : 'never';
        };
        return { topic, cells: [curve.name, needs(0.5), needs(0.8), needs(0.9), curve.found.at(-1) ?? 0] };
      }),
    ),
  };
}
