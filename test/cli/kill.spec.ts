import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { createRandom } from '../../src/domain/random.ts';
import type { Summary } from '../../src/reports/summary.ts';
import { test } from '../crawl/demo-web.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { forager, PASSIVE, start } from './forager.ts';

test('killed at 3 random moments, the same command continues: nothing lost, nothing counted twice', async ({
  web,
  file,
}) => {
  test.setTimeout(240_000);
  const names = ['music', 'slav'];
  const portals = names.map((name) => web.portal(name));
  const urls = portals.flatMap((portal) => ['--url', portal.start]);
  const options = ['--host-rules', web.server.hostRules, '--workers', '3', ...PASSIVE];
  const command = ['crawl', ...urls, '--db', file, ...options, '--json'];
  const random = createRandom('kill');
  let most = 0;
  for (let kill = 0; kill < 3; kill++) {
    const { child, ended } = start(command);
    await sleep(200 + 2200 * random.unit());
    child.kill('SIGKILL');
    await ended;
    const status = await forager(['status', '--db', file, '--json']);
    // Killed before the database was created.
    if (status.code === 4) continue;
    expect(status).toMatchObject({ code: 0, stderr: '' });
    expect(brokenInvariants(file), `after kill ${kill}`).toEqual({});
    const { pages }: Summary = JSON.parse(status.stdout);
    expect(pages).toBeGreaterThanOrEqual(most);
    most = pages;
  }
  const { code, stdout, stderr } = await forager(command);
  expect({ code, stderr: stderr.split('\n').filter((line) => /error|[1-9]\d* failed/i.test(line)) }).toEqual({
    code: 0,
    stderr: [],
  });
  const summary: Summary = JSON.parse(stdout);
  expect(summary).toMatchObject({
    stopped: 'done',
    pages: portals.reduce((sum, portal) => sum + portal.pages, 0),
    external: portals.reduce((sum, portal) => sum + portal.externals, 0),
  });
  expect(brokenInvariants(file)).toEqual({});
});

test('SIGINT drains, saves and ends with 11; a second one stops at once; then the crawl continues', async ({
  web,
  file,
}) => {
  const portal = web.portal('music');
  const options = ['--host-rules', web.server.hostRules, ...PASSIVE, '--json'];
  const command = ['crawl', '--url', portal.start, '--db', file, ...options];
  const first = start([...command, '--log-format', 'json', '--verbose']);
  while (!first.stderr().includes('"outcome":"page"')) await sleep(20);
  first.child.kill('SIGINT');
  const { code, stdout } = await first.ended;
  expect(code).toBe(11);
  expect(JSON.parse(stdout)).toMatchObject({ stopped: 'interrupted' });
  expect(brokenInvariants(file)).toEqual({});

  const second = start(command);
  while (!second.stderr().includes('crawling')) await sleep(20);
  second.child.kill('SIGTERM');
  second.child.kill('SIGINT');
  expect((await second.ended).code).toBe(11);

  const rest = await forager(command);
  expect(rest.code).toBe(0);
  expect(JSON.parse(rest.stdout)).toMatchObject({ stopped: 'done', pages: portal.pages, external: portal.externals });
  expect(brokenInvariants(file)).toEqual({});
});
