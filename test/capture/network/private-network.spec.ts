import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { launchChromium } from '../../../src/capture/browser/chromium.ts';
import { HttpCapture } from '../../../src/capture/http/http.ts';
import { Dialer, type Lookup } from '../../../src/capture/network/dialer.ts';
import { guardAddresses, parseHostRules } from '../../../src/capture/network/host-rules.ts';
import { type DemoServer, serveDemo } from '../../../src/demo/server.ts';
import { test as base } from '../../plain-test.ts';
import { vectorSite, vectors } from '../../site/private-vectors.ts';

interface Trap {
  readonly port: number;
  /** Data received by TCP: the beginning of each connection, `-` for a silent one; and `UDP`. */
  readonly arrived: string[];
  readonly server: DemoServer;
  readonly guarded: BrowserCapture;
  readonly open: BrowserCapture;
  readonly lookup: Lookup;
}

/** Names of private addresses. */
const named: Record<string, readonly string[]> = {
  'private.example': ['127.0.0.1'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'six.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
};

const test = base.extend<object, { trap: Trap }>({
  trap: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const arrived: string[] = [];
      const tcp = createServer((socket) => {
        const index = arrived.push('-') - 1;
        socket.on('error', () => undefined);
        socket.once('data', (data) => {
          arrived[index] = data.toString('latin1');
          socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\naccess-control-allow-origin: *\r\n\r\n');
        });
      }).listen(0, '127.0.0.1');
      await once(tcp, 'listening');
      const address = tcp.address();
      if (address === null || typeof address === 'string') throw new Error('no port');
      const { port } = address;
      const udp = createSocket('udp4', () => arrived.push('UDP')).bind(port, '127.0.0.1');
      await once(udp, 'listening');
      const server = await serveDemo({ portals: [vectorSite(() => port)] });
      const hostRules = `MAP vectors.localhost 127.0.0.1:${server.port}`;
      const lookup: Lookup = async (host) => {
        const addresses = named[host];
        if (!addresses) throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });
        return addresses.map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 }));
      };
      const patience = { answer: 4000, page: 2000, requests: 700, script: 1500 };
      const how = { headed: false, hostRules, workers: TABS, now: Date.now, say: () => undefined, lookup, patience };
      const guarded = new BrowserCapture({ ...how, guard: guardAddresses(parseHostRules(hostRules)) });
      const open = new BrowserCapture(how);
      await use({ port, arrived, server: { ...server, hostRules }, guarded, open, lookup });
      await guarded.close();
      await open.close();
      await server.close();
      udp.close();
      tcp.close();
    },
    { scope: 'worker' },
  ],
});

test.beforeEach(({ trap }) => {
  trap.arrived.length = 0;
});

/** Tabs reading concurrently: their pages mostly wait. */
const TABS = 4;
async function forEach(all: readonly string[], read: (one: string, site: number) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const work = async (site: number) => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await read(one, site);
  };
  await Promise.all(Array.from({ length: TABS }, (_, n) => work(n + 1)));
}

/** Background requests of a browser are early. */
const SOON = 400;

/** Ways to name one machine. */
const names = [
  '127.0.0.1',
  'localhost',
  'localhost.',
  'a.localhost',
  '2130706433',
  '0x7f.1',
  '017700000001',
  '127.1',
  '127.0.0.1.',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[::]',
  ...Object.keys(named),
];

for (const host of ['127.0.0.1', 'private.example']) {
  test(`no page leads to ${host}`, async ({ trap }) => {
    await forEach(Object.keys(vectors), async (name, site) => {
      const read = trap.guarded.read({ url: `http://vectors.localhost/${name}?${host}`, site });
      await read.catch((error: unknown) => expect(String(error), name).toContain('is a private address'));
    });
    await sleep(SOON);
    expect(trap.arrived).toEqual([]);
  });
}

test('no request arrives, however the address is written', async ({ trap }) => {
  await forEach(names, async (name, site) => {
    const direct = trap.guarded.read({ url: `http://${name}:${trap.port}/`, site });
    await expect(direct, name).rejects.toThrow(/is a private address.*: --allow-private allows it/);
    await trap.guarded.read({ url: `http://vectors.localhost/several?${name}`, site });
  });
  await sleep(SOON);
  expect(trap.arrived).toEqual([]);
});

test('nor without a browser', async ({ trap }) => {
  const hostRules = parseHostRules(trap.server.hostRules);
  const guard = guardAddresses(hostRules);
  const http = new HttpCapture({ hostRules, guard, userAgent: 'test', now: Date.now, lookup: trap.lookup });
  for (const name of names) {
    const there = `http://${name}:${trap.port}/`;
    for (const url of [there, `http://vectors.localhost/to?${there}`])
      await expect(http.read({ url, site: 2 }), name).rejects.toThrow(
        /is a private address.*: --allow-private allows it/,
      );
    await http.read({ url: `http://vectors.localhost/frame?${name}`, site: 2 });
  }
  await http.close();
  expect(trap.arrived).toEqual([]);
});

test('a name is looked up once for a connection, which uses only the checked address', async ({ trap }) => {
  const answers = ['192.0.2.1', '127.0.0.1', '127.0.0.1'];
  let lookups = 0;
  const lookup: Lookup = async () => [{ address: answers[lookups++] ?? '', family: 4 }];
  const open = parseHostRules('');
  // As though the first address were public.
  const guard = { refusal: (_: string, __: number, ip?: string) => (ip === '127.0.0.1' ? 'private' : undefined) };
  const dialer = new Dialer({ hostRules: open, guard, lookup });
  await expect(dialer.connect('rebound.example', trap.port, AbortSignal.timeout(2000))).rejects.toThrow();
  expect(lookups).toBe(1);
  const again = new Dialer({ hostRules: open, guard, lookup });
  await expect(again.connect('rebound.example', trap.port)).rejects.toThrow('private');
  expect(lookups).toBe(2);
  expect(trap.arrived).toEqual([]);
});

test('abandoned names are not looked up', async () => {
  const asked: string[] = [];
  const slow: (() => void)[] = [];
  const lookup: Lookup = async (host) => {
    asked.push(host);
    if (host.startsWith('slow')) await new Promise<void>((done) => slow.push(done));
    throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' });
  };
  const dialer = new Dialer({ hostRules: parseHostRules(''), lookup });
  const page = new AbortController();
  for (let host = 0; host < 10; host++) dialer.connect(`slow${host}.example`, 80, page.signal).catch(() => undefined);
  const other = dialer.connect('other.example', 80);
  page.abort();
  await expect.poll(() => slow.length).toBe(2);
  slow[0]?.();
  await expect(other).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
  expect(asked).toEqual(['slow0.example', 'slow1.example', 'other.example']);
});

test('where private addresses are allowed, the test requests arrive', async ({ trap }) => {
  await forEach(Object.keys(vectors), async (name, site) => {
    await trap.open.read({ url: `http://vectors.localhost/${name}?127.0.0.1`, site }).catch(() => undefined);
  });
  await sleep(SOON);
  const paths = trap.arrived.map((line) => line.split(' ')[1]?.slice(1));
  const asked = ['link-preload', 'script', 'module', 'style', 'import', 'frame', 'fetch'];
  for (const path of [
    ...asked,
    'xhr',
    'events',
    'socket',
    'location',
    'refresh',
    'redirected',
    'worker',
    'blob-worker',
  ])
    expect(paths).toContain(path);
  // Nothing is prefetched.
  expect(paths).not.toContain('link-prefetch');
  expect(trap.arrived).not.toContain('UDP');
});

test('a browser by itself sends UDP, and prefetches', async ({ trap }) => {
  const browser = await launchChromium({ headed: false, hostRules: trap.server.hostRules, say: () => undefined });
  const page = await browser.newPage();
  await page.goto('http://vectors.localhost/stun-and-turn?127.0.0.1');
  await expect.poll(() => trap.arrived).toContain('UDP');
  await page.goto('http://vectors.localhost/prefetch?127.0.0.1');
  await expect.poll(() => trap.arrived.join()).toContain('/prefetch');
  await browser.close();
});
