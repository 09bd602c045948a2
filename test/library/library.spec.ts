import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { crawl } from '../../src/library/library.ts';
import { givenOptions } from '../../src/library/library-options.ts';
import { test } from '../crawl/demo-web.ts';

const root = join(import.meta.dirname, '..', '..');

/** Output of a program. The demo web keeps answering meanwhile. */
const run = async ([program = '', ...args]: readonly string[], cwd: string): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd, encoding: 'utf8' })).stdout;

const SCRIPT = `
import { BadInput, crawl, type CrawlEvent, type CrawlRun, type Summary } from 'forager';

const [db = '', hostRules = '', ...sites] = process.argv.slice(2);
const events: CrawlEvent[] = [];
const session: CrawlRun = await crawl({ db, hostRules, sites, pageLimit: 20, render: 'http' }, (event) => {
  events.push(event);
});
const { done, run } = session;
const summary: Summary = await done;
const wrong = await crawl({ db, pageLimit: 0 }).catch((error: unknown) => (error instanceof BadInput ? error.message : ''));
console.log(JSON.stringify({ run, pages: summary.pages, failed: summary.failed, events, wrong }));
`;

/** Packs Forager and installs it in a folder, with its dependencies as npm installed them here, and nothing else. */
async function install(folder: string): Promise<void> {
  const [name = ''] = (await run(['npm', 'pack', '--silent', '--pack-destination', folder], root)).split('\n');
  const forager = join(folder, 'node_modules', 'forager');
  mkdirSync(forager, { recursive: true });
  await run(['tar', 'xzf', join(folder, name), '--strip-components=1', '-C', forager], folder);
  const { packages } = lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const places = Object.entries(packages).flatMap(([place, { dev }]) => (dev ? [] : place));
  for (const place of places.filter((one) => one.lastIndexOf('node_modules') === 0 && existsSync(join(root, one)))) {
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    symlinkSync(join(root, place), join(folder, place));
  }
}

const lock = z.object({ packages: z.record(z.string(), z.object({ dev: z.boolean().default(false) })) });

test('the packed library is imported, crawls, and has types that compile where only it is installed', async ({
  folder,
  web,
}) => {
  test.slow();
  await install(folder);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'own.ts'), SCRIPT);
  const options = [
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--types',
    'node',
  ];
  await run(
    [process.execPath, join(root, 'node_modules', 'typescript', 'bin', 'tsc'), ...options, '--lib', 'es2023', 'own.ts'],
    folder,
  );

  const sites = web.sites('chem', 'hist').map(({ url }) => url);
  const printed = await run(
    [process.execPath, 'own.js', join(folder, 'own.sqlite'), web.server.hostRules, ...sites],
    folder,
  );
  const { events, ...told } = JSON.parse(printed);
  expect(told).toEqual({
    run: 1,
    pages: expect.any(Number),
    failed: expect.any(Number),
    wrong: 'pageLimit: must be at least 1',
  });
  expect(told.pages + told.failed).toBe(20);
  const types = events.map(({ type }: { type: string }) => type);
  expect(
    events.filter(
      ({ type, willRetry = false }: { type: string; willRetry?: boolean }) =>
        ['visited', 'failed'].includes(type) && !willRetry,
    ),
  ).toHaveLength(20);
  expect([types[0], types.at(-1)]).toEqual(['started', 'ended']);
});

test('a program whose watcher throws at the start gets the error, and ends', async ({ folder, web }) => {
  const [site] = web.sites('chem');
  const library = pathToFileURL(join(root, 'dist', 'src', 'library', 'library.js')).href;
  const options = { db: join(folder, 'x.sqlite'), sites: [site?.url], render: 'http', hostRules: web.server.hostRules };
  const program = `
    import { crawl } from '${library}';
    const session = await crawl(${JSON.stringify(options)}, () => { throw new Error('mine'); });
    console.log(await session.done.catch(({ message }) => message));
  `;
  const args = ['--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
  expect(stdout).toBe('mine\n');
});

test('bad options are one line that names the first', async ({ folder }) => {
  const db = join(folder, 'x.sqlite');
  const of = async (options: object) =>
    await crawl({ db, sites: ['http://a.test/'], ...options }).then(
      () => 'no error',
      (error: Error) => `${error.constructor.name}: ${error.message}`,
    );
  expect(await of({ pageLimit: 1.5 })).toBe('BadInput: pageLimit: must be a whole number');
  expect(await of({ timeLimit: 0 })).toBe('BadInput: timeLimit: must be more than 0');
  expect(await of({ contact: 'foo' })).toBe(
    'BadInput: contact: must be a web or mail address, such as mailto:me@example.edu',
  );
  expect(await of({ pagelimit: 5 })).toBe('BadInput: options: Unrecognized key: "pagelimit"');
  expect(await of({ db: '' })).toBe('BadInput: db: must not be empty');
  expect(await of({ sites: ['ftp://a.test/'] })).toBe('BadInput: sites.0: "ftp://a.test/" is not an http(s) address');
  expect(await of({ sites: [{ url: 'http://a.test/', kind: 'school' }] })).toMatch(/^BadInput: sites\.0/);
  expect(await of({ sites: [] })).toBe('BadInput: sites: at least one is required');
  expect(await of({ render: 'lynx' })).toBe('BadInput: render: must be one of browser, http, adaptive');
  expect(await of({ strategy: 'beebott' })).toMatch(/^BadInput: .*beebot/);
  expect(await of({ strategy: 'topic', topic: 'course' })).toMatch(/^BadInput: .*did you mean "courses"/);
});

test('a run reports its progress, and ends when stopped', async ({ folder, web }) => {
  const sites = web.sites('phys').map(({ url }) => url);
  const session = await crawl({ db: join(folder, 'x.sqlite'), sites, render: 'http', hostRules: web.server.hostRules });
  expect(session.progress()).toMatchObject({ pages: 0, sites: 1 });
  const seen: string[] = [];
  const leave = session.watch(({ type }) => {
    seen.push(type);
    if (type !== 'visited') return;
    leave();
    session.stop();
  });
  const { stopped, pages, failed, run } = await session.done;
  expect({ stopped, run }).toEqual({ stopped: 'interrupted', run: session.run });
  expect(session.progress().pages).toBe(pages + failed);
  expect(seen.filter((type) => type === 'visited')).toEqual(['visited']);
  expect(seen).not.toContain('ended');
});

test('parameters of every member, and the random seed of an order', async ({ folder, web }) => {
  const sites = web.sites('phys').map(({ url }) => url);
  let runs = 0;
  const visited = async (seed: number, others: object = {}) => {
    const urls: string[] = [];
    const options = {
      sites,
      render: 'http',
      hostRules: web.server.hostRules,
      pageLimit: 12,
      workers: 1,
      seed,
    } as const;
    const asked = { ...options, linkOrder: 'random', ...others, db: join(folder, `${++runs}.sqlite`) };
    const session = await crawl(asked, (event) => event.type === 'visited' && urls.push(event.url));
    const { strategy } = await session.done;
    return { urls, strategy };
  };
  const { urls: first } = await visited(1);
  expect((await visited(1)).urls).toEqual(first);
  expect((await visited(2)).urls).not.toEqual(first);
  const rewardParams = { weights: 'documents=2' };
  const { strategy } = await visited(1, {
    reward: 'mix',
    rewardParams,
    linkOrder: 'link-group',
    linkOrderParams: { c: 2 },
  });
  expect(strategy).toMatchObject({ rewardParams, linkOrderParams: { c: 2, k: 2 } });
});

test('docs/library.md: every option, and no others', () => {
  const [, table = ''] = readFileSync(join(root, 'docs', 'library.md'), 'utf8').split('## Options');
  const named = [...table.matchAll(/^\|(`.*?)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual(Object.keys(givenOptions.shape).sort());
});
