import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { atMost, benchmark, figure, type Metric } from './benchmark.ts';
import { type CaptureWeb, startApplications, startDemo, startLab, startRecorded } from './capture-webs.ts';
import { type ContenderResult, contenderResult } from './contender.ts';
import { missingLinks } from './missing-links.ts';
import { onPath } from './on-path.ts';
import { runChild } from './run-child.ts';
import { median } from './statistics.ts';

/**
 * Cost and findings of reading a page: CPU seconds of Chromium and wall time per page of Forager's capture, passive and
 * active, next to stock Crawlee waiting for `networkidle`. All read the same pages, in the same browser, alternating,
 * each in its own process; ratios are those within a round, and of these the median. A plain parse without a browser
 * shows the share of scripted links, and on a web without scripts false links.
 */
export const capture = benchmark({
  name: 'capture',
  summary: 'Chromium CPU and wall time a page, and links found: passive, active, stock Crawlee with networkidle',
  options: z.object({
    pages: flag(positive.default(100), {
      value: 'N',
      description: 'pages read of each web but the lab, which is read whole',
    }),
    rounds: flag(positive.default(3), { value: 'N', description: 'turns of each contender' }),
    workers: flag(positive.default(2), { value: 'N', description: 'pages read at the same time' }),
    only: flag(z.string().default(''), { value: 'NAMES', description: 'webs, e.g. lab,demo; all unless given' }),
    recorded: flag(z.string().default(''), {
      value: 'FOLDER',
      description: 'recorded sites, with their serve.mjs; none unless given',
    }),
  }),
  async run({ pages, rounds, workers, only, recorded }, say) {
    const starts = new Map([
      ['lab', startLab],
      ['demo', startDemo],
      ['applications', startApplications],
    ]);
    if (recorded !== '') starts.set('recorded', () => startRecorded(recorded));
    const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
    const metrics: Metric[] = [];
    for (const [name, start] of starts) {
      if (only !== '' && !only.split(',').includes(name)) continue;
      const web = await start();
      try {
        const urls = web.areStarts ? await crawled(web, pages, workers, folder) : web.urls;
        const results: Result[] = [];
        for (let round = 1; round <= rounds; round++) {
          for (const contender of contenders) {
            const result = await turn(contender, { hostRules: web.hostRules, urls, workers }, folder);
            results.push({ contender: contender.name, ...result });
            say(
              `${name}, round ${round}, ${contender.name}: ${(1000 * chromium(result)).toFixed(1)} ms Chromium a page`,
            );
          }
        }
        metrics.push(...metricsOf(web, results, say));
      } finally {
        await web.close();
      }
    }
    await rm(folder, { recursive: true, force: true });
    return metrics;
  },
});

interface Contender {
  readonly name: string;
  readonly script: string;
  readonly level: 'http' | 'passive' | 'active';
}

const contenders: readonly Contender[] = [
  { name: 'passive', script: 'capture-ours', level: 'passive' },
  { name: 'active', script: 'capture-ours', level: 'active' },
  { name: 'stock', script: 'capture-stock', level: 'passive' },
  { name: 'plain parse', script: 'capture-ours', level: 'http' },
];

type Result = ContenderResult & { readonly contender: string };

const browser = () => onPath('chromium-headless-shell');

async function turn({ script, level }: Contender, task: object, folder: string): Promise<ContenderResult> {
  const file = join(folder, 'input.json');
  await writeFile(file, JSON.stringify({ ...task, level }));
  const storage = await mkdtemp(join(folder, 'storage-'));
  const env = { FORAGER_CHROMIUM: browser(), CRAWLEE_STORAGE_DIR: storage };
  return await runChild({ script, input: { file }, env }, contenderResult);
}

/** The pages that a crawl of ours visits. */
async function crawled({ hostRules, urls }: CaptureWeb, pages: number, workers: number, folder: string) {
  const file = join(folder, 'input.json');
  const own = await mkdtemp(join(folder, 'crawl-'));
  await writeFile(file, JSON.stringify({ hostRules, sites: urls, pages, workers, folder: own, urls: [] }));
  const child = { script: 'throughput-ours', input: { file }, env: { FORAGER_CHROMIUM: browser() } };
  return (await runChild(child, contenderResult)).visited;
}

const chromium = ({ chromiumSeconds, pages }: ContenderResult): number => chromiumSeconds / pages;
const cpu = ({ chromiumSeconds, nodeSeconds, pages }: ContenderResult): number =>
  (chromiumSeconds + nodeSeconds) / pages;
const wall = ({ wallSeconds, pages }: ContenderResult): number => wallSeconds / pages;
const links = ({ found, pages }: ContenderResult): number =>
  found.reduce((sum, page) => sum + new Set(page.links).size, 0) / pages;

function metricsOf(
  { name: web, links: known }: CaptureWeb,
  results: readonly Result[],
  say: (line: string) => void,
): Metric[] {
  const of = (name: string) => results.filter(({ contender }) => contender === name);
  const stock = of('stock');
  const ratio = (name: string, what: (result: Result) => number) =>
    median(of(name).map((ours, round) => what(ours) / what(stock[round] ?? ours)));
  const lacking = (name: string) => {
    const missing = of(name).flatMap((ours, round) => missingLinks(ours.found, stock[round]?.found ?? []).missing);
    for (const { page, link } of missing.slice(0, 10)) say(`${web}: ${name} lacks ${link} on ${page}`);
    return missing.length;
  };
  const added = (name: string) => median(of(name).map((ours, round) => beyond(ours, of('plain parse')[round] ?? ours)));
  const goals = [
    { name: 'passive', goal: 0.7 },
    { name: 'active', goal: web === 'recorded' ? 0.8 : 1 },
  ];
  const truth = [...(known ?? [])].map(([page, links]) => ({ page, links: [...links] }));
  const missing = (ours: ContenderResult['found'], theirs: ContenderResult['found']) => {
    const all = missingLinks(ours, theirs).missing;
    for (const { page, link } of all.slice(0, 5)) say(`${web}: ${link} on ${page}`);
    return all.length;
  };
  return [
    ...contenders.flatMap(({ name }) => [
      figure(`${web}, ${name}: Chromium a page`, 1000 * median(of(name).map(chromium)), 'ms'),
      figure(`${web}, ${name}: wall time a page`, 1000 * median(of(name).map(wall)), 'ms'),
      figure(`${web}, ${name}: distinct links a page`, median(of(name).map(links)), 'links'),
    ]),
    ...goals.flatMap(({ name, goal }) => [
      atMost(goal, `${web}: Chromium and Node, ${name} / stock`, ratio(name, cpu), 'ratio'),
      figure(`${web}: Chromium, ${name} / stock`, ratio(name, chromium), 'ratio'),
      figure(`${web}: wall time, ${name} / stock`, ratio(name, wall), 'ratio'),
      figure(`${web}: links of ${name} that a plain parse lacks`, added(name), '%'),
      atMost(0, `${web}: links of stock that ${name} lacks, all rounds`, lacking(name), 'links'),
    ]),
    ...(known
      ? contenders.flatMap(({ name }) => [
          (name === 'active' ? atMost.bind(null, 0) : figure)(
            `${web}, ${name}: links that do not stand on their page`,
            Math.max(...of(name).map(({ found }) => missing(truth, found))),
            'links',
          ),
          figure(
            `${web}, ${name}: links not found`,
            Math.max(...of(name).map(({ found }) => missing(found, truth))),
            'links',
          ),
        ])
      : []),
  ];
}

/** The share of the first one's links that the second lacks on the same pages, in per cent. */
const beyond = (ours: ContenderResult, others: ContenderResult): number =>
  (100 * missingLinks(others.found, ours.found).missing.length) / (links(ours) * ours.pages);
