import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import { test as base } from '../frontier/world.ts';
import { oddSites } from '../site/sites.ts';
import { type Ended, PASSIVE, start } from './forager.ts';

/** `temporary`: the folder for temporary files; `crawl` starts one of odd pages. */
const test = base.extend<
  { temporary: string; cwd: string; crawl: (...args: string[]) => ReturnType<typeof start> },
  { server: DemoServer }
>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const server = await serveDemo({ portals: oddSites });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  temporary: async ({ folder }, use) => {
    const temporary = join(folder, 'temporary');
    mkdirSync(temporary);
    await use(temporary);
  },
  cwd: async ({ folder }, use) => {
    const cwd = join(folder, 'cwd');
    mkdirSync(cwd);
    await use(cwd);
  },
  crawl: async ({ server, temporary, cwd, file }, use) => {
    const env = { TMPDIR: temporary };
    const options = ['--db', file, '--host-rules', server.hostRules, ...PASSIVE];
    await use((...args) => start(['crawl', ...options, ...args], { env, cwd }));
  },
});

const until = async (isSo: () => boolean) => {
  while (!isSo()) await sleep(20);
};
const hasProfile = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).some((name) => /profile-/.test(name));

const expectNothingLeft = (ended: Ended, code: number, ...folders: string[]) => {
  expect(ended.code, ended.stderr).toBe(code);
  for (const folder of folders) expect(readdirSync(folder)).toEqual([]);
};

test('a failing crawl leaves no temporary files', async ({ crawl, temporary, cwd }) => {
  expectNothingLeft(await crawl('--url', 'http://failures.test/404', '--db', `${cwd}-db`).ended, 9, temporary, cwd);
  expectNothingLeft(await crawl('--url', 'http://a.test/', '--strategy', 'none').ended, 4, temporary, cwd);
  const noBrowser = start(['debug', 'http://a.test/', '--headless'], {
    env: { TMPDIR: temporary, FORAGER_CHROMIUM: '/bin/false' },
    cwd,
  });
  expectNothingLeft(await noBrowser.ended, 1, temporary, cwd);
});

for (const [name, signals] of [
  ['SIGINT', ['SIGINT']],
  ['SIGTERM', ['SIGTERM']],
  ['SIGINT twice', ['SIGINT', 'SIGINT']],
] as const)
  test(`nor does one ended by ${name}, with a page in flight`, async ({ crawl, server, temporary, cwd }) => {
    const before = server.requests.get('scripted.test') ?? 0;
    const { child, stderr, ended } = crawl('--url', 'http://scripted.test/late-page');
    // robots.txt and the page.
    await until(() => (server.requests.get('scripted.test') ?? 0) >= before + 2);
    for (const signal of signals) {
      child.kill(signal);
      await until(() => /stopping/.test(stderr()));
    }
    expectNothingLeft(await ended, 11, temporary, cwd);
  });

test('files of a killed crawl are removed by the next, those of a running one stay', async ({
  crawl,
  temporary,
  cwd,
}) => {
  const { child, ended } = crawl('--url', 'http://failures.test/silence');
  await until(() => hasProfile(temporary));
  child.kill('SIGKILL');
  await ended;
  expect(readdirSync(temporary)).toEqual([expect.stringMatching(`^forager-${child.pid}-`)]);
  const alive = spawn('sleep', ['60']);
  const kept = [mkdtempSync(join(temporary, `forager-${alive.pid}-`)), mkdtempSync(join(temporary, 'forager-x-'))];
  expect((await crawl('--url', 'http://failures.test/fine', '--db', `${cwd}-db`).ended).code).toBe(0);
  alive.kill();
  expect(
    readdirSync(temporary)
      .map((name) => join(temporary, name))
      .sort(),
  ).toEqual(kept.sort());
  for (const folder of kept) rmSync(folder, { recursive: true });
  expect(readdirSync(cwd)).toEqual([]);
});

test('a lack of space for temporary files is reported as such', async ({ folder }) => {
  const TMPDIR = join(folder, 'none');
  const { code, stderr } = await start(['crawl', '--url', 'http://a.test/', '--db', join(folder, 'x.sqlite')], {
    env: { TMPDIR },
  }).ended;
  expect({ code, stderr }).toEqual({
    code: 4,
    stderr: expect.stringMatching(/^forager: can't write temporary files: ENOENT.*; set TMPDIR to another folder\n$/),
  });
});
