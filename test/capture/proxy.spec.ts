import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import { connect } from 'node:net';
import { expect } from '@playwright/test';
import { serveDemo } from '../../src/demo/server.ts';
import { runCrawl, test } from '../crawl/demo-web.ts';
import { newSite } from '../frontier/world.ts';
import { html, site } from '../site/site.ts';

/** A proxy that leads every host to one port of this machine, and notes what it is asked for and by whom. */
async function startProxy(port: number) {
  const asked: string[] = [];
  const note = (what: string, secret: string | undefined) =>
    asked.push(`${Buffer.from(secret?.split(' ')[1] ?? '', 'base64').toString()} ${what}`);
  const proxy = createServer((request, response) => {
    if (request.headers['proxy-authorization'] === undefined) {
      response.writeHead(407, { 'proxy-authenticate': 'Basic realm="proxy"' }).end();
      return;
    }
    const url = new URL(request.url ?? '');
    note(url.href, request.headers['proxy-authorization']);
    const { host } = url;
    const path = url.pathname + url.search;
    const onward = ask({ host: '127.0.0.1', port, path, headers: { host } }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.end();
  });
  proxy.on('connect', (request, socket) => {
    note(`tunnel ${request.url}`, request.headers['proxy-authorization']);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const close = () => {
    proxy.closeAllConnections();
    proxy.close();
  };
  return { asked, url: `http://me:pass%20word@127.0.0.1:${address.port}`, close };
}

for (const render of ['browser', 'http'] as const) {
  test(`all requests go through the proxy: ${render}`, async ({ file }) => {
    const portal = site('proxied.test', { '/': html('<a href=/a>a</a>'), '/a': html('a') });
    const server = await serveDemo({ portals: [portal] });
    const proxy = await startProxy(server.port);
    const sites = [newSite('http://proxied.test/')];
    const direct = { ...server, hostRules: '' };
    const summary = await runCrawl(file, sites, direct, { render, proxy: proxy.url, delay: 0 });
    expect(summary.pages).toBe(2);
    const pages = ['http://proxied.test/robots.txt', 'http://proxied.test/', 'http://proxied.test/a'];
    expect(proxy.asked).toEqual(pages.map((url) => `me:pass word ${url}`));
    proxy.close();
    await server.close();
  });
}
