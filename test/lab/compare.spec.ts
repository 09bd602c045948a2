import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { advise, candidates } from '../../src/lab/advise.ts';
import { type Comparison, compare, taskCount } from '../../src/lab/compare.ts';
import { decisionLog } from '../../src/lab/decision-log.ts';
import { doTask } from '../../src/lab/do-task.ts';
import { openWorld } from '../../src/lab/open-world.ts';
import type { RunTask } from '../../src/lab/tasks.ts';
import { linkOrders } from '../../src/link-orders/registry.ts';
import { rewards } from '../../src/rewards/registry.ts';
import { siteRules } from '../../src/site-rules/registry.ts';
import { presets } from '../../src/strategies/registry.ts';
import { makeStrategy, strategyNamed } from '../../src/strategies/strategy.ts';
import { test as base } from '../frontier/world.ts';
import { A_TOPIC } from '../topics/a-topic.ts';
import { jsonl, page } from './web-file.ts';

/** A site with a chain of pages, each with the given number of its own external links. */
const chain = (name: string, counts: readonly number[]): string =>
  jsonl(
    name,
    ...counts.map((count, at) => {
      const own = Array.from({ length: count }, (_, link) => `http://x${at}-${link}.org/`);
      return page(at === 0 ? '/' : `/p${at}`, `/p${at + 1}`, ...own);
    }),
  );

/** Rich at first, rich later, empty. */
const SITES = [
  [5, 4, 0, 0, 0, 0, 0, 0],
  [0, 0, 0, 9, 9, 0, 0, 0],
  [0, 1, 0, 0, 0, 0, 0, 0],
] as const;

/** Tests with the web in files, and tasks executed sequentially in this thread. */
const test = base.extend<{ files: string[]; run: RunTask }>({
  files: async ({ folder }, use) => {
    const files = SITES.map((counts, at) => {
      writeFileSync(`${folder}/site${at}.jsonl`, chain(`site${at}`, counts));
      return `${folder}/site${at}.jsonl`;
    });
    await use(files);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
  run: async ({}, use) => {
    await use(async (task) => doTask(task, (await openWorld(task.web.files, task.web.split)).of(task.seed)));
  },
});

const preset = (name: string) => ({ name, choice: { strategy: name, params: {} } });

test('S(N) of each strategy, next to R1 and the oracles', async ({ files, run }) => {
  const strategies = [preset('beebot-sequential'), preset('beebot')];
  const comparison: Comparison = {
    web: { files, split: undefined },
    strategies,
    pageLimits: [3, 9],
    seeds: 2,
    workers: 1,
    measure: 'new-external-links',
  };
  let done = 0;
  const { webs, results, curves } = await compare(comparison, run, () => done++, new AbortController().signal);
  expect(done).toBe(taskCount(comparison));
  expect(webs).toEqual([{ name: 'site0 + site1 + site2', sites: 3, pages: 24, links: 28 }]);
  const of = (strategy: string, pageLimit: number) =>
    results.find((one) => one.strategy === strategy && one.pageLimit === pageLimit);
  // By hand: sequential takes the first site's 8 pages first; in another order of the sites, others.
  expect(of('site oracle', 3)).toMatchObject({ mean: 9, sd: 0, regret: 0, ratioToOracle: 1, seeds: 2 });
  expect(of('site oracle', 9)?.mean, '2 pages of the first site, 5 of the second, 2 of the third').toBe(28);
  expect(of('clairvoyant', 9)?.mean).toBe(28);
  expect(of('beebot-trivial', 9)).toMatchObject({
    ratioToTrivial: 1,
    regret: 28 - (of('beebot-trivial', 9)?.mean ?? 0),
  });
  const sequential = of('beebot-sequential', 9);
  const curve = curves.find((one) => one.strategy === 'beebot-sequential' && one.pageLimit === 9);
  expect(curve?.pages).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(sequential?.mean).toBe(curve?.mean.at(-1));
  expect(sequential?.ratioToOracle).toBeCloseTo((sequential?.mean ?? 0) / 28, 12);
  expect(results.filter(({ pageLimit }) => pageLimit === 3).length).toBe(5);
});

test('strategies that do not plan with N, and oracles, run once for all N; the figures are those of each N', async ({
  files,
  run,
}) => {
  const plans = { 'beebot-trivial': true, beebot: true, 'beebot-sequential': false, 'beebot-universities': false };
  for (const [name, plansWithLimit] of Object.entries(plans))
    expect(makeStrategy(preset(name).choice, 9).plansWithLimit, name).toBe(plansWithLimit);
  const strategies = [preset('beebot-universities'), preset('beebot')];
  const common = { web: { files, split: undefined }, strategies, measure: 'new-external-links', seeds: 1, workers: 1 };
  const asked = async (pageLimits: number[]) => {
    const { results } = await compare({ ...common, pageLimits }, run, () => undefined, new AbortController().signal);
    return results.map(({ strategy, pageLimit, mean }) => `${strategy} ${pageLimit} ${mean}`);
  };
  expect(taskCount({ ...common, pageLimits: [3, 7, 9] }), 'oracles, R1 and beebot for each N, the other once').toBe(8);
  expect(taskCount({ ...common, pageLimits: [3, 7, 9], workers: 2 })).toBe(10);
  const apart = [await asked([3]), await asked([7]), await asked([9])].flat();
  expect((await asked([3, 7, 9])).sort()).toEqual(apart.sort());
});

test('oracles of recorded webs run once for all seeds, those of synthetic webs for each', async ({
  folder,
  files,
  run,
}) => {
  const spec = `${folder}/web.yaml`;
  writeFileSync(spec, 'sites: [{ url: "http://a.test/", kind: university, pages: 20, links: 30 }]\n');
  const asked = async (web: string[]) => {
    const seeds: number[] = [];
    const noting: RunTask = (task, signal) => {
      if (task.kind === 'oracles') seeds.push(task.seed);
      return run(task, signal);
    };
    const common = { strategies: [], measure: 'new-external-links', pageLimits: [5], seeds: 3, workers: 1 };
    const comparison = { ...common, web: { files: web, split: undefined } };
    const { results } = await compare(comparison, noting, () => undefined, new AbortController().signal);
    return { seeds, told: results.map((one) => `${one.strategy} ${one.seeds}`) };
  };
  const told = ['site oracle 3', 'clairvoyant 3', 'beebot-trivial 3'];
  expect(await asked(files)).toEqual({ seeds: [1], told });
  expect(await asked([spec])).toEqual({ seeds: [1, 2, 3], told });
});

test("S(N) is counted in one measure, whatever the strategies' rewards", async ({ folder, run }) => {
  const links = ['http://x.org/', 'http://y.org/', '/a.pdf', '/b', '/c'];
  const file = `${folder}/one.jsonl`;
  writeFileSync(file, jsonl('one', page('/', ...links), page('/b', '/b.pdf', '/c.pdf'), page('/c', 'http://z.org/')));
  const strategies = [
    preset('beebot-sequential'),
    { name: 'documents', choice: { strategy: 'beebot-sequential', reward: 'documents', params: {} } },
  ];
  const web = { files: [file], split: undefined };
  const counted = async (measure: string) => {
    const comparison = { web, strategies, measure, pageLimits: [3], seeds: 1, workers: 1 };
    const { results } = await compare(comparison, run, () => undefined, new AbortController().signal);
    return results.map(({ strategy, mean }) => `${strategy} ${mean}`);
  };
  const names = ['site oracle', 'clairvoyant', 'beebot-trivial', 'beebot-sequential', 'documents'];
  expect((await counted('new-external-links')).sort()).toEqual(names.map((name) => `${name} 3`).sort());
  expect((await counted('documents')).sort()).toEqual(names.map((name) => `${name} 3`).sort());
  expect((await counted('new-external-sites')).sort(), 'the clairvoyant knows links and documents only').toEqual(
    names
      .filter((name) => name !== 'clairvoyant')
      .map((name) => `${name} 3`)
      .sort(),
  );
});

test('if a link order has expectations, its calibration over all replays with the largest N', async ({
  files,
  run,
}) => {
  const expecting: RunTask = async (task, signal) => {
    const result = await run(task, signal);
    const isAsked = task.kind === 'replay' && task.choice.strategy === 'beebot-sequential';
    return isAsked ? { ...result, expectations: [{ expected: task.seed, found: 3 }] } : result;
  };
  const comparison = {
    web: { files, split: undefined },
    strategies: [preset('beebot-sequential'), preset('beebot')],
    measure: 'new-external-links',
    pageLimits: [3, 9],
    seeds: 2,
    workers: 1,
  };
  const { calibrations } = await compare(comparison, expecting, () => undefined, new AbortController().signal);
  const row = (expected: number) => ({ count: 1, least: expected, most: expected, expected, found: 3 });
  expect(calibrations).toEqual([{ strategy: 'beebot-sequential', rows: [row(1), row(2)] }]);
});

test('an interrupted comparison keeps finished results', async ({ files, run }) => {
  const interruption = new AbortController();
  let begun = 0;
  const runSome: RunTask = async (task, signal) => {
    if (++begun > 5) interruption.abort();
    signal.throwIfAborted();
    return await run(task, signal);
  };
  const comparison = {
    web: { files, split: undefined },
    strategies: [preset('beebot')],
    pageLimits: [3, 9],
    seeds: 3,
    workers: 1,
    measure: 'new-external-links',
  };
  const { results } = await compare(comparison, runSome, () => undefined, interruption.signal);
  expect(results.map(({ strategy, pageLimit, seeds }) => `${strategy} ${pageLimit} ${seeds}`).sort()).toEqual([
    'beebot 3 1',
    'beebot 9 1',
    'beebot-trivial 3 1',
    'beebot-trivial 9 1',
    'clairvoyant 3 3',
    'clairvoyant 9 3',
    'site oracle 3 3',
    'site oracle 9 3',
  ]);
});

test('a mistake ends the comparison', async ({ files, run }) => {
  const comparison = {
    web: { files: [...files, 'none.jsonl'], split: undefined },
    strategies: [],
    pageLimits: [3],
    seeds: 1,
    workers: 1,
    measure: 'new-external-links',
  };
  await expect(compare(comparison, run, () => undefined, new AbortController().signal)).rejects.toThrow(
    'no file none.jsonl',
  );
});

test('advice: every preset and parameter, next to the present strategy, on all sites and on halves of them', async ({
  files,
  run,
}) => {
  const present = preset('beebot-sequential');
  const question = {
    web: { files, split: undefined },
    measure: 'new-external-links',
    pageLimit: 9,
    present,
    trials: 3,
    workers: 1,
  };
  const advice = await advise(question, run, () => undefined, new AbortController().signal);
  expect(advice.map(({ strategy }) => strategy).sort()).toEqual(
    candidates(present)
      .map(({ name }) => name)
      .sort(),
  );
  expect(advice.map(({ strategy }) => strategy)).toEqual(
    expect.arrayContaining(['beebot-institutes:n=3', 'beebot-universities:m=1', 'beebot:turns=20']),
  );
  expect(advice.map(({ found }) => found)).toEqual(advice.map(({ found }) => found).sort((a, b) => b - a));
  const own = advice.find(({ strategy }) => strategy === 'beebot-sequential');
  expect(own).toMatchObject({ found: 9, gain: 0, confidence: 0.5 });
  const [best] = advice;
  expect(best?.gain).toBeCloseTo((best?.found ?? 0) / 9 - 1, 12);
  for (const { confidence, trialGain } of advice) {
    expect(confidence).toBeGreaterThanOrEqual(0);
    expect(confidence).toBeLessThanOrEqual(1);
    expect((trialGain?.low ?? 0) <= (trialGain?.high ?? 0)).toBe(true);
  }
});

/** Members with parameters and no trials. */
const UNTRIED = {
  'best-first':
    'with one worker, as in a replay, none waits for a busy host; what the crawl is short of its user knows',
  documents: 'which documents are wanted its user knows',
  mix: 'what counts for how much its user knows',
  'relevant-pages': 'from which relevance on a page is wanted its user knows',
};

test('members with parameters have trials, except parameters that state the goal', () => {
  const members = [...rewards, ...siteRules, ...linkOrders];
  const untried = members.filter(({ params, trials }) => Object.keys(params.shape).length > 0 && trials === undefined);
  expect(untried.map(({ name }) => name).sort()).toEqual(Object.keys(UNTRIED).sort());
});

test('candidates: the present strategy, and every preset with the trials of each of its members', () => {
  const choice = { strategy: 'beebot', reward: 'documents', params: {}, topic: A_TOPIC };
  const present = { name: 'beebot:reward=documents', choice };
  const [first, ...others] = candidates(present);
  expect(first).toEqual(present);
  for (const preset of presets) {
    const own = others.filter(({ choice }) => choice.strategy === preset.name);
    const members = [
      rewards.find(({ name }) => name === preset.reward),
      siteRules.find(({ name }) => name === preset.siteRule),
      linkOrders.find(({ name }) => name === preset.linkOrder),
    ];
    expect(own.length).toBe(members.reduce((sum, member) => sum + (member?.trials?.length ?? 0), 1));
  }
  for (const { name, choice } of others) {
    expect(strategyNamed(name)?.strategy).toBe(choice.strategy);
    expect(() => makeStrategy(choice, 100)).not.toThrow();
  }
  expect(new Set(others.map(({ name }) => name)).size).toBe(others.length);
});

test('the decision log: one line per visit, the same columns for every strategy', async ({ files }) => {
  const open = await openWorld(files, undefined);
  const lines: string[] = [];
  const strategies = [preset('beebot-sequential'), preset('beebot-universities')];
  for await (const line of decisionLog(open.of(1), strategies, { pageLimit: 5, workers: 1, seed: 1 }))
    lines.push(line.trimEnd());
  const rows = lines.map((line) => line.split(','));
  expect(rows[0]).toEqual(
    'strategy,n,site,url,level,tier,lane,rank,siteVisits,siteReward,ready,score,nextSite,nextScore,expected,because,outcome,reward,total'.split(
      ',',
    ),
  );
  expect(rows.every((row) => row.length === 19)).toBe(true);
  expect(rows.slice(1, 4).map((row) => row.join(' '))).toEqual([
    'beebot-sequential 1 site0 http://site0.test/ 0 0 0 0 0 0 3 0 site1 0   page 5 5',
    'beebot-sequential 2 site0 http://site0.test/p1 1 0 0 -1 1 5 3 0 site1 0   page 4 9',
    'beebot-sequential 3 site0 http://site0.test/p2 2 0 0 -2 2 9 3 0 site1 0   page 0 9',
  ]);
  expect(
    rows.slice(6).map(([strategy, n, site, ...rest]) => `${strategy} ${n} ${site} ${rest[8]}`),
    'R3 scans five pages of each first',
  ).toEqual([1, 2, 3, 4, 5].map((n) => `beebot-universities ${n} site0 Infinity`));
});

test('with several workers rewards arrive late; the same arguments give the same replay', async ({ files, run }) => {
  const task = {
    kind: 'replay',
    web: { files, split: undefined },
    ...preset('beebot-universities'),
    measure: 'new-external-links',
    pageLimit: 20,
    workers: 3,
    seed: 2,
  } as const;
  const signal = new AbortController().signal;
  const [one, two] = [await run(task, signal), await run(task, signal)];
  expect([...one.curve]).toEqual([...two.curve]);
  expect(one.curve.length).toBe(21);
});
