import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { commandLine } from '../src/cli/verb.ts';
import { strategyList } from '../src/cli/verbs/try-out/lab.ts';
import { BadInput } from '../src/domain/errors.ts';
import type { TopicDefinition } from '../src/domain/topic.ts';
import { writeToFile } from '../src/export/write.ts';
import { openWorld } from '../src/lab/open-world.ts';
import { evaluationPage } from '../src/lab/report/evaluation-page.ts';
import { wholeNumber } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { dictdTerms } from '../src/topics/dictd-terms.ts';
import { benchmark, type Metric } from './benchmark.ts';
import { type ClassResult, classMetrics, classResults } from './topic-classes.ts';
import { communityMetrics, communityResults } from './topic-community-crawls.ts';
import { topicCosts } from './topic-costs.ts';
import { type TopicCurve, topicReport } from './topic-crawl.ts';
import { type DocumentsResult, documentMetrics, documentsResult } from './topic-documents.ts';

const LEVEL = 'beebot-sequential';
const R3 = 'beebot-universities';
/** The paper's three, ours, and those without a topic. */
const OF_DOCUMENTS = 'topic-immediate,topic-future,topic-incremental,topic,forager';
/** The same, with pages on the topic as the goal. */
const OF_PAGES =
  'topic-immediate,topic-future:reward=relevant-pages,topic-incremental:reward=relevant-pages,topic,forager,forager:reward=relevant-pages';

/** data/topics of the checkout: this file is built to dist/bench. */
const ownTopics = fileURLToPath(new URL('../../data/topics/', import.meta.url));
/** Path of the paper's dictionary in Debian's dict-foldoc. */
const FOLDOC = '/usr/share/dictd/foldoc.index';
/** Terms of computing, if there is no dictionary. */
const COMPUTING = 'algorithm system software programming computer network data language parallel database'.split(' ');

/** The experiment of Ma 2010, §3, in shape. */
export const topic = benchmark({
  name: 'topic',
  summary:
    'what topic crawls find along the way: judged classes of pages, papers of universities, communities far apart',
  options: z.object({
    webs: flag(z.string().optional(), { value: 'FOLDER', description: 'recorded pages: *.jsonl.gz' }),
    qrels: flag(z.string().optional(), { value: 'FOLDER', description: 'judged pages of these: WEB.qrels' }),
    only: flag(z.string().default(''), {
      value: 'NAMES',
      description: 'webs, e.g. wisc97,cornell97; all unless given',
    }),
    strategies: flag(z.string().optional(), { value: 'LIST', description: 'what is set beside level and R3' }),
    topics: flag(z.string().default(ownTopics), { value: 'FOLDER', description: 'topic files of the judged classes' }),
    dictionary: flag(z.string().default(FOLDOC), {
      value: 'FILE',
      description: "words of computing: a dictd dictionary's index, or a term a line",
    }),
    seeds: flag(wholeNumber.min(0).default(3), { value: 'N', description: 'made-up webs of communities' }),
    html: flag(z.string().optional(), { value: 'FILE', description: 'curves of recall and precision' }),
  }),
  async run({ webs, qrels, only, strategies, topics, dictionary, seeds, html }, say) {
    const classes: ClassResult[] = [];
    const documents: DocumentsResult[] = [];
    const computing = computingTopic(dictionary);
    say(`computing: ${computing.keywords.length} terms`);
    for (const file of webFiles(webs, only)) {
      const open = await openWorld([file], 'host');
      const world = open.of(1);
      const judged = strategyList.parse(`${LEVEL},${strategies ?? OF_PAGES}`);
      classes.push(...(await classResults(world, { qrels, topics }, judged)));
      const crawled = strategyList.parse(`${LEVEL},${R3},${strategies ?? OF_DOCUMENTS}`);
      const found = await documentsResult(world, computing, crawled);
      if (found) documents.push(found);
      say(`${world.name}: ${found ? `${found.all} documents` : 'too few documents'}`);
    }
    const crawled = strategyList.parse(`${LEVEL},${strategies ?? OF_DOCUMENTS}`);
    const communities = await communityResults(seeds, crawled, say);
    const results = [...classes, ...documents, ...communities];
    if (html !== undefined) await drawn(html, results);
    const metrics: Metric[] = [
      ...classMetrics(classes, LEVEL),
      ...documentMetrics(documents, { level: LEVEL, r3: R3 }),
      ...communityMetrics(communities),
    ];
    return [...metrics, ...(await topicCosts())];
  },
});

function webFiles(webs: string | undefined, only: string): string[] {
  if (webs === undefined) return [];
  const files = existsSync(webs) ? readdirSync(webs).filter((name) => name.endsWith('.jsonl.gz')) : [];
  if (files.length === 0) throw new BadInput(`--webs: no *.jsonl.gz in ${webs}`);
  const names = only.split(',');
  return files
    .sort()
    .filter((name) => only === '' || names.includes(name.replace('.jsonl.gz', '')))
    .map((name) => join(webs, name));
}

function computingTopic(dictionary: string): TopicDefinition {
  const isThere = existsSync(dictionary);
  if (!isThere && dictionary !== FOLDOC) throw new BadInput(`--dictionary: there is no file ${dictionary}`);
  const text = isThere ? readFileSync(dictionary, 'utf8') : '';
  const listed = dictionary.endsWith('.index') ? () => dictdTerms(text, dictionary) : () => text.trim().split('\n');
  const terms = isThere ? listed() : COMPUTING;
  return {
    ...{ name: 'computing', languages: ['en'], targets: { types: ['pdf', 'ps'], read: false } },
    keywords: terms.map((term) => ({ term, weight: 1 })),
  };
}

interface Drawn {
  readonly name: string;
  readonly all: number;
  readonly curves: readonly TopicCurve[];
}

async function drawn(file: string, results: readonly Drawn[]): Promise<void> {
  const curves = new Map(results.map((result) => [result.name, result.curves]));
  const all = new Map(results.map((result) => [result.name, result.all]));
  const report = { ...topicReport(curves, all), command: commandLine(), createdAt: Date.now() };
  await writeToFile(file, true, [evaluationPage(report)]);
}
