import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { atLeast, benchmark, figure, type Metric } from './benchmark.ts';
import { type ContenderResult, contenderResult } from './contender.ts';
import { linkShares } from './link-shares.ts';
import { runChild, startChild } from './run-child.ts';
import { servedWeb, startServedSites } from './served-sites.ts';
import { median } from './statistics.ts';

type ServedWeb = z.infer<typeof servedWeb>;

/**
 * Savings and losses of adaptive rendering: crawls of mixed sites to their end, in the browser only and adaptively,
 * alternating, each in its own process. CPU seconds are those of Node and Chromium, without the web's server. Links are
 * distinguished as in a crawl, over all pages read by both.
 */
export const adaptive = benchmark({
  name: 'adaptive',
  summary: 'pages a CPU second and links found, adaptive rendering beside the browser only',
  options: z.object({
    sites: flag(positive.default(4), { value: 'N', description: 'mixed sites' }),
    pages: flag(positive.default(300), { value: 'N', description: 'pages of each of them' }),
    staticPages: flag(positive.max(100).default(91), {
      value: 'PERCENT',
      description: 'share of the pages that are of static templates; 70 % of the templates are',
    }),
    rounds: flag(positive.default(2), { value: 'N', description: 'turns of each' }),
    workers: flag(positive.default(4), { value: 'N', description: 'pages read at the same time' }),
    webs: flag(z.string().optional(), {
      value: 'FOLDER',
      description: 'recorded sites with a serve.mjs, to be measured in place of the mixed ones',
    }),
    sitePages: flag(positive.default(100), { value: 'N', description: 'pages of each recorded site' }),
  }),
  async run({ sites, pages, staticPages, rounds, workers, webs, sitePages }, say) {
    const mixed = { sites, pages, staticShare: staticPages / 100 };
    const { web, close } = webs === undefined ? await startMixedWeb(mixed) : await startServedSites(webs);
    const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
    const limit = webs === undefined ? {} : { sitePages };
    const turns: { browser: ContenderResult; adaptive: ContenderResult }[] = [];
    try {
      for (let round = 0; round < rounds; round++) {
        const browser = await turn({ web, workers, render: 'browser', ...limit }, folder);
        const adapting = await turn({ web, workers, render: 'adaptive', ...limit }, folder);
        turns.push({ browser, adaptive: adapting });
        say(`round ${round + 1}: ${rate(browser).toFixed(1)} and ${rate(adapting).toFixed(1)} pages a CPU second`);
      }
    } finally {
      await close();
      await rm(folder, { recursive: true, force: true });
    }
    return metrics(turns, say);
  },
});

function metrics(
  turns: readonly { browser: ContenderResult; adaptive: ContenderResult }[],
  say: (line: string) => void,
): Metric[] {
  const middle = (of: (turn: (typeof turns)[number]) => number) => median(turns.map(of));
  const shares = turns.map(({ browser, adaptive }) => linkShares(browser.found, adaptive.found));
  for (const link of shares.flatMap(({ missing }) => missing).slice(0, 10)) say(`adaptive lacks ${link}`);
  for (const link of shares.flatMap(({ others }) => others).slice(0, 10)) say(`the browser lacks ${link}`);
  const least = (of: (share: (typeof shares)[number]) => number) => Math.min(...shares.map(of));
  return [
    figure(
      'browser only: pages',
      middle(({ browser }) => browser.pages),
      'pages',
    ),
    figure(
      'adaptive: pages',
      middle(({ adaptive }) => adaptive.pages),
      'pages',
    ),
    figure(
      'adaptive: pages read without a browser',
      middle(({ adaptive }) => (100 * adaptive.withoutBrowser) / adaptive.pages),
      '%',
    ),
    figure(
      'browser only: pages a CPU second',
      middle(({ browser }) => rate(browser)),
      '1/s',
    ),
    figure(
      'adaptive: pages a CPU second',
      middle(({ adaptive }) => rate(adaptive)),
      '1/s',
    ),
    atLeast(
      3,
      'adaptive / browser only',
      middle(({ browser, adaptive }) => rate(adaptive) / rate(browser)),
      'ratio',
    ),
    figure(
      'pages that both read',
      least(({ pages }) => pages),
      'pages',
    ),
    figure(
      'links of the browser there',
      least(({ links }) => links),
      'links',
    ),
    atLeast(
      99.5,
      'share of them that adaptive has, least of all rounds',
      least(({ share }) => 100 * share),
      '%',
    ),
    figure('links that only adaptive has, all rounds', shares.flatMap(({ others }) => others).length, 'links'),
  ];
}

const rate = ({ pages, nodeSeconds, chromiumSeconds }: ContenderResult): number =>
  pages / (nodeSeconds + chromiumSeconds);

/** More pages than there are. */
const TO_THE_END = 1_000_000;

interface Task {
  readonly web: ServedWeb;
  readonly workers: number;
  readonly render: 'browser' | 'adaptive';
  readonly sitePages?: number;
}

async function turn({ web, ...task }: Task, parent: string): Promise<ContenderResult> {
  const folder = join(parent, 'turn');
  await mkdir(folder);
  const file = join(parent, 'input.json');
  const { hostRules, starts } = web;
  await writeFile(file, JSON.stringify({ ...task, hostRules, sites: starts, pages: TO_THE_END, folder, urls: [] }));
  try {
    return await runChild({ script: 'throughput-ours', input: { file } }, contenderResult);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function startMixedWeb(input: object): Promise<{ web: ServedWeb; close: () => Promise<void> }> {
  let close = async () => {};
  const web = await new Promise<ServedWeb>((listening, failed) => {
    const child = startChild({ script: 'mixed-web', input }, servedWeb, listening);
    child.over.catch(failed);
    close = child.end;
  });
  return { web, close };
}
