import { expect } from '@playwright/test';
import type { DebugLink } from '../../src/capture/browser/debug/debug-page.ts';
import { changesTable } from '../../src/cli/tables/changes-table.ts';
import { clusterTable } from '../../src/cli/tables/cluster-table.ts';
import { crawlTable } from '../../src/cli/tables/crawl-table.ts';
import { debugReport } from '../../src/cli/tables/debug-report.ts';
import { judgedText } from '../../src/cli/tables/judged-page.ts';
import { planTable } from '../../src/cli/tables/recrawl-table.ts';
import type { SiteSummary } from '../../src/reports/summary.ts';
import type { ChangeRecord } from '../../src/storage/lists/history.ts';
import { test } from '../plain-test.ts';

const address = 'http://hist.uni.test/sources/regular-reconstruction-of-the-wars-8.html';
const anchor = 'Regular reconstruction of the Northern Wars: sources, notes and a bibliography';
const counts = { pages: 8778, failed: 1234, internal: 123_456, external: 98_765, bad: 4321, resources: 0 };
const strategy = { reward: '', siteRule: '', linkOrder: '', rewardParams: {}, params: {}, linkOrderParams: {} };
const site: SiteSummary = {
  ...{ ...counts, site: 'Institute of Mathematics', isFound: false, url: address, reward: 0, writtenByScripts: false },
  ...{ status: 'not-available', note: 'the host did not answer within 30 seconds', traps: [] },
};
const change: ChangeRecord = {
  ...{ at: 0, kind: 'page', change: 'moved', site: site.site, url: address, anchor, sourceUrl: address },
  ...{ httpStatus: 301, size: 1, kept: 1, gone: 1234, fresh: 5678, movedTo: address },
};
const worker = {
  ...{ id: 12, name: 'crawler-7.example.edu:23456', slots: 16, isIdle: false, pages: 123_456, openGrant: 64 },
  ...{ domains: 1234, secondsSinceBeat: 12.3, pagesPerSecond: 12.3 },
};
const link: DebugLink = {
  ...{ kind: 'internal', role: 'guess', method: 'post', element: 'button', frame: address, technique: 'handlers' },
  ...{ anchor, url: address, raw: address, context: '', rel: '', tagPath: '' },
};

const none = { outlined: 0, hidden: 0 };

/** Demo-like data, with names longer than the demo's. */
const printed = {
  crawl: crawlTable({
    ...{ ...counts, withoutBrowser: 0, run: 1, strategy, stopped: 'page-limit', seconds: 1, pageLimit: 10_000 },
    ...{ sitesFound: 0, topic: null, sites: [site] },
  }),
  plan: planTable([
    { place: 1234, url: address, worth: 0.1234, lastChecked: '2026-11-29T19:22:00.000Z', revisits: 1234, changes: 123 },
  ]),
  changes: [...changesTable([change], { since: 0, before: undefined, began: 'crawl' })].join(''),
  cluster: clusterTable({
    ...{
      ...counts,
      recrawlRun: null,
      pageLimit: 10_000,
      pagesUsed: 1,
      openGrants: 1,
      sites: 1,
      readySites: 1,
      waitingLinks: 1,
    },
    ...{ granted: 1, inFlight: 1, milliseconds: 1, letters: 1, pagesPerSecond: 12.3, workers: [worker] },
  }),
  debug: debugReport(
    {
      ...{
        url: address,
        landed: address,
        leavesSite: false,
        httpStatus: 200,
        title: anchor,
        limits: [],
        links: [link],
      },
      ...{ techniques: [], drawn: { internal: none, external: none, bad: none, resource: none }, foundByActs: 0 },
    },
    { why: null, timeline: [], plainLinks: 1 },
    undefined,
  ),
  judged: judgedText({
    ...{ url: address, topic: 'courses', relevance: 0.1234, isTarget: false },
    terms: [{ term: 'syllabus', count: 1234, share: 0.1234 }],
    links: [
      {
        ...{ url: address, anchor, likeness: 0.1234, immediateValue: 0.1234 },
        terms: [{ term: 'syllabus', count: 1, share: 0.1234 }],
        immediateTerms: [{ term: 'syllabus', count: 1, share: 0.1234 }],
      },
    ],
  }),
};

for (const [name, text] of Object.entries(printed))
  test(`the table of ${name} fits 80 columns, with whole addresses`, () => {
    const lines = text.split('\n');
    const rule = lines.findIndex((line) => line.startsWith('─'));
    for (const line of lines.slice(rule - 1, rule + 9)) expect(line.length, line).toBeLessThanOrEqual(80);
    if (name !== 'crawl' && name !== 'cluster') expect(text).toContain(address);
  });
