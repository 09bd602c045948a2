import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import { type Display, startDisplay } from '../capture/display.ts';
import { test as base } from '../frontier/world.ts';
import { oddSites } from '../site/sites.ts';
import { forager, hasTerminal, NO_TERMINAL, onTerminal, start } from './forager.ts';

const test = base.extend<object, { server: DemoServer; display: Display | undefined }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const server = await serveDemo({ portals: oddSites });
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const display = await startDisplay();
      await use(display);
      display?.close();
    },
    { scope: 'worker' },
  ],
});

const NO_XVFB = 'Xvfb is not installed: apt-get install xvfb';
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((done) => setTimeout(done, 20));
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`the window stays open until ${signal}: exit code 0`, async ({ server, display, folder }) => {
    test.skip(display === undefined, NO_XVFB);
    const screenshot = join(folder, 'page.png');
    const args = ['debug', 'http://drawn.test/', '--host-rules', server.hostRules, '--screenshot', screenshot];
    const { child, stderr, ended } = start([...args, '--devtools'], { env: { DISPLAY: display?.name ?? '' } });
    await until(() => stderr().includes('stays open'));
    expect(existsSync(screenshot)).toBe(true);
    child.kill(signal);
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^http:\/\/drawn\.test\/ \(HTTP 200\): A page\n/);
    expect(stdout).toMatch(/^ *3 {2}bad \(javascript\) {2}a +dom +Bad +javascript:void 0$/m);
    expect(stdout).toMatch(/ internal +a +dom +In +http:\/\/drawn\.test\/in\n +frame: http:\/\/drawn\.test\/frame$/m);
    expect(stdout).toMatch(
      /\nlinks: 7 internal, 5 external, 1 bad; resources: 0\nshown in the picture: \d+; hidden: \d+; found only after clicking: 0\ntechnique dom: 11 links in [\d.]+ ms\n/,
    );
  });
}

test('Enter closes the window, on a terminal', async ({ server, display }) => {
  test.skip(display === undefined, NO_XVFB);
  test.skip(!hasTerminal, NO_TERMINAL);
  const args = ['debug', 'http://drawn.test/frame', '--host-rules', server.hostRules];
  const { child, stdout, ended } = onTerminal(args, { DISPLAY: display?.name ?? '' });
  await until(() => stdout().includes('until Ctrl-C or Enter'));
  child.stdin?.write('\n');
  expect(await ended).toMatchObject({ code: 0 });
});

test('--headless --json: one document, and the end', async ({ server }) => {
  const args = ['debug', 'http://drawn.test/', '--headless', '--json', '--host-rules', server.hostRules];
  const { code, stdout, stderr } = await forager([...args, '--scope', 'domain'], '', { DISPLAY: '' });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const report: unknown = JSON.parse(stdout);
  expect(report).toMatchObject({
    url: 'http://drawn.test/',
    landed: 'http://drawn.test/',
    httpStatus: 200,
    title: 'A page',
    limits: [],
    why: null,
    timeline: [],
    plainLinks: 11,
    techniques: expect.arrayContaining([
      { name: 'dom', links: 11, milliseconds: expect.any(Number) },
      { name: 'frame', links: 2, milliseconds: expect.any(Number) },
    ]),
  });
  expect(report).toMatchObject({
    links: expect.arrayContaining([
      expect.objectContaining({ kind: 'bad', reason: 'javascript', element: 'a', frame: '', technique: 'dom' }),
      expect.objectContaining({ kind: 'internal', url: 'http://drawn.test/in', frame: 'http://drawn.test/frame' }),
    ]),
  });
});

test('an unreadable page: the reason, exit code 9, and the requests made', async ({ server, folder }) => {
  const har = join(folder, 'page.har');
  const url = 'http://failures.test/404';
  const ended = await forager(['debug', url, '--headless', '--host-rules', server.hostRules, '--har', har]);
  expect(ended).toMatchObject({ code: 9, stderr: `forager: ${url}: HTTP 404\n` });
  expect(ended.stdout).toMatch(
    /^No links: the server has no such page \(HTTP 404\)\.\n +\d+ ms {2}error answer: HTTP 404 \(GET http:\S+\)\nlinks without a browser: not loaded; in the browser: not loaded\n$/,
  );
  expect(JSON.parse(readFileSync(har, 'utf8'))).toMatchObject({ log: { entries: [{ response: { status: 404 } }] } });
});

test('a page without links: the reason first, failures, and no control characters', async ({ server }) => {
  const debug = (path: string, ...more: string[]) =>
    forager(['debug', `http://linkless.test${path}`, '--headless', '--host-rules', server.hostRules, ...more]);
  const thrown = await debug('/thrown-text');
  expect(thrown.code).toBe(0);
  expect(thrown.stdout).toMatch(
    /^No links: a script of the page failed: a text of two lines \(http:\S+, line 1\)\.\nhttp:\S+ \(HTTP 200\): A page\n +\d+ ms {2}script error: a text of two lines \(http:\S+:1\)\nlinks without a browser: 0; in the browser: 0\nlinks: 0 internal/,
  );
  expect(thrown.stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  const many = await debug('/many-errors');
  expect(many.stdout.match(/ ms {2}script error: /g)).toHaveLength(29);
  expect(many.stdout).toMatch(/\n… and 71 more\n/);
  const failed = await debug('/500', '--json');
  expect(failed).toMatchObject({ code: 9, stderr: 'forager: http://linkless.test/500: HTTP 500\n' });
  expect(JSON.parse(failed.stdout)).toEqual({
    url: 'http://linkless.test/500',
    error: 'HTTP 500',
    why: 'No links: the server failed (HTTP 500).',
    timeline: [expect.objectContaining({ kind: 'error answer', text: 'HTTP 500', type: 'document' })],
    plainLinks: null,
  });
});

test('robots.txt forbids a page: the reason, though it has links', async ({ server }) => {
  const args = ['debug', 'http://linkless.test/forbidden', '--headless', '--json', '--host-rules', server.hostRules];
  expect(JSON.parse((await forager(args)).stdout)).toMatchObject({
    why: 'A crawl does not read this page: robots.txt of linkless.test forbids it.',
    timeline: [],
    plainLinks: 1,
  });
});

test('a picture that cannot be saved is reported before the page is requested: exit code 4', async ({ folder }) => {
  for (const option of ['--screenshot', '--trace', '--har'] as const) {
    const place = join(folder, 'none', 'x');
    expect(await forager(['debug', 'http://nowhere.invalid/', '--headless', option, place])).toEqual({
      code: 4,
      stdout: '',
      stderr: `forager: can't write ${place}: its folder does not exist, or you may not write to it\n`,
    });
  }
});

test('a signal before the page was read: exit code 11', async () => {
  const silent = createServer();
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = z.object({ port: z.number() }).parse(silent.address());
  const asked = new Promise((done) => silent.once('request', done));
  const { child, ended } = start(['debug', `http://127.0.0.1:${port}/`, '--headless']);
  await asked;
  child.kill('SIGINT');
  expect(await ended).toEqual({ code: 11, stdout: '', stderr: '' });
  silent.closeAllConnections();
  silent.close();
});

test('private hosts are requested only if named, or with --allow-private', async () => {
  const asked: string[] = [];
  const page = createServer(({ url = '' }, response) => {
    asked.push(url);
    if (url === '/away') return response.writeHead(302, { location: `http://localhost:${port}/` }).end();
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<title>A page</title>');
  });
  await new Promise<void>((done) => page.listen(0, done));
  const { port } = z.object({ port: z.number() }).parse(page.address());
  const debug = (path: string, ...more: string[]) =>
    forager(['debug', `http://127.0.0.1:${port}${path}`, '--headless', ...more]);
  expect(await debug('/')).toMatchObject({ code: 0 });
  asked.splice(0);
  expect(await debug('/away')).toMatchObject({ code: 9, stderr: expect.stringContaining('--allow-private allows it') });
  expect(asked).toEqual(['/away']);
  expect(await debug('/away', '--allow-private')).toMatchObject({ code: 0 });
  page.close();
});

test('a page that leads off the site', async ({ server }) => {
  const { code, stdout } = await forager([
    'debug',
    'http://redirects.test/chain',
    '--headless',
    '--host-rules',
    server.hostRules,
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/redirected from: http:\/\/redirects\.test\/chain\noutside the site: a crawl lists/);
});

test('page content does not control the terminal', async ({ server }) => {
  const { stdout } = await forager([
    'debug',
    'http://drawn.test/steering',
    '--headless',
    '--host-rules',
    server.hostRules,
  ]);
  expect(stdout).toMatch(/ red back /);
  expect(stdout).toMatch(/ two lines /);
  expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
});

test('mistakes are one line', async () => {
  const noDisplay = { DISPLAY: '', WAYLAND_DISPLAY: '' };
  for (const [args, line] of [
    [['http://a.test/'], /^forager: a window needs a display, .* or headless\n$/],
    [['http://a.test/', '--headless', '--devtools'], /^forager: --devtools and --headless do not work together\n$/],
    [['nonsense'], /^forager: URL: "nonsense" is not an http\(s\) address\n$/],
    [[], /^forager: missing required argument 'URL'\n$/],
    [['http://a.test/', '--slow-mo', '60000'], /^forager: --slow-mo must be between 0 and 10000\n$/],
  ] as const) {
    const ended = await forager(['debug', ...args], '', noDisplay);
    expect(ended).toMatchObject({ code: 4, stdout: '', stderr: expect.stringMatching(line) });
  }
});

test('crawl --trace-on-failure: a trace of each failing page only', async ({ server, folder }) => {
  const traces = join(folder, 'traces');
  const common = ['--host-rules', server.hostRules, '--trace-on-failure', traces];
  const dead = ['crawl', '--url', 'http://failures.test/404', '--db', join(folder, 'dead.sqlite'), ...common];
  expect((await forager(dead)).code).toBe(9);
  expect(readdirSync(traces)).toEqual([expect.stringMatching(/-failures\.test-404\.zip$/)]);
  const good = ['crawl', '--url', 'http://drawn.test/frame', '--depth', '0', '--db', join(folder, 'good.sqlite')];
  expect((await forager([...good, ...common, '--slow-mo', '10'])).code).toBe(0);
  expect(readdirSync(traces)).toHaveLength(1);
});
