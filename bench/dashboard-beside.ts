import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { openStore } from '../src/storage/open.ts';
import { atLeast, atMost, figure, type Metric } from './benchmark.ts';
import { type ContenderResult, contenderResult } from './contender.ts';
import { ProcessTree } from './process-tree.ts';
import { runChild } from './run-child.ts';
import { completed, serveCrawl } from './serve-child.ts';
import { type DemoWeb, startDemoWeb } from './start-demo-web.ts';
import { median } from './statistics.ts';

/** Pages of one crawl, and its workers. */
const PAGES = 200;
const WORKERS = 2;

interface Turn extends ContenderResult {
  /** CPU seconds of the dashboard's server while the crawl ran; 0 without one. */
  readonly served: number;
}

/**
 * The same crawl of the demo web, alternately with and without a dashboard on its database with an open page: its loss.
 * Every other pair starts with the other turn. The page's own browser is not counted in CPU time, but affects elapsed
 * time: it runs on the same cores.
 */
export async function besideCrawls(browser: Browser, pairs: number, say: (line: string) => void): Promise<Metric[]> {
  const { web, close } = await startDemoWeb(1, 0.2);
  const ratios: { readonly pages: number; readonly cpu: number; readonly share: number }[] = [];
  try {
    await turn(web, undefined);
    for (let pair = 0; pair < pairs; pair++) {
      const turns: Partial<Record<'alone' | 'shown', Turn>> = {};
      for (const name of pair % 2 === 0 ? (['alone', 'shown'] as const) : (['shown', 'alone'] as const))
        turns[name] = await turn(web, name === 'shown' ? browser : undefined);
      const { alone, shown } = turns;
      if (!alone || !shown) continue;
      const ratio = {
        pages: pace(shown) / pace(alone),
        cpu: cpuPerPage(shown) / cpuPerPage(alone),
        share: (100 * shown.served) / shown.wallSeconds,
      };
      ratios.push(ratio);
      say(
        `beside a crawl, pair ${pair + 1}: ${pace(alone).toFixed(1)} pages/s alone, ${pace(shown).toFixed(1)} shown; CPU a page ${ratio.cpu.toFixed(3)}`,
      );
    }
  } finally {
    await close();
  }
  const middle = (key: keyof (typeof ratios)[0]) => median(ratios.map((ratio) => ratio[key]));
  const spread = (key: keyof (typeof ratios)[0], name: string) => [
    figure(`${name}: the least of ${ratios.length} pairs`, Math.min(...ratios.map((ratio) => ratio[key])), 'ratio'),
    figure(`${name}: the most`, Math.max(...ratios.map((ratio) => ratio[key])), 'ratio'),
  ];
  const [rate, cost] = ['a crawl: pages a second, shown / alone', 'a crawl: its own CPU a page, shown / alone'];
  return [
    atLeast(0.98, rate, middle('pages'), 'ratio'),
    ...spread('pages', rate),
    atMost(1.02, cost, middle('cpu'), 'ratio'),
    ...spread('cpu', cost),
    atMost(3, 'the server beside it, its page open', middle('share'), '% of a core'),
  ];
}

const pace = ({ pages, wallSeconds }: ContenderResult): number => pages / wallSeconds;
const cpuPerPage = ({ nodeSeconds, chromiumSeconds, pages }: ContenderResult): number =>
  (nodeSeconds + chromiumSeconds) / pages;

async function turn({ hostRules, sites }: DemoWeb, browser: Browser | undefined): Promise<Turn> {
  const folder = mkdtempSync(join(tmpdir(), 'forager-bench-'));
  const file = join(folder, 'input.json');
  const db = join(folder, 'crawl.sqlite');
  const task = { hostRules, sites: sites.map(({ url }) => url), pages: PAGES, workers: WORKERS, folder, urls: [] };
  writeFileSync(file, JSON.stringify(task));
  // So that there is something to show before the start.
  await (await openStore(db)).close();
  const shown = browser && (await show(browser, db));
  try {
    const result = await runChild({ script: 'throughput-ours', input: { file } }, contenderResult);
    return { ...result, served: shown?.cpuSeconds() ?? 0 };
  } finally {
    await shown?.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Serves a database's dashboard, its first page open. */
async function show(browser: Browser, db: string) {
  const served = await serveCrawl(db);
  const page = await browser.newPage();
  await page.goto(served.url);
  await page.getByText('live', { exact: true }).waitFor();
  const tree = new ProcessTree(served.pid);
  const cpuSeconds = () => {
    tree.look();
    return tree.cpuSeconds();
  };
  // Its threads have started by then.
  await completed(() => 1000 * cpuSeconds());
  const before = cpuSeconds();
  return {
    cpuSeconds: () => cpuSeconds() - before,
    async end() {
      await page.close();
      served.end();
    },
  };
}
