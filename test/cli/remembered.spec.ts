import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { rememberedKeys } from '../../src/cli/options/saved-options.ts';
import { crawlVerb } from '../../src/cli/verbs/crawl/crawl.ts';
import { recrawlVerb } from '../../src/cli/verbs/crawl/recrawl.ts';
import { scheduleVerb } from '../../src/cli/verbs/crawl/schedule.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { test } from '../frontier/world.ts';
import { html, site } from '../site/site.ts';
import { forager } from './forager.ts';

test('a recrawl run keeps options on how pages are reached and read, and no others', () => {
  const crawl = rememberedKeys(crawlVerb.options);
  for (const { options } of [recrawlVerb, scheduleVerb]) {
    const kept = rememberedKeys(options);
    expect(kept).toEqual(rememberedKeys(recrawlVerb.options));
    expect(kept.filter((key) => !crawl.includes(key))).toEqual([]);
    for (const key of ['delay', 'cookies', 'workers', 'seed']) expect(kept).toContain(key);
    for (const key of ['pageLimit', 'budgetBy', 'headed']) expect(kept).not.toContain(key);
  }
});

const dryRun = z.object({ asBefore: z.record(z.string(), z.unknown()) });

/** A web of four pages, its requests, and crawls of it by the command line. */
const withWeb = test.extend<{ web: { paths: string[]; run: (...args: string[]) => ReturnType<typeof forager> } }>({
  web: async ({ file }, use) => {
    const paths: string[] = [];
    const portal = site('small.test', {
      '/': html('<a href=/a>a</a><a href=/b>b</a><a href=/x/1>x</a>'),
      '/a': html('a'),
      '/b': html('b'),
      '/x/1': html('x'),
    });
    const answer = (request: Parameters<typeof portal.answer>[0]) => {
      paths.push(`${request.path}${request.headers.cookie ? ` ${request.headers.cookie}` : ''}`);
      return portal.answer(request);
    };
    const server = await serveDemo({ portals: [{ ...portal, answer }] });
    const common = ['--db', file, '--json', '--host-rules', server.hostRules];
    const run = (verb = '', ...args: string[]) =>
      forager([verb, ...args, ...(verb === 'status' ? ['--db', file] : common)]);
    await use({ paths, run });
    await server.close();
  },
});

withWeb('a crawl keeps its options, prints them, and names changed ones', async ({ web, folder }) => {
  const cookies = join(folder, 'cookies.txt');
  writeFileSync(cookies, 'small.test\tFALSE\t/\tFALSE\t0\tsession\tabc\n');
  const asked = ['--exclude', '/x/**', '--delay', '0.01', '--render', 'http', '--cookies', cookies, '--no-robots'];
  const first = await web.run('crawl', '--url', 'http://small.test/', ...asked, '--page-limit', '1', '--workers', '2');
  expect(first).toMatchObject({ code: 0 });
  expect(first.stderr).not.toContain('resuming with');

  const before = await web.run('crawl', '--dry-run');
  expect(JSON.parse(before.stdout)).toMatchObject({
    ...{ delay: 10, exclude: ['/x/**'], robots: false, render: 'http', pageLimit: 1, cookies },
    asBefore: { delay: '0.01', exclude: ['/x/**'], cookies },
  });
  const spent = await web.run('crawl');
  expect(JSON.parse(spent.stdout)).toMatchObject({ pages: 1, stopped: 'page-limit' });
  expect(spent.stderr).toContain('page limit 1 reached; raise --page-limit to continue');

  const more = await web.run('crawl', '--no-page-limit', '--workers', '4', '--depth', '3');
  expect(more).toMatchObject({ code: 0 });
  expect(JSON.parse(more.stdout)).toMatchObject({ pages: 3, stopped: 'done', pageLimit: null });
  const line = /resuming with .*/.exec(more.stderr)?.[0];
  for (const part of [`--exclude '/x/**'`, '--delay 0.01', '--render http', `--cookies ${cookies}`, '--no-robots'])
    expect(line?.split(' (as before); ')[0]).toContain(part);
  expect(line?.split(' (as before); ')[1]).toBe('without --page-limit 1; --workers 4 instead of 2; --depth 3 (new)');
  expect(web.paths).toEqual(['/', '/a', '/b'].map((path) => `${path} session=abc`));

  const opened = await web.run('crawl', '--no-exclude', '--no-cookies', '--robots');
  expect(opened.stderr).toContain(`without --exclude '/x/**'; without --cookies ${cookies}; --robots instead of`);
  expect(web.paths.slice(3)).toEqual(['/robots.txt', '/x/1']);
  const planned = await web.run('crawl', '--dry-run');
  const { asBefore } = dryRun.parse(JSON.parse(planned.stdout));
  expect(Object.keys(asBefore).sort()).toEqual(['delay', 'depth', 'render', 'workers']);
});

withWeb('a recrawl run keeps the options of the crawl, and later the crawl its own', async ({ web }) => {
  await web.run('crawl', '--url', 'http://small.test/', '--render', 'http', '--exclude', '/x/**', '--page-limit', '9');
  const recrawl = await web.run('recrawl', '--page-limit', '5', '--delay', '0.02');
  expect(JSON.parse(recrawl.stdout)).toMatchObject({ revisits: 3, unchanged: 3 });
  expect(recrawl.stderr).toContain('resuming with --render http (as before); --delay 0.02 (new)');
  const plan = await web.run('recrawl', '--page-limit', '5', '--dry-run');
  expect(JSON.parse(plan.stdout).asBefore).toMatchObject({ render: 'http', delay: '0.02' });
  const crawl = await web.run('crawl', '--dry-run');
  expect(JSON.parse(crawl.stdout)).toMatchObject({ pageLimit: 9, exclude: ['/x/**'], delay: 20, render: 'http' });
});

withWeb(
  'the command line takes precedence over the config file, and that over remembered options',
  async ({ web, folder }) => {
    await web.run(
      'crawl',
      '--url',
      'http://small.test/',
      '--render',
      'http',
      '--depth',
      '1',
      '--workers',
      '3',
      '--seed',
      '7',
    );
    const config = join(folder, 'forager.yaml');
    writeFileSync(config, 'depth: 2\nworkers: 5\nseed: false\nrobots: false\n');
    const planned = await web.run('crawl', '--dry-run', '--config', config, '--workers', '6');
    expect(JSON.parse(planned.stdout)).toMatchObject({ depth: 2, workers: 6, seed: 1, robots: false, render: 'http' });
  },
);

withWeb('missing session files, and a proxy whose password is not stored', async ({ web, file, folder }) => {
  const cookies = join(folder, 'cookies.txt');
  writeFileSync(cookies, '');
  const run = ['--url', 'http://small.test/', '--render', 'http'];
  expect((await web.run('crawl', ...run, '--cookies', cookies)).stderr).toContain('holds no cookies');
  const db = new Database(file);
  db.prepare(`update runs set config = json_set(config, '$.asked.cookies', ?)`).run('/no/cookies.txt');
  db.close();
  expect(await web.run('crawl')).toMatchObject({
    code: 4,
    stderr:
      'forager: --cookies: no file /no/cookies.txt, which the last run used: give another file, or --no-cookies\n',
  });

  const proxy = 'http://anna:secret@127.0.0.1:9';
  await web.run('crawl', '--no-cookies', '--proxy', proxy, '--time-limit', '1');
  const again = await web.run('crawl');
  expect(again.code).toBe(4);
  expect(again.stderr).toMatch(
    /^forager: --proxy http:\/\/127\.0\.0\.1:9 needs a name and password, which are not stored/,
  );
  const look = new Database(file, { readonly: true });
  expect(JSON.stringify(look.prepare('select * from runs').all())).not.toMatch(/secret|anna/);
  look.close();
  const without = await web.run('crawl', '--no-proxy');
  expect(without.code).toBe(0);
  expect(without.stderr).toContain('without --proxy http://127.0.0.1:9');
});

withWeb('a database of an older Forager supplies its options', async ({ web, file }) => {
  await web.run('crawl', '--url', 'http://small.test/', '--render', 'http', '--page-limit', '2');
  const db = new Database(file);
  db.prepare(
    `update runs set config = json_set(json_remove(config, '$.asked'), '$.delay', 30, '$.timeLimit', 90000)`,
  ).run();
  db.close();
  const planned = await web.run('crawl', '--dry-run');
  expect(JSON.parse(planned.stdout)).toMatchObject({ delay: 30, timeLimit: 90_000, pageLimit: 2, render: 'http' });
  expect(dryRun.parse(JSON.parse(planned.stdout)).asBefore).toEqual({
    delay: 0.03,
    timeLimit: 90,
    pageLimit: 2,
    render: 'http',
  });
});
