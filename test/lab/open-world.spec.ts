import { mkdirSync, writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import type { Need } from '../../src/domain/rule-factory.ts';
import { openWorld } from '../../src/lab/open-world.ts';
import { replay } from '../../src/lab/replay.ts';
import { claimOf, crawlAll, newSite, open, page as readPage, test } from '../frontier/world.ts';
import { jsonl, page } from './web-file.ts';

const A = 'http://a.test/';
const NOTHING: ReadonlySet<Need> = new Set();

test('a database is replayed with its redirects, failures, files and unvisited links', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  await crawlAll(frontier, {
    [A]: ['/b', '/gone', '/c', 'http://x.org/'],
    [`${A}b`]: ['/d', 'http://y.org/'],
    [`${A}c`]: ['http://x.org/'],
  });
  store.connection.prepare("delete from visits where link = (select id from internal_links where url = '/d')").run();
  await store.close();
  const world = await openWorld([file], undefined);
  expect(world.of(1).sites).toMatchObject([{ url: A, scope: 'host' }]);
  const visits: string[] = [];
  const { curve } = await replay(
    world.of(1),
    { strategy: 'beebot', params: {} },
    {
      pageLimit: 100,
      workers: 1,
      seed: 1,
      onVisit: ({ claim, completed }) => visits.push(`${claim.url} ${completed.outcome}`),
    },
  );
  expect(visits, '/d was known and never visited').toEqual([
    `${A} page`,
    `${A}b page`,
    `${A}gone failed`,
    `${A}c page`,
  ]);
  expect([...curve]).toEqual([0, 1, 2, 2, 2]);
});

test('a folder is a set of recordings; many files are named by number, or as the user says', async ({ folder }) => {
  for (const name of ['e', 'b', 'a', 'd', 'c']) writeFileSync(`${folder}/${name}.jsonl`, jsonl(name, page('/')));
  writeFileSync(`${folder}/README.md`, 'Webs.');
  writeFileSync(`${folder}/package.json`, '{}');
  const all = await openWorld([folder], undefined);
  expect(all.name).toBe('5 webs');
  expect(all.of(1).sites.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect((await openWorld([folder], undefined, 'portals')).of(1).name).toBe('portals');
  mkdirSync(`${folder}/empty`);
  await expect(openWorld([`${folder}/empty`], undefined)).rejects.toThrow('no recording in');
});

test('a recording of several hosts reports that only one is reached, unless it is split', async ({ folder }) => {
  const file = `${folder}/uni.jsonl`;
  const others = ['http://math.uni.test/', 'http://www.physics.uni.test/', 'http://physics.uni.test/staff'];
  writeFileSync(file, jsonl('uni', page('/', ...others), ...others.map((url) => ({ url, level: 1 }))));
  expect((await openWorld([file], undefined)).notes(NOTHING)).toEqual([
    'uni: 3 of 4 recorded pages, on 2 other hosts, are not reached from http://uni.test/: --split host makes a site of each host',
  ]);
  expect((await openWorld([file], 'host')).notes(NOTHING)).toEqual([]);
});

test('strategies that read whole pages are warned of missing texts', async ({ file, folder }) => {
  const needs = new Set<Need>(['topic', 'page-text']);
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  for (const text of [['A first text.', 'In two blocks.'], ['Another one.'], undefined]) {
    const claim = await claimOf(frontier, 1);
    if (!claim) throw new Error('nothing waits');
    await frontier.completeVisit(claim, { ...readPage(claim, ['/b', '/c']), ...(text && { text }) }, 1);
  }
  await store.close();
  const part = await openWorld([file], undefined);
  expect(part.notes(needs)).toEqual([expect.stringMatching(/^the whole text of 1 of 3 recorded pages was not kept: /)]);
  expect(part.notes(NOTHING)).toEqual([]);

  const beginnings = `${folder}/uni.jsonl`;
  writeFileSync(beginnings, jsonl('uni', page('/', '/b'), { ...page('/b'), text: 'A beginning' }));
  const none = await openWorld([beginnings], undefined);
  expect(none.notes(needs)).toEqual([expect.stringMatching(/^the whole text of 2 of 2 recorded pages was not kept: /)]);

  const spec = `${folder}/made.yaml`;
  writeFileSync(spec, 'sites:\n  - { url: "http://s.test/", kind: institute, pages: 3, links: 2 }\n');
  const made = await openWorld([spec], undefined);
  expect(made.notes(needs)).toEqual([expect.stringContaining('have no text')]);
  expect(made.notes(NOTHING)).toEqual([]);
});

test('link features missing in a recording are reported to orders that need them', async ({ folder }) => {
  const file = `${folder}/uni.jsonl`;
  writeFileSync(file, jsonl('uni', page('/', '/b'), page('/b')));
  const bare = await openWorld([file], undefined);
  expect(bare.notes(new Set<Need>(['tag-paths']))).toEqual([expect.stringMatching(/^uni: tag paths of links/)]);
  expect(bare.notes(new Set<Need>(['contexts']))).toEqual([expect.stringMatching(/^uni: the text around links/)]);
  expect(bare.notes(NOTHING)).toEqual([]);

  const { frontier, store } = await open(`${folder}/a.sqlite`);
  await frontier.addSites([newSite('http://a.test/')], 0);
  const claim = await claimOf(frontier, 1);
  if (!claim) throw new Error('nothing waits');
  await frontier.completeVisit(claim, readPage(claim, [{ raw: '/b', tagPath: 'html body a', context: 'near it' }]), 1);
  await store.close();
  const whole = await openWorld([`${folder}/a.sqlite`], undefined);
  expect(whole.notes(new Set<Need>(['tag-paths', 'contexts']))).toEqual([]);
});

test('several files are one set of sites', async ({ folder }) => {
  const [one, two] = [`${folder}/one.jsonl`, `${folder}/two.jsonl`];
  writeFileSync(one, jsonl('one', page('/', 'http://x.org/')));
  writeFileSync(two, jsonl('two', page('/', 'http://x.org/', 'http://y.org/')));
  const world = await openWorld([one, two], undefined);
  expect(world.name).toBe('one + two');
  const { curve } = await replay(
    world.of(1),
    { strategy: 'beebot', params: {} },
    { pageLimit: 9, workers: 1, seed: 1 },
  );
  expect([...curve], 'a link counts for each site').toEqual([0, 1, 3]);
  await expect(openWorld([one, one], undefined)).rejects.toThrow('http://one.test/ is in two files');
});

test('a site is split by host, and by its top-level folders', async ({ folder }) => {
  const file = `${folder}/web.jsonl`;
  const pages = [
    page('/', '/math/', '/bio/index.html', 'http://x.org/'),
    page('/math/', '/math/a', '/bio/'),
    page('/math/a', 'http://x.org/'),
    page('/bio/index.html', '/'),
    page('/deep/er/only', 'http://z.org/'),
  ];
  writeFileSync(file, jsonl('uni', ...pages));
  const split = (await openWorld([file], 'prefix')).of(1);
  expect(split.sites.map(({ url, scope, name }) => [url, scope, name])).toEqual([
    ['http://uni.test/', 'host', 'uni.test/'],
    ['http://uni.test/math/', 'prefix', 'uni.test/math/'],
    ['http://uni.test/bio/index.html', 'prefix', 'uni.test/bio/'],
  ]);
  const found: string[] = [];
  await replay(
    split,
    { strategy: 'beebot-sequential', params: {} },
    {
      pageLimit: 99,
      workers: 1,
      seed: 1,
      onVisit: ({ claim, completed }) => found.push(`${new URL(claim.url).pathname} ${completed.reward}`),
    },
  );
  expect(found, 'a folder links to another: external').toEqual(['/ 1', '/math/ 1', '/math/a 1', '/bio/index.html 1']);
  const hosts = [
    page('http://www.uni.test/', 'http://lab.uni.test/'),
    page('http://lab.uni.test/', 'http://uni.test/'),
  ];
  writeFileSync(file, jsonl('uni', ...hosts));
  expect((await openWorld([file], 'host')).of(1).sites.map(({ name }) => name)).toEqual(['uni.test', 'lab.uni.test']);
});

test('a file that cannot be opened is one line', async ({ file, folder }) => {
  await expect(openWorld([`${folder}/none`], undefined)).rejects.toThrow('no file');
  writeFileSync(`${folder}/text`, 'hello, this is no database at all, whatever it may say of itself');
  await expect(openWorld([`${folder}/text`], undefined)).rejects.toThrow('is not a Forager database');
  const { store } = await open(file);
  await store.close();
  await expect(openWorld([file], undefined)).rejects.toThrow('nothing recorded yet');
  writeFileSync(`${folder}/web.yaml`, 'sites: 3');
  await expect(openWorld([`${folder}/web.yaml`], undefined)).rejects.toThrow(/web\.yaml: sites/);
  await expect(openWorld([`${folder}/web.yaml`, file], undefined)).rejects.toThrow("can't be combined with others");
});
