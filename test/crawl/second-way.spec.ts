import { createServer as createHttp } from 'node:http';
import { constants, createSecureServer } from 'node:http2';
import { type AddressInfo, createServer as createRaw, type Server } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { z } from 'zod';
import { serveDemo } from '../../src/demo/server.ts';
import { newSite } from '../frontier/world.ts';
import { certificate } from '../site/certificate.ts';
import { html, site, typed } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';
import { hurried } from './hurried.ts';

const brotli = typed('text/html', brotliCompressSync('<title>packed</title><a href=/inside>x</a>'), {
  'content-encoding': 'br',
});

test('a page that the browser cannot load is read without one before it is given up', async ({ file }) => {
  const portal = site('second.test', {
    '/': html('<a href=/packed>p</a><a href=/gone>g</a>'),
    '/packed': brotli,
    '/inside': html('inside'),
  });
  const server = await serveDemo({ portals: [portal] });
  const summary = await runCrawl(file, [newSite(portal.start)], server);
  await server.close();
  expect(summary).toMatchObject({ pages: 3, failed: 1, stopped: 'done' });
  // robots.txt and an unannounced sitemap are requested, too. Chromium accepts brotli over https only. Errors sent by
  // the server itself are not requested again.
  expect(server.requests.get('second.test')).toBe(1 + 3 + 1 + 1 + 1);
  const db = new Database(file, { readonly: true });
  const rows = db.prepare(`select l.url, v.outcome, v.reason, v.title from visits v
    join internal_links_view l on l.id = v.link where v.reason <> '' order by l.url`);
  const visits = z.array(z.object({ url: z.string(), outcome: z.string(), reason: z.string(), title: z.string() }));
  expect(visits.parse(rows.all())).toEqual([
    { url: 'http://second.test/gone', outcome: 'failed', reason: 'HTTP 404', title: '' },
    { url: 'http://second.test/packed', outcome: 'page', reason: 'second way', title: 'packed' },
  ]);
  db.close();
});

test('a page that crashes the tab is retried once in the browser, then read without it', async ({ file }) => {
  const asked: string[] = [];
  const portal = site('crash.test', {
    '/': html('<a href=/deep>d</a>'),
    '/deep': ({ headers }) => {
      asked.push(/Chrome/.test(headers['user-agent'] ?? '') ? 'browser' : 'plain');
      return html(`<a href=/kept>k</a><script>let inner = document.body;
        for (let n = 0; n < 100000; n++) inner = inner.appendChild(document.createElement('div'));</script>`);
    },
    '/kept': html('kept'),
  });
  const server = await serveDemo({ portals: [portal] });
  const summary = await runCrawl(file, [newSite(portal.start)], server, { delay: 0 }, {}, hurried());
  await server.close();
  expect(summary).toMatchObject({ pages: 3, failed: 0, stopped: 'done' });
  expect(asked).toEqual(['browser', 'browser', 'plain']);
});

test('an answer that the browser cannot read is requested without it at once', async ({ file }) => {
  const asked: string[] = [];
  const server = createSecureServer({ ...certificate, allowHTTP1: true }, ({ url, httpVersion, stream }, response) => {
    if (url === '/') asked.push(httpVersion);
    if (httpVersion === '2.0') return void stream.close(constants.NGHTTP2_PROTOCOL_ERROR);
    const [type, body] = answerTo(url);
    response.writeHead(200, { 'content-type': type }).end(body);
  });
  const hostRules = `MAP mixed.test 127.0.0.1:${await portOf(server)}`;
  const summary = await runCrawl(file, [newSite('https://mixed.test/')], { hostRules }, { delay: 0, pageLimit: 1 });
  server.close();
  expect(summary).toMatchObject({ pages: 1 });
  expect(asked).toEqual(['2.0', '1.1']);
});

test('an answer that no client can read is named by the browser', async ({ file }) => {
  const doubled = createRaw((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', () => socket.end('HTTP/1.1 404 X\r\nContent-Length: 0\r\nContent-Length: 9\r\n\r\n'));
  });
  const hostRules = `MAP doubled.test 127.0.0.1:${await portOf(doubled)}`;
  const crawled = runCrawl(file, [newSite('http://doubled.test/')], { hostRules }, { delay: 0 }, {}, hurried());
  await expect(crawled).rejects.toThrow('(robots.txt: ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH)');
  doubled.close();
});

/** Answer of every server of the next test: its type and its body. */
function answerTo(path = '/'): readonly [type: string, body: string] {
  if (path === '/robots.txt') return ['text/plain', 'User-agent: *\nDisallow: /private\n'];
  if (path === '/sitemap.xml') return ['application/xml', '<urlset><url><loc>/mapped</loc></url></urlset>'];
  return ['text/html', `<title>${path}</title><a href=/private>no</a>`];
}

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

for (const render of ['browser', 'http'] as const) {
  test(`servers with malformed answers are read, robots.txt obeyed: ${render}`, async ({ file }) => {
    const odd = createRaw((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        const [type, body] = answerTo(data.toString().split(' ')[1]);
        socket.end(`HTTP/1.1 200 OK\nno header\nContent-Type: ${type}\nContent-Length: ${body.length}\n\n${body}`);
      });
    });
    const modern = createSecureServer(certificate, ({ url }, response) => {
      const [type, body] = answerTo(url);
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const picky = createHttp(({ url, headers, socket }, response) => {
      if (!headers['user-agent']?.includes('Chrome/')) return void socket.destroy();
      const [type, body] = answerTo(url);
      response.writeHead(200, { 'content-type': type, 'x-agent': headers['user-agent'] }).end(body);
    });
    const [one, two, three] = [await portOf(odd), await portOf(modern), await portOf(picky)];
    const hostRules = `MAP odd.test 127.0.0.1:${one}, MAP modern.test 127.0.0.1:${two}, MAP picky.test 127.0.0.1:${three}`;
    const urls = ['http://odd.test/', 'https://modern.test/', ...(render === 'browser' ? ['http://picky.test/'] : [])];
    await runCrawl(
      file,
      urls.map((url) => newSite(url)),
      { hostRules },
      { render, delay: 0 },
    );
    for (const server of [odd, modern, picky]) server.close();
    const db = new Database(file, { readonly: true });
    const links = z.array(z.object({ url: z.string(), status: z.string() }));
    const found = links.parse(db.prepare('select url, status from internal_links_view').all());
    db.close();
    for (const url of urls) {
      const of = (path: string) => found.find((link) => link.url === new URL(path, url).href)?.status;
      expect([url, of('/'), of('/private'), of('/mapped')]).toEqual([url, 'visited', 'forbidden', 'visited']);
    }
  });
}
