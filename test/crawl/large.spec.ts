import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { demoPortals } from '../../src/demo/portals.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { addressOf, large } from '../site/large.ts';
import { runCrawl, siteOf, test } from './demo-web.ts';

test('pages with an extreme structure stay within limits, and the other sites of the crawl continue', async ({
  file,
}) => {
  const other = demoPortals(1).find(({ host }) => host.startsWith('hist.'));
  if (!other) throw new Error('no such portal');
  const server = await serveDemo({ portals: [large, other] });
  const names = ['a million nested divs'];
  const summary = await runCrawl(file, [newSite(large.start), siteOf(other)], server, {
    render: 'http',
    capture: 'thorough',
    include: [`http://${other.host}/**`, large.start, ...names.map((name) => `**/${addressOf(name)}`)],
    depth: 4,
  });
  await server.close();
  expect(summary).toMatchObject({ stopped: 'done' });
  expect(summary.sites.map(({ status }) => status)).toEqual(['finished', 'finished']);
  expect(summary.sites[0]).toMatchObject({ pages: names.length + 1, failed: 0 });
  expect(summary.sites[1]?.pages).toBeGreaterThan(10);
  const db = new Database(file, { readonly: true });
  const reasons = db.prepare(`select reason from visits where reason like '%too large%'`).all();
  db.close();
  expect(reasons).toHaveLength(names.length);
  expect(brokenInvariants(file)).toEqual({});
});
