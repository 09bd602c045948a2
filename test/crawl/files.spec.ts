import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import type { Answer } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { files } from '../site/files.ts';
import { html, site, typed } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

interface Row {
  readonly url: string;
  readonly status: string;
  readonly technique: string;
  readonly level: number;
}

function internalLinks(file: string): Map<string, Row> {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare<[], Row>('select url, status, technique, level from internal_links_view').all();
  db.close();
  return new Map(rows.map((row) => [new URL(row.url).pathname, row]));
}

function externalUrls(file: string): unknown[] {
  const db = new Database(file, { readonly: true });
  const rows = db.prepare('select url from external_links order by url').pluck().all();
  db.close();
  return rows;
}

const READ = [
  'packed',
  'coded',
  'text',
  'rss',
  'atom',
  'older',
  'json',
  'pdf',
  'manifest',
  'drawing',
  'saved',
  'nofollow',
];

for (const render of ['http', 'browser'] as const)
  test(`links in files are listed and visited, with --render ${render}`, async ({ file }) => {
    const server = await serveDemo({ portals: [files] });
    const summary = await runCrawl(file, [newSite(files.start)], server, { render, workers: 1 });
    await server.close();
    const links = internalLinks(file);
    expect(READ.filter((name) => links.get(`/from/${name}`)?.status !== 'visited')).toEqual([]);
    expect(summary.pages).toBe(1 + READ.length);
    expect([...links.keys()].filter((path) => /from\/(notes|paper)/.test(path))).toEqual([]);
    expect(Object.fromEntries(links)).toMatchObject({
      '/maps/index.xml.gz': { status: 'file', technique: 'robots', level: 1 },
      '/maps/packed.xml.gz': { status: 'file', technique: 'sitemap', level: 2 },
      '/from/packed': { technique: 'sitemap', level: 3 },
      '/map.txt': { status: 'file', technique: 'robots' },
      '/secret/page': { status: 'forbidden', technique: 'sitemap' },
      '/feed.rss': { status: 'file', level: 1 },
      '/from/rss': { technique: 'feed', level: 2 },
      '/older.atom': { status: 'file', technique: 'feed' },
      '/from/older': { level: 3 },
      '/paper': { status: 'file', level: 1 },
      '/from/pdf': { technique: 'pdf', level: 2 },
      '/paper.pdf': { status: 'file' },
      '/broken': { status: 'file' },
      '/from/manifest': { technique: 'manifest' },
      '/from/drawing': { technique: 'xml' },
      '/from/moved': { technique: 'header', level: 2 },
    });
    expect(externalUrls(file)).toEqual([
      'http://other.test/map.xml',
      'http://out.test/described',
      'http://out.test/mapped',
      'http://out.test/outlined',
    ]);
    // One request for each visit, for robots.txt, for the target of /moved, in browsers once more for its body, and for
    // each of two file extensions.
    const others = render === 'http' ? 4 : 5;
    expect(server.requests.get('files.test')).toBe(summary.pages + summary.failed + others);
    expect(brokenInvariants(file)).toEqual({});
  });

const PAGES = ['/wiki/File:A.jpg', '/wiki/File:B.jpg', '/wiki/Node.js', '/people/j.doc', '/cgi-bin/run.exe?page=1'];
const PICTURES = ['/a.png', '/b.png', '/c.zip', '/photos/A.jpg', '/photos/B.jpg'];

for (const render of ['http', 'browser'] as const)
  test(`pages named like files are read, files are requested once per extension: ${render}`, async ({ file }) => {
    const asked: string[] = [];
    const said = (path: string, answer: Answer) => {
      const reply = () => {
        asked.push(path);
        return answer;
      };
      return [path, reply] as const;
    };
    const links = [...PAGES, ...PICTURES].map((path) => `<a href="${path}">x</a>`).join(' ');
    const portal = site('named.test', {
      '/': html(links),
      ...Object.fromEntries(PAGES.map((path) => said(path, html(`<a href="http://out.test${path}">x</a>`)))),
      ...Object.fromEntries(PICTURES.map((path) => said(path, typed('image/png', 'x'.repeat(1_000_000))))),
    });
    const server = await serveDemo({ portals: [portal] });
    const summary = await runCrawl(file, [newSite(portal.start)], server, { render, workers: 1 });
    await server.close();
    expect(externalUrls(file)).toEqual(PAGES.map((path) => `http://out.test${path}`).sort());
    expect(summary).toMatchObject({ pages: 1 + PAGES.length, failed: 0 });
    expect(asked.filter((path) => PICTURES.includes(path))).toEqual(['/a.png', '/c.zip', '/photos/A.jpg']);
    const known = internalLinks(file);
    expect(PICTURES.map((path) => known.get(path)?.status)).toEqual(PICTURES.map(() => 'file'));
    expect(brokenInvariants(file)).toEqual({});
  });

test('without robots.txt its sitemaps are unknown; nofollow of a file is obeyed', async ({ file }) => {
  const server = await serveDemo({ portals: [files] });
  await runCrawl(file, [newSite(files.start)], server, { render: 'http', robots: false, nofollow: ['header'] });
  await server.close();
  const links = internalLinks(file);
  expect(links.has('/maps/index.xml.gz')).toBe(false);
  expect(links.get('/from/nofollow')).toMatchObject({ status: 'nofollow' });
});
