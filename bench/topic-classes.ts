import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readQrels } from '../src/analysis/trec/files.ts';
import type { NamedStrategy } from '../src/lab/tasks.ts';
import type { World } from '../src/lab/world.ts';
import { readTopicFile } from '../src/topics/topic-file.ts';
import { identityKey } from '../src/url/normalise.ts';
import { atMost, figure, type Metric } from './benchmark.ts';
import { pagesFor, type TopicCurve, type TopicTask, topicCurves } from './topic-crawl.ts';

/** Judged classes of pages, and the topic that describes each. */
const topics = { course: 'courses', faculty: 'faculty', project: 'projects', student: 'students' } as const;

/** The share of a class to reach. */
const SHARE = 0.8;

/** A class of pages of a web, crawled. */
export interface ClassResult {
  readonly name: string;
  readonly all: number;
  readonly curves: readonly TopicCurve[];
}

/** Searches for the judged classes of a web's pages; none without a judgement in the folder. */
export async function classResults(
  world: World,
  folders: { readonly qrels: string | undefined; readonly topics: string },
  strategies: readonly NamedStrategy[],
): Promise<ClassResult[]> {
  const file = folders.qrels === undefined ? undefined : join(folders.qrels, `${world.name}.qrels`);
  if (file === undefined || !existsSync(file)) return [];
  const qrels = readQrels(readFileSync(file, 'utf8'), file);
  const results: ClassResult[] = [];
  for (const [judged, topicName] of Object.entries(topics)) {
    const judgements = [...(qrels.get(judged) ?? [])].filter(([, judgement]) => judgement > 0);
    if (judgements.length === 0) continue;
    const keys = new Set(judgements.map(([url]) => identityKey(new URL(url), world.identity)));
    const own: TopicTask['finds'] = ({ key }) => (keys.has(key) ? [key] : []);
    const topic = readTopicFile(join(folders.topics, `${topicName}.yaml`));
    const name = `${world.name} ${judged}`;
    const curves = await topicCurves({ name, world, topic, finds: own, isRelevant: own }, strategies);
    results.push({ name, all: Math.max(...curves.map(({ found }) => found.at(-1) ?? 0)), curves });
  }
  return results;
}

/**
 * Pages for 80 % of each class, and relative to level's over the classes. @param level name of the reference strategy
 */
export function classMetrics(results: readonly ClassResult[], level: string): Metric[] {
  const needs = ({ curves, all }: ClassResult, name: string): number => {
    const curve = curves.find((one) => one.name === name);
    return curve ? pagesFor(curve, SHARE, all) : Number.POSITIVE_INFINITY;
  };
  const names = results[0]?.curves.map(({ name }) => name) ?? [];
  const each = results.flatMap((result) =>
    names.map((name) =>
      figure(`${result.name} (${result.all}): pages for 80 %, ${name}`, needs(result, name), 'pages'),
    ),
  );
  const sum = (name: string) => results.reduce((all, result) => all + needs(result, name), 0);
  const overall = names.flatMap((name) => {
    const ratios = results.map((result) => needs(result, name) / needs(result, level));
    const ratio = ratios.reduce((all, one) => all + one, 0) / ratios.length;
    const goal = name === 'topic' ? (what: string, value: number) => atMost(0.5, what, value, '') : undefined;
    const told = goal ?? ((what: string, value: number) => figure(what, value, ''));
    return [
      told(`classes, ${name}: pages for 80 % of level's, mean over the classes`, ratio),
      figure(`classes, ${name}: pages for 80 % of level's, all classes together`, sum(name) / sum(level), ''),
    ];
  });
  return [...each, ...overall];
}
