import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RECALL_LEVELS } from '../src/analysis/trec/evaluation.ts';
import { readQrels, writeRun } from '../src/analysis/trec/files.ts';
import { evaluatedRuns } from '../src/cli/evaluation/evaluated-runs.ts';
import { commandLine } from '../src/cli/verb.ts';
import { BadInput } from '../src/domain/errors.ts';
import { writeToFile } from '../src/export/write.ts';
import { openWorld } from '../src/lab/open-world.ts';
import { evaluationPage } from '../src/lab/report/evaluation-page.ts';
import { readTopicFile } from '../src/topics/topic-file.ts';
import { identityKey } from '../src/url/normalise.ts';
import { atLeast, figure, type Metric } from './benchmark.ts';
import { BEST, type JudgedTask, type MethodResult, methodResults, methods, PAGES } from './hits-methods.ts';
import { searchedTopic, topicalShapes } from './topical-webs.ts';

/** Judged classes of pages, and the topic that describes each, of data/topics of the checkout: this file is built to dist/bench. */
const classes = { course: 'courses', faculty: 'faculty', project: 'projects', student: 'students' } as const;
const topics = fileURLToPath(new URL('../../data/topics/', import.meta.url));

/** Search targets: the judged classes of recorded webs. */
async function* judgedTasks(webs: string, qrels: string): AsyncIterable<readonly [group: string, JudgedTask]> {
  const files = ['wisc97', 'cornell97']
    .map((name) => join(webs, `${name}.jsonl.gz`))
    .filter((file) => existsSync(file));
  if (files.length === 0) throw new BadInput(`--webs: neither wisc97.jsonl.gz nor cornell97.jsonl.gz is in ${webs}`);
  for (const file of files) {
    const name = basename(file, '.jsonl.gz');
    const judged = join(qrels, `${name}.qrels`);
    if (!existsSync(judged)) throw new BadInput(`--qrels: there is no file ${judged}`);
    const all = readQrels(readFileSync(judged, 'utf8'), judged);
    const open = await openWorld([file], 'host');
    const world = open.of(1);
    for (const [judgedAs, topic] of Object.entries(classes)) {
      const found = [...(all.get(judgedAs) ?? [])].filter(([, judgement]) => judgement > 0);
      const relevant = new Set(found.map(([url]) => identityKey(new URL(url), world.identity)));
      if (relevant.size === 0) continue;
      const task = { name: `${name}-${judgedAs}`, world, relevant };
      yield ['judged classes', { ...task, topic: readTopicFile(join(topics, `${topic}.yaml`)) }];
    }
  }
}

interface ComparedOptions {
  /** Pages of each synthetic web, and webs of each shape. */
  readonly pages: number;
  readonly seeds: number;
  /** Folders of recorded webs, and of their judgements; undefined: none. */
  readonly webs: string | undefined;
  readonly qrels: string | undefined;
  /** A page with the curves. */
  readonly html: string | undefined;
}

/** Methods side by side: visited pages of a topic, and the quality of their results. */
export async function comparedMethods(
  { pages, seeds, webs, qrels, html }: ComparedOptions,
  say: (line: string) => void,
): Promise<Metric[]> {
  const groups = new Map<string, MethodResult[]>();
  const relevant = new Map<string, ReadonlySet<string>>();
  const compare = async (group: string, task: JudgedTask) => {
    const results = await methodResults(task);
    groups.set(group, [...(groups.get(group) ?? []), ...results]);
    const told = results.map(({ method, visitedRecall, figures }) => {
      const best = figures.get(`P_${BEST}`) ?? 0;
      return `${method} ${visitedRecall.toFixed(2)} ${best.toFixed(2)}`;
    });
    say(`${task.name}, recall of the visited and P_${BEST}: ${told.join(', ')}`);
    relevant.set(task.name, task.relevant);
  };
  for (const [shape, make] of topicalShapes)
    for (let seed = 1; seed <= seeds; seed++) {
      const { world, relevant: urls } = make(pages, seed);
      const keys = new Set([...urls].map((url) => identityKey(new URL(url), world.identity)));
      const name = `${shape.replaceAll(/\W+/g, '-')}-${seed}`;
      await compare(shape, { name, world, topic: searchedTopic, relevant: keys });
    }
  if (webs !== undefined && qrels !== undefined)
    for await (const [group, task] of judgedTasks(webs, qrels)) await compare(group, task);
  if (html !== undefined) await drawn(html, [...groups.values()].flat(), relevant);
  for (const [group, results] of groups)
    for (const { name } of methods) {
      const points = RECALL_LEVELS.map((_, at) => meanOf(results, name, ({ curve }) => curve[at] ?? 0).toFixed(2));
      say(`${group}, ${name}, precision at recall 0, .1 ... 1: ${points.join(' ')}`);
    }
  return [...groups].flatMap(([group, results]) => metricsOf(group, results));
}

function meanOf(results: readonly MethodResult[], method: string, of: (result: MethodResult) => number): number {
  const own = results.filter((result) => result.method === method);
  return own.reduce((sum, result) => sum + of(result), 0) / own.length;
}

function metricsOf(group: string, results: readonly MethodResult[]): Metric[] {
  const mean = (method: string, of: (result: MethodResult) => number) => meanOf(results, method, of);
  const best = (result: MethodResult) => result.figures.get(`P_${BEST}`) ?? 0;
  const visited = (result: MethodResult) => result.visitedRecall;
  const most = Math.max(...methods.map(({ name }) => mean(name, best)));
  const bestOf = (method: string) => results.filter((result) => result.method === method).map(best);
  const ofLevel = bestOf('level');
  const ahead = bestOf('topic-hits').map((own, task) => own - (ofLevel[task] ?? 0));
  return [
    ...methods.flatMap(({ name }) => [
      figure(
        `${group}, ${name}: pages visited`,
        mean(name, (result) => result.visited),
        'pages',
      ),
      figure(`${group}, ${name}: recall of the visited`, mean(name, visited), 'share'),
      ...['set_P', 'set_recall', 'map', 'ndcg', `P_${BEST}`].map((metric) =>
        figure(
          `${group}, ${name}: ${metric}`,
          mean(name, (result) => result.figures.get(metric) ?? 0),
          'share',
        ),
      ),
    ]),
    atLeast(0.9, `${group}, topic-hits: P_${BEST} of the best method's`, mean('topic-hits', best) / most, ''),
    atLeast(1 / BEST, `${group}, topic-hits: P_${BEST} less level's, where that is least`, Math.min(...ahead), ''),
    atLeast(
      1.5,
      `${group}, topic-hits: recall of ${PAGES} visited pages, of level's`,
      mean('topic-hits', visited) / mean('level', visited),
      '',
    ),
  ];
}

/** The 11-point curves of all methods, as `forager evaluate` draws them for runs. */
async function drawn(
  file: string,
  results: readonly MethodResult[],
  relevant: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<void> {
  const qrels = new Map(
    [...relevant].map(([task, addresses]) => [task, new Map([...addresses].map((address) => [address, 1]))]),
  );
  const folder = await mkdtemp(join(tmpdir(), 'forager-hits-runs-'));
  const runs: string[] = [];
  for (const { name: tag } of methods) {
    const own = results.filter(({ method }) => method === tag);
    const found = own.map(({ task, documents }) => {
      const ranked = documents.map((document, place) => ({ document, score: documents.length - place }));
      return [task, ranked] as const;
    });
    const run = join(folder, `${tag}.run`);
    await writeFile(run, [...writeRun({ tag, topics: new Map(found) })].join(''));
    runs.push(run);
  }
  const { report } = evaluatedRuns(qrels, runs);
  await rm(folder, { recursive: true });
  await writeToFile(file, true, [evaluationPage({ ...report, command: commandLine(), createdAt: Date.now() })]);
}
