import { expect } from '@playwright/test';
import { failedVisit } from '../../src/frontier/retries.ts';
import type { TableFrontier } from '../../src/frontier/table-frontier.ts';
import type { RecrawlRunOptions } from '../../src/options/recrawl.ts';
import { planner } from '../../src/recrawl/choose-pages.ts';
import { closeRecrawlRun, openRecrawlRun } from '../../src/recrawl/open-run.ts';
import { RevisitRecord } from '../../src/recrawl/revisit-record.ts';
import { runSums } from '../../src/recrawl/run-sums.ts';
import { ValidatorTrust } from '../../src/recrawl/validator-trust.ts';
import { revisitRules } from '../../src/revisit-rules/registry.ts';
import type { Store } from '../../src/storage/open.ts';
import { claimOf, newSite, open, page, test } from '../frontier/world.ts';
import { ask, plainRecrawl } from './changing-web.ts';

const A = 'http://a.test/';
const WEB: Record<string, string[]> = { [A]: ['/1', '/2', '/3', '/4', '/5', '/6'] };
for (const number of [1, 2, 3, 4, 5, 6]) WEB[`${A}${number}`] = ['/'];

const textOf = (url: string, step: number): string[] => {
  const number = Number(url.slice(A.length));
  return [`Page ${number} stays as it is`, `and has changed ${Math.floor(step / number)} times`];
};

/** Run after run: page n changes in every n-th, page 6 is gone in the third. */
async function recrawlRuns(file: string, of: (step: number) => Partial<RecrawlRunOptions>, many = 4): Promise<void> {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 1);
  for (let now = 1; ; now++) {
    const claim = await claimOf(frontier, now);
    if (!claim) break;
    const read = page(claim, WEB[claim.url] ?? []);
    await frontier.completeVisit(claim, { ...read, text: textOf(claim.url, 0) }, now);
  }
  for (let step = 1; step <= many; step++) await runRecrawl(store, frontier, of(step), step);
  await store.close();
}

async function runRecrawl(
  store: Store,
  frontier: TableFrontier,
  options: Partial<RecrawlRunOptions>,
  step: number,
): Promise<void> {
  const opened = openRecrawlRun(store, { ...plainRecrawl, pageLimit: 100, ...options }, { wanted: 100 }, 1000 * step);
  expect(opened.step).toBe(step);
  const sums = runSums(store, step, 0);
  const trust = new ValidatorTrust(store, sums);
  const record = new RevisitRecord(store, frontier, { recrawlRun: opened, run: { id: 1, startedAt: 0 }, trust, sums });
  const at = planner(store, opened.choice);
  // By page, so that rules of another order check alike.
  const checks = Array.from(opened.choice.pages, (_, place) => at(place)).filter((check) => check !== undefined);
  for (const check of checks.sort((a, b) => a.page - b.page)) {
    const number = Number(check.url.slice(A.length));
    const claim = {
      ...{ token: -check.page, link: check.page, site: check.site, url: check.url, host: check.host, level: 1 },
      ...{ attempts: 0, claimedAt: 1000 * step, rank: { tier: 0, lane: 0, value: 0 }, siteVisits: 0, siteReward: 0 },
      ...frontier.reach(check.site, 1),
      decision: { site: 1, score: 0, next: undefined, ready: 1, visits: 0, rewardMax: 0 },
    };
    const text = textOf(check.url, step);
    const result =
      number === 6 && step === 3 ? failedVisit('HTTP 404') : { ...page(claim, WEB[check.url] ?? []), text };
    await record.completeVisit(check, claim, result, 1000 * step + check.page);
  }
  closeRecrawlRun(store, step, 1000 * step + 500);
}

const keptOf = (file: string) =>
  ask(file, 'select page, tried, revisits, changes, due, key, hex(facts) as facts from recrawl_pages order by page');

for (const { name } of revisitRules.filter((rule) => rule.name !== 'fresh')) {
  test(`${name} that takes over has the same state as since the first run`, async ({ folder }) => {
    const [whole, late] = [`${folder}/whole.sqlite`, `${folder}/late.sqlite`];
    await recrawlRuns(whole, () => ({ rule: name }));
    await recrawlRuns(late, (step) => ({ rule: step < 4 ? 'uniform' : name }));
    expect(keptOf(late)).toEqual(keptOf(whole));
    const pool = 'select left_pool from recrawl_runs where step = 4';
    expect(ask(late, pool)).toEqual(ask(whole, pool));
  });
}

test('findings, due pages, and the pools of past runs', async ({ file }) => {
  await recrawlRuns(file, () => ({}));
  const changes = (step: number) =>
    ask(file, 'select page, change from page_revisits where step = ? order by page', step).map(({ change }) => change);
  expect(changes(3)[6]).toBe('gone');
  expect(changes(4)[6]).toBe('back');
  expect(ask(file, 'select step, left_pool is null as dropped from recrawl_runs')).toEqual([
    { step: 1, dropped: 1 },
    { step: 2, dropped: 1 },
    { step: 3, dropped: 0 },
    { step: 4, dropped: 0 },
  ]);
});
