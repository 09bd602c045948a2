import { expect } from '@playwright/test';
import pino from 'pino';
import { z } from 'zod';
import { Progress } from '../../src/cli/progress/progress.ts';
import type { Claim, Failed } from '../../src/frontier/frontier.ts';
import { test } from '../plain-test.ts';

const claim = (url: string, site: number): Claim => ({
  token: 1,
  link: 1,
  site,
  scope: () => true,
  scopeFrom: () => () => true,
  mayLeadTo: () => true,
  url,
  host: 'a.test',
  level: 1,
  attempts: 0,
  claimedAt: 0,
  rank: { tier: 0, lane: 0, value: 0 },
  siteVisits: 0,
  siteReward: 0,
  decision: { site: 1, score: 0, next: undefined, ready: 1, visits: 0, rewardMax: 0 },
});

/** A watched crawl of two sites, and its log lines. */
function watched(level: 'debug' | 'info', pageLimit?: number) {
  const lines: string[] = [];
  const message = z.object({ msg: z.string() });
  const log = pino({ level }, { write: (line) => lines.push(message.parse(JSON.parse(line)).msg) });
  const progress = new Progress({
    log,
    isLive: false,
    now: () => 250,
  });
  progress.started({
    run: 1,
    strategy: 'beebot-universities:m=2',
    pagesUsed: 7,
    pageLimit,
    timeLeft: undefined,
    sites: () => [],
    pauses: () => ({ sites: 0, until: undefined }),
    stop: () => undefined,
  });
  progress.ended();
  const begun = lines.shift();
  return { progress, lines, begun };
}

const COUNTED: Failed = { willRetry: false, givenBack: 0, outage: undefined };
const RETRIED: Failed = { ...COUNTED, willRetry: true };

test('three failures of a site are reported, dead links and links to be retried are not', () => {
  const { progress, lines } = watched('info');
  for (let page = 1; page <= 5; page++) progress.failed(claim(`http://a.test/${page}`, 1), 'HTTP 500', COUNTED);
  progress.failed(claim('http://b.test/dead', 2), 'HTTP 404', COUNTED);
  progress.failed(claim('http://b.test/', 2), 'no answer in time', RETRIED);
  progress.failed(claim('http://b.test/', 2), 'no answer in time', COUNTED);
  expect(lines).toEqual([
    'http://a.test/1: HTTP 500',
    'http://a.test/2: HTTP 500',
    'http://a.test/3: HTTP 500; further failures of this site are shown only with --verbose',
    'http://b.test/: no answer in time',
  ]);
});

test('the first line reports earlier visits, and a used-up page limit', () => {
  expect(watched('info', 8).begun).toBe('crawling 0 sites by beebot-universities:m=2, 7 pages visited before');
  expect(watched('info', 7).begun).toBe(
    'crawling 0 sites by beebot-universities:m=2, 7 pages visited before; page limit 7 reached; raise --page-limit to continue',
  );
});

test('an outage is reported, with what it does not cost', () => {
  const { progress, lines } = watched('info');
  const outage = (of: 'host' | 'all', until: number, givenBack = 0) =>
    progress.failed(claim('http://a.test/', 1), 'HTTP 502', { ...RETRIED, givenBack, outage: { of, until } });
  outage('host', 7_100);
  outage('host', Number.POSITIVE_INFINITY, 1);
  outage('all', 30_000, 3);
  expect(lines).toEqual([
    expect.stringMatching(/^a\.test no longer answers: next try in 7 s$/),
    'a.test no longer answers: skipped for this run; run the same command to continue; 1 failed visit does not count',
    expect.stringMatching(/^no host answers any longer: next try in 30 s; 3 failed visits do not count$/),
  ]);
});

test('with --verbose every page is reported', () => {
  const { progress, lines } = watched('debug');
  progress.failed(claim('http://a.test/', 1), 'HTTP 503', RETRIED);
  progress.failed(claim('http://a.test/dead', 1), 'HTTP 404', COUNTED);
  const completed = { reward: 2, newInternal: 3, newExternal: 2, newBad: 0 };
  progress.completed(claim('http://a.test/', 1), { ...completed, outcome: 'page', reason: '', rendering: 'http' });
  progress.completed(claim('http://a.test/f', 1), {
    ...completed,
    outcome: 'file',
    reason: 'application/pdf',
    rendering: 'browser',
  });
  expect(lines).toEqual([
    'http://a.test/: HTTP 503; will try again',
    'http://a.test/dead: HTTP 404',
    'http://a.test/: page without a browser, 3 new internal and 2 new external links, 250 ms',
    'http://a.test/f: file (application/pdf), 3 new internal and 2 new external links, 250 ms',
  ]);
});

test('the progress line has the current page limit', async () => {
  const lines: string[] = [];
  const message = z.object({ msg: z.string() });
  const log = pino({ level: 'info' }, { write: (line) => lines.push(message.parse(JSON.parse(line)).msg) });
  let pageLimit = 10;
  test.setTimeout(20_000);
  const progress = new Progress({ log, isLive: false, now: () => 250, lineEvery: 5 });
  progress.started({
    ...{ run: 1, strategy: undefined, pagesUsed: 7, timeLeft: undefined },
    get pageLimit() {
      return pageLimit;
    },
    ...{ sites: () => [], pauses: () => ({ sites: 0, until: undefined }), stop: () => undefined },
  });
  pageLimit = 25;
  await expect.poll(() => lines.at(-1)).toMatch(/^7 of 25 pages/);
  progress.ended();
});
