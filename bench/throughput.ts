import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { atMost, benchmark, figure, type Metric } from './benchmark.ts';
import { type ContenderResult, contenderResult } from './contender.ts';
import { type LinkComparison, missingLinks } from './missing-links.ts';
import { onPath } from './on-path.ts';
import { runChild, startChild } from './run-child.ts';
import { type DemoWeb, startDemoWeb } from './start-demo-web.ts';
import { median } from './statistics.ts';

/**
 * Cost of a page: CPU seconds of Node and Chromium per page, by process accounting, without the demo web's server.
 * Forager's crawl against the floor (a bare Playwright loop over the very pages that it visited, with the same wait)
 * and against stock Crawlee, each in the same browser and in full Chromium. The contenders alternate, each in its own
 * process; medians over the rounds. Speed without recall means nothing: the table also has the number of links that the
 * others found, on pages read by both, and Forager lacks.
 */
export const throughput = benchmark({
  name: 'throughput',
  summary: 'CPU seconds and links a page: our crawl, a bare Playwright loop, stock Crawlee',
  options: z.object({
    pages: flag(positive.default(300), { value: 'N', description: 'pages that each contender reads' }),
    rounds: flag(positive.default(3), { value: 'N', description: 'turns of each contender' }),
    workers: flag(positive.default(4), { value: 'N', description: 'pages read at the same time' }),
    only: flag(z.string().default(''), { value: 'NAMES', description: 'contenders, e.g. ours,bare; all unless given' }),
  }),
  async run({ pages, rounds, workers, only }, say) {
    const names = only === '' ? contenders.map(({ name }) => name) : ['ours', ...only.split(',')];
    const taking = contenders.filter(({ name }) => names.includes(name));
    const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
    const { web, close } = await startDemoWeb(1, 1);
    const results = new Map<string, ContenderResult[]>(taking.map(({ name }) => [name, []]));
    const comparisons = new Map<string, LinkComparison[]>(taking.map(({ name }) => [name, []]));
    try {
      for (let round = 0; round < rounds; round++) {
        let ours: ContenderResult | undefined;
        for (const contender of taking) {
          const result = await turn(contender, { web, pages, workers, urls: ours?.visited ?? [] }, folder);
          ours ??= result;
          results.get(contender.name)?.push(result);
          comparisons.get(contender.name)?.push(missingLinks(ours.found, result.found));
          say(`round ${round + 1}, ${contender.name}: ${(1000 * cpuPerPage(result)).toFixed(1)} ms CPU a page`);
        }
      }
    } finally {
      await close();
      await rm(folder, { recursive: true, force: true });
    }
    return taking
      .flatMap(({ name, title }) =>
        metrics(title, results.get(name) ?? [], comparisons.get(name) ?? [], name === 'ours' ? undefined : say),
      )
      .concat(ratios(results), proxyPrice(results));
  },
});

interface Contender {
  readonly name: string;
  readonly title: string;
  readonly script: string;
  readonly browser: 'chromium-headless-shell' | 'chromium';
  readonly isProxied?: boolean;
}

const shell = 'chromium-headless-shell';
const contenders: readonly Contender[] = [
  { name: 'ours', title: 'Forager, headless shell', script: 'throughput-ours', browser: shell },
  { name: 'bare', title: 'bare loop, headless shell', script: 'throughput-bare', browser: shell },
  {
    name: 'bare-proxied',
    title: 'bare loop through our proxy',
    script: 'throughput-bare',
    browser: shell,
    isProxied: true,
  },
  { name: 'bare-full', title: 'bare loop, full Chromium', script: 'throughput-bare', browser: 'chromium' },
  { name: 'stock', title: 'stock Crawlee, headless shell', script: 'throughput-stock', browser: shell },
  { name: 'stock-full', title: 'stock Crawlee, full Chromium', script: 'throughput-stock', browser: 'chromium' },
];

async function turn(
  { script, browser, isProxied = false }: Contender,
  task: { web: DemoWeb; pages: number; workers: number; urls: readonly string[] },
  parent: string,
): Promise<ContenderResult> {
  const folder = join(parent, 'turn');
  await mkdir(folder);
  const file = join(parent, 'input.json');
  const { web, ...rest } = task;
  const { hostRules } = web;
  const run = async (proxyPort?: number) => {
    const sites = web.sites.map(({ url }) => url);
    await writeFile(file, JSON.stringify({ ...rest, proxyPort, hostRules, sites, folder }));
    const env = { FORAGER_CHROMIUM: onPath(browser), CRAWLEE_STORAGE_DIR: join(folder, 'storage') };
    return await runChild({ script, input: { file }, env }, contenderResult);
  };
  try {
    return await (isProxied ? withProxy(hostRules, run) : run());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const cpuPerPage = ({ nodeSeconds, chromiumSeconds, pages }: ContenderResult): number =>
  (nodeSeconds + chromiumSeconds) / pages;

/** Resources and findings of one contender; with `say`, links missing in ours are printed and must be none. */
function metrics(
  title: string,
  results: readonly ContenderResult[],
  compared: readonly LinkComparison[],
  say: ((line: string) => void) | undefined,
): Metric[] {
  const middle = (of: (result: ContenderResult) => number) => median(results.map(of));
  const used = [
    figure(`${title}: CPU a page`, 1000 * middle(cpuPerPage), 'ms'),
    figure(`${title}: Node a page`, 1000 * middle((r) => r.nodeSeconds / r.pages), 'ms'),
    figure(`${title}: Chromium a page`, 1000 * middle((r) => r.chromiumSeconds / r.pages), 'ms'),
    figure(
      `${title}: pages a second`,
      middle((r) => r.pages / r.wallSeconds),
      '1/s',
    ),
  ];
  if (!say) return used;
  const missing = compared.flatMap((comparison) => comparison.missing);
  for (const { page, link } of missing.slice(0, 10)) say(`${title}: ours lacks ${link} on ${page}`);
  return [
    ...used,
    figure(`${title}: pages that ours read too`, median(compared.map((c) => c.pages)), 'pages'),
    figure(`${title}: distinct links there`, median(compared.map((c) => c.theirs)), 'links'),
    figure(`Forager: distinct links there`, median(compared.map((c) => c.ours)), 'links'),
    atMost(0, `${title}: links that ours lacks, all rounds`, missing.length, 'links'),
  ];
}

/** Cost of the browser's proxy per page, compared with the total cost of a page of ours: medians over the rounds. */
function proxyPrice(results: ReadonlyMap<string, readonly ContenderResult[]>): Metric[] {
  const [ours, proxied] = [results.get('ours') ?? [], results.get('bare-proxied') ?? []];
  if (ours.length === 0 || proxied.length === 0) return [];
  const price = median(proxied.map(({ proxySeconds, pages }) => proxySeconds / pages));
  return [
    figure("the browser's proxy: CPU a page", 1000 * price, 'ms'),
    atMost(0.02, "the browser's proxy / a page of Forager's", price / median(ours.map(cpuPerPage)), 'ratio'),
  ];
}

/** Runs with our proxy in its own process, and returns its usage. */
async function withProxy<T>(hostRules: string, run: (port: number) => Promise<T>) {
  let proxySeconds = 0;
  let end = async () => {};
  const port = await new Promise<number>((listening, failed) => {
    const child = startChild({ script: 'proxy-alone', input: { hostRules } }, proxyLine, (line) => {
      if (line.port !== undefined) listening(line.port);
      proxySeconds = line.cpuSeconds ?? 0;
    });
    child.over.catch(failed);
    end = child.end;
  });
  const result = await run(port).finally(end);
  return { ...result, proxySeconds };
}

const proxyLine = z.object({ port: z.number().optional(), cpuSeconds: z.number().optional() });

/** Ours by each of the others: medians of the ratios within a round. */
function ratios(results: ReadonlyMap<string, readonly ContenderResult[]>): Metric[] {
  const goals = [
    { name: 'bare', title: 'CPU a page, Forager / bare loop on the same browser', goal: 1.3 },
    { name: 'bare-full', title: 'CPU a page, Forager / bare loop on full Chromium', goal: 0.8 },
    { name: 'stock', title: 'CPU a page, Forager / stock Crawlee', goal: 0.5 },
    { name: 'stock-full', title: 'CPU a page, Forager / stock Crawlee on full Chromium', goal: undefined },
  ];
  const ours = results.get('ours') ?? [];
  return goals.flatMap(({ name, title, goal }) => {
    const ratio = (results.get(name) ?? []).map((theirs, round) => {
      const mine = ours[round];
      return mine === undefined ? Number.NaN : cpuPerPage(mine) / cpuPerPage(theirs);
    });
    if (ratio.length === 0) return [];
    return [goal === undefined ? figure(title, median(ratio), 'ratio') : atMost(goal, title, median(ratio), 'ratio')];
  });
}
