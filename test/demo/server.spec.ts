import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import type { Answer, Portal, PortalRequest } from '../../src/demo/portal.ts';
import { demoPortals } from '../../src/demo/portals.ts';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import { test } from '../plain-test.ts';
import { ask } from './ask.ts';

/** A portal that answers by the first part of the path. */
function oddPortal(answers: Record<string, (request: PortalRequest) => Answer | Promise<Answer>>): Portal {
  return {
    name: 'Odd',
    shortName: 'Odd',
    host: 'odd.test',
    kind: 'institute',
    pages: 0,
    externals: 0,
    start: 'http://odd.test/',
    answer: (request) => answers[request.path.slice(1)]?.(request),
  };
}

const headers = { 'content-type': 'text/plain' };
const odd = oddPortal({
  throws: () => {
    throw new Error('on purpose');
  },
  rejects: () => Promise.reject(new Error('on purpose')),
  echo: async ({ method, headers: sent }) => ({
    status: 201,
    headers,
    body: `${method} ${sent['x-test'] ?? 'nothing'}`,
  }),
  late: async () => {
    await sleep(60);
    return { status: 200, headers, body: 'late' };
  },
  stall: () => ({ status: 200, headers, body: 'half', ending: 'stall' }),
  silent: () => ({ raw: [], ending: 'stall' }),
  reset: () => ({ status: 200, headers, body: [{ pause: 5, bytes: 'half' }], ending: 'reset' }),
  raw: () => ({
    raw: [
      { pause: 0, bytes: 'HTTP/1.1 299 Odd\r\nX-Odd: \xa7\r\n\r\n' },
      { pause: 5, bytes: 'raw' },
    ],
    ending: 'complete',
  }),
});

let server: DemoServer;
test.beforeEach(async () => {
  server = await serveDemo({ portals: [...demoPortals(1, 0.02), odd] });
});
test.afterEach(() => server.close());

test('portals are selected by host, in any case and with any port', async () => {
  expect((await ask(server.port, 'music.uni.test', '/')).body.toString()).toContain('School of Music');
  expect((await ask(server.port, 'MUSIC.uni.test:8080', '/')).body.toString()).toContain('School of Music');
  expect((await ask(server.port, 'nowhere.test', '/')).status).toBe(404);
  expect((await ask(server.port, 'music.uni.test', '/nowhere')).status).toBe(404);
  expect(server.hostRules).toBe(`MAP *.test 127.0.0.1:${server.port}`);
});

test('requests are counted by host', async () => {
  await ask(server.port, 'music.uni.test', '/');
  await ask(server.port, 'music.uni.test', '/nowhere');
  await ask(server.port, 'nowhere.test', '/');
  expect(server.requests.get('music.uni.test')).toBe(2);
  expect(server.requests.get('phys.uni.test')).toBe(0);
  expect(server.requests.has('nowhere.test')).toBe(false);
});

test('HEAD is GET without the body, other methods are refused', async () => {
  const get = await ask(server.port, 'music.uni.test', '/');
  const head = await ask(server.port, 'music.uni.test', '/', 'HEAD');
  expect(head.headers).toEqual(get.headers);
  expect(head.body).toHaveLength(0);
  expect(get.headers['content-length']).toBe(`${get.body.length}`);
  expect((await ask(server.port, 'astro.inst.test', '/', 'HEAD')).status).toBe(200);
  const post = await ask(server.port, 'music.uni.test', '/', 'POST');
  expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
});

test('chunks arrive one by one, with links before and after the pauses', async () => {
  const { headers: got, body } = await ask(server.port, 'astro.inst.test', '/');
  expect(got['transfer-encoding']).toBe('chunked');
  // On a busy machine two of them may arrive at once.
  await expect(async () => {
    const { arrivals } = await ask(server.port, 'astro.inst.test', '/');
    expect(arrivals.length).toBeGreaterThanOrEqual(3);
    expect((arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0)).toBeGreaterThan(75);
  }).toPass();
  const html = body.toString();
  expect(html.slice(0, html.length * 0.2)).toContain('<a href="/');
  expect(html.slice(html.length * 0.8)).toContain('<a href="/');
});

test('a failing portal answers 500, and the server continues', async () => {
  expect((await ask(server.port, 'odd.test', '/throws')).status).toBe(500);
  expect((await ask(server.port, 'odd.test', '/rejects')).status).toBe(500);
  expect((await ask(server.port, 'odd.test', '/echo')).body.toString()).toBe('GET nothing');
});

test('a portal may abort its answer, or send invalid HTTP', async () => {
  await expect(ask(server.port, 'odd.test', '/reset')).rejects.toThrow('aborted');
  const raw = await new Promise<string>((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write('GET /raw HTTP/1.1\r\nHost: odd.test\r\n\r\n'));
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString();
    });
    socket.on('end', () => resolve(received)).on('error', reject);
  });
  expect(raw).toBe('HTTP/1.1 299 Odd\r\nX-Odd: \xa7\r\n\r\nraw');
});

test('a client that disconnects early does no harm', async () => {
  for (const path of ['/late', '/stall', '/reset', '/raw']) {
    const socket = connect(server.port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: odd.test\r\n\r\n`);
    socket.on('error', () => undefined);
    await sleep(10);
    socket.destroy();
  }
  await sleep(100);
  expect((await ask(server.port, 'odd.test', '/late')).body.toString()).toBe('late');
});

test('closing aborts stalled and idle connections at once', async () => {
  await ask(server.port, 'odd.test', '/echo');
  const stalled = Promise.allSettled([ask(server.port, 'odd.test', '/stall'), ask(server.port, 'odd.test', '/silent')]);
  await expect.poll(() => server.requests.get('odd.test')).toBe(3);
  // Stalled ones would last until the test's timeout.
  await server.close();
  expect((await stalled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  server = await serveDemo({ portals: [odd] });
});

test("a port in use rejects with the system's error", async () => {
  await expect(serveDemo({ portals: [odd], port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
