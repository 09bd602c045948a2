import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { z } from 'zod';
import type { Store } from '../../src/storage/open.ts';
import { crawlAll, newSite, open, test } from '../frontier/world.ts';
import { forager } from './forager.ts';

const ranked = z.object({ rank: z.number(), weight: z.number(), url: z.string(), site: z.string().nullable() });
const output = z.object({ authorities: z.array(ranked), hubs: z.array(ranked) });

/**
 * Pages /h1 to /h3 of a.test link to the authority b.test/good, a page of another crawled site, two of them to x.test/,
 * which is not crawled; menus of a.test link its pages to each other.
 */
async function crawl(file: string): Promise<void> {
  const menu = ['/', '/h1', '/h2', '/h3', '/menu'];
  const web = {
    'http://a.test/': [...menu],
    'http://a.test/h1': [...menu, 'http://b.test/good', 'http://x.test/'],
    'http://a.test/h2': [...menu, 'http://b.test/good', 'http://x.test/', 'http://b.test/good#again'],
    'http://a.test/h3': [...menu, 'http://b.test/good'],
    'http://a.test/menu': [...menu],
    'http://b.test/': ['/good', '/gone'],
    'http://b.test/good': [],
  };
  const { frontier, store } = await open(file);
  await frontier.addSites(
    ['http://a.test/', 'http://b.test/'].map((url) => newSite(url)),
    0,
  );
  await crawlAll(frontier, web);
  await store.close();
}

test('forager rank: authorities and hubs over the sites of a crawl, and what they link to', async ({ file }) => {
  await crawl(file);
  const args = ['rank', '--db', file];
  const across = output.parse(JSON.parse((await forager([...args, '--within-site', '0', '--json'])).stdout));
  expect(across.authorities.map(({ url, site }) => [url, site])).toEqual([
    ['http://b.test/good', 'http://b.test/'],
    ['http://x.test/', null],
  ]);
  // The links are h1, h2, h3 -> good and h1, h2 -> x: the greatest eigenvalue of A'A = [[3, 2], [2, 2]] is (5 + sqrt 17) / 2.
  const [good, other] = across.authorities;
  expect((good?.weight ?? 0) / (other?.weight ?? 0)).toBeCloseTo((1 + Math.sqrt(17)) / 4, 6);
  expect(across.hubs.map(({ url }) => url)).toEqual(['http://a.test/h1', 'http://a.test/h2', 'http://a.test/h3']);

  const all = output.parse(JSON.parse((await forager([...args, '--json'])).stdout));
  expect(
    all.authorities.slice(0, 5).map(({ url }) => new URL(url).host),
    'menus are dense',
  ).toEqual(Array.from({ length: 5 }, () => 'a.test'));
  expect(all.authorities.map(({ rank }) => rank)).toEqual(all.authorities.map((_, at) => at + 1));

  const shared = output.parse(JSON.parse((await forager([...args, '--share-by-site', '--json'])).stdout));
  expect(shared.authorities[0]?.weight).toBeGreaterThan(0);
  expect((await forager([...args, '--top', '1'])).stdout).toMatch(/^authorities:\n[\s\S]*^hubs:\n/m);
});

test('forager rank writes CSV, JSON lines, and a run that evaluate reads', async ({ file, folder }) => {
  await crawl(file);
  const args = ['rank', '--db', file, '--within-site', '0', '--top', '2'];
  const csv = (await forager([...args, '--format', 'csv'])).stdout.split('\r\n');
  expect(csv[0]).toBe('list,rank,weight,url,site,kind,title');
  expect(csv[1]).toMatch(/^authorities,1,0\.\d+,http:\/\/b\.test\/good,http:\/\/b\.test\/,internal,$/);
  expect(csv[2]).toMatch(/^authorities,2,0\.\d+,http:\/\/x\.test\/,,external,$/);
  const lines = (await forager([...args, '--format', 'jsonl'])).stdout.trim().split('\n');
  expect(lines.map((line) => z.looseObject({ list: z.string() }).parse(JSON.parse(line)).list)).toEqual([
    ...['authorities', 'authorities', 'hubs', 'hubs'],
  ]);
  const run = ['--format', 'run', '--topic', 'course', '--out', `${folder}/mine.run`];
  expect(await forager([...args, ...run])).toMatchObject({ code: 0, stdout: '', stderr: '' });
  writeFileSync(`${folder}/q`, 'course 0 http://x.test/ 1\n');
  const judged = await forager(['evaluate', '--qrels', `${folder}/q`, '--run', `${folder}/mine.run`]);
  expect(judged.stdout).toContain('map                   \tcourse\t0.5000\n');
  expect(await forager([...args, ...run])).toMatchObject({ code: 4, stdout: '' });
});

test('forager rank of a crawl without links reports that', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite('http://a.test/')], 0);
  await store.close();
  expect(await forager(['rank', '--db', file])).toEqual({ code: 0, stdout: 'no page links to another\n', stderr: '' });
  expect((await forager(['rank', '--db', file, '--within-site', '2'])).stderr).toBe(
    'forager: --within-site must be at most 1\n',
  );
});

test('forager rank --steps lists the steps of a crawl by hits, and its index', async ({ file }) => {
  const { frontier, store } = await open(file, { strategy: 'hits' });
  await frontier.addSites([newSite('http://a.test/')], 0);
  const web = {
    'http://a.test/': ['/1', '/2'],
    'http://a.test/1': ['/3'],
    'http://a.test/2': ['/3'],
    'http://a.test/3': [],
  };
  await crawlAll(frontier, web);
  asCrawledBy(store, 'hits', 'hits');
  await store.close();
  const args = ['rank', '--steps', '--db', file];
  const csv = (await forager([...args, '--format', 'csv'])).stdout.split('\r\n');
  expect(csv.slice(0, 2)).toEqual(['step,visits,known,indexed,links,isComplete', '1,1,3,2,2,false']);
  const run = (await forager([...args, '--format', 'run', '--topic', 'mine'])).stdout.split('\n');
  expect(run[0]).toBe('mine Q0 http://a.test/1 1 3 hits-index');
  expect(run[2]).toBe('mine Q0 http://a.test/3 3 1 hits-index');
  expect((await forager([...args, '--json'])).stdout).toContain('"hubs":["http://a.test/"]');
});

test('forager rank --steps of another crawl is refused in one line', async ({ file }) => {
  await crawl(file);
  const { store } = await open(file);
  asCrawledBy(store, 'beebot', 'level');
  await store.close();
  const { code, stderr } = await forager(['rank', '--steps', '--db', file]);
  expect({ code, stderr }).toEqual({
    code: 4,
    stderr: 'forager: --steps: the link order level has no steps\n',
  });
});

/** A run file as a crawl writes it. */
function asCrawledBy({ connection }: Store, strategy: string, linkOrder: string): void {
  const names = { reward: '', siteRule: '', linkOrder, params: {} };
  const config = { strategy: names, choice: { strategy, params: {} } };
  connection.prepare('update runs set config = ?').run(JSON.stringify(config));
}
