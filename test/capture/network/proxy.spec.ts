import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type Server } from 'node:net';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { BrowserProxy } from '../../../src/capture/browser/requests/browser-proxy.ts';
import { userRoute } from '../../../src/capture/browser/requests/user-route.ts';
import { HttpCapture } from '../../../src/capture/http/http.ts';
import { guardAddresses, parseHostRules } from '../../../src/capture/network/host-rules.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { runCrawl, test } from '../../crawl/demo-web.ts';
import { newSite } from '../../frontier/world.ts';
import { certificate } from '../../site/certificate.ts';
import { trapAt, vectorSite, vectors } from '../../site/private-vectors.ts';
import { html, site } from '../../site/site.ts';

/**
 * A proxy that leads every host to one port of this machine, and records requests and users. @param secret required
 * password
 */
async function startProxy(port: number, wanted = 'me:pass word') {
  const asked: string[] = [];
  const told = (secret: string | undefined) => Buffer.from(secret?.split(' ')[1] ?? '', 'base64').toString();
  const note = (what: string, secret: string | undefined) => asked.push(`${told(secret)} ${what}`);
  const proxy = createServer((request, response) => {
    if (told(request.headers['proxy-authorization']) !== wanted) {
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
    onward.on('error', () => response.writeHead(502).end('no such server'));
    onward.end();
  });
  proxy.on('connect', (request, socket) => {
    if (told(request.headers['proxy-authorization']) !== wanted)
      return void socket.end('HTTP/1.1 407 No\r\nproxy-authenticate: Basic realm="proxy"\r\n\r\n');
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
  const close = () => {
    proxy.closeAllConnections();
    proxy.close();
  };
  return { asked, url: `http://me:pass%20word@127.0.0.1:${portOf(proxy)}`, close };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
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
    const pages = ['/robots.txt', '/', '/sitemap.xml', '/a'].map((path) => `http://proxied.test${path}`);
    expect(proxy.asked).toEqual(pages.map((url) => `me:pass word ${url}`));
    proxy.close();
    await server.close();
  });
}

/** Reads one page through a proxy. */
async function readThrough(proxy: string, url: string, render: 'browser' | 'http') {
  const hostRules = parseHostRules('');
  const guard = guardAddresses(hostRules);
  const how = { guard, proxy, now: Date.now, workers: 1, headed: false, say: () => undefined };
  const capture =
    render === 'http'
      ? new HttpCapture({ ...how, hostRules, userAgent: 'test' })
      : new BrowserCapture({ ...how, hostRules: '', patience: { page: 2000, requests: 700 } });
  return await capture.read({ url, site: 1 }).finally(() => capture.close());
}

for (const render of ['browser', 'http'] as const) {
  test(`https goes through a tunnel: ${render}`, async () => {
    const server = createSecureServer(certificate, (_, response) =>
      response.setHeader('content-type', 'text/html').end('<title>secure</title><a href=/x>x</a>'),
    ).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = await startProxy(portOf(server));
    expect(await readThrough(proxy.url, 'https://proxied.test/', render)).toMatchObject({ title: 'secure' });
    expect(new Set(proxy.asked)).toEqual(new Set(['me:pass word tunnel proxied.test:443']));
    proxy.close();
    server.closeAllConnections();
    server.close();
  });

  test(`addresses written as private are not requested from a proxy: ${render}`, async () => {
    const server = await serveDemo({ portals: [vectorSite(() => 81)] });
    const proxy = await startProxy(server.port);
    const read = (path: string) => readThrough(proxy.url, `http://vectors.localhost/${path}`, render);
    await expect(readThrough(proxy.url, 'http://10.0.0.1/', render)).rejects.toThrow('10.0.0.1 is a private address');
    await expect(read('several?x')).rejects.toThrow('vectors.localhost is a private address');
    expect(proxy.asked).toEqual([]);
    proxy.close();
    await server.close();
  });

  test(`a proxy with another password, and one that is not running: ${render}`, async () => {
    const proxy = await startProxy(9, 'somebody:else');
    const read = (url: string) => readThrough(proxy.url, url, render);
    for (const url of ['https://proxied.test/', 'http://proxied.test/'])
      await expect(read(url)).rejects.toThrow('the proxy wants another name and password');
    proxy.close();
    await expect(read('https://proxied.test/')).rejects.toThrow('ERR_PROXY_CONNECTION_FAILED');
    const refused = render === 'http' ? 'ERR_CONNECTION_REFUSED' : 'ERR_PROXY_CONNECTION_FAILED';
    await expect(read('http://proxied.test/')).rejects.toThrow(refused);
  });

  test(`a server that the proxy cannot reach: ${render}`, async () => {
    const proxy = await startProxy(9);
    await expect(readThrough(proxy.url, 'http://proxied.test/', render)).rejects.toThrow('HTTP 502');
    proxy.close();
  });
}

test('requests of a page to private addresses never reach a proxy; web sockets use a tunnel', async () => {
  const page = ['script', 'socket', 'frame', 'fetch'].map((name) => vectors[name]?.(trapAt('10.0.0.1', 81))).join('');
  const socket = "<script>new WebSocket('ws://proxied.test/socket')</script>";
  const server = await serveDemo({
    portals: [site('proxied.test', { '/': html(`<a href=/x>x</a>${page}${socket}`) })],
  });
  const proxy = await startProxy(server.port);
  await readThrough(proxy.url, 'http://proxied.test/', 'browser');
  expect(proxy.asked.map((one) => one.replace('me:pass word ', ''))).toEqual([
    'http://proxied.test/',
    'tunnel proxied.test:80',
  ]);
  proxy.close();
  await server.close();
});

test("the user's proxy is not available to other users of the machine", async () => {
  test.skip(process.getuid?.() !== 0, 'only root can be another user');
  const lent = await BrowserProxy.open(userRoute('http://127.0.0.1:9', undefined));
  const code = `const socket = require('net').connect(${lent.port}, '127.0.0.1');
    socket.write(Buffer.from([5, 1, 0, 5, 1, 0, 3, 1, 97, 0, 80]));
    let all = Buffer.alloc(0);
    socket.on('data', (data) => { all = Buffer.concat([all, data]); if (all.length === 12) { process.stdout.write(String(all[3])); socket.destroy(); } });`;
  const asUser = async (uid: number) =>
    (await promisify(execFile)(process.execPath, ['-e', code], { uid, cwd: '/' })).stdout;
  expect(await asUser(0)).toBe('0');
  expect(await asUser(65_534)).toBe('1');
  lent.close();
});
