import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import type { Capture } from '../../../src/capture/capture.ts';
import { HttpCapture } from '../../../src/capture/http/http.ts';
import { guardAddresses, isPrivate, parseHostRules, portOf } from '../../../src/capture/network/host-rules.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { test as base } from '../../plain-test.ts';
import { html, redirect, site } from '../../site/site.ts';

const ranges: readonly (readonly [string, boolean])[] = [
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.1.1', true],
  ['169.254.169.254', true],
  ['100.64.0.1', true],
  ['0.0.0.0', true],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['198.18.0.1', true],
  ['8.8.8.8', false],
  ['::1', true],
  ['::', true],
  ['fe80::1', true],
  ['fe80::1%eth0', true],
  ['fd00::1', true],
  ['::ffff:10.0.0.1', true],
  ['::ffff:8.8.8.8', false],
  ['::127.0.0.1', true],
  ['64:ff9b::7f00:1', true],
  ['2002:7f00:1::', true],
  ['2001:4860:4860::8888', false],
];
for (const [ip, expected] of ranges)
  base(`${ip} is ${expected ? 'private' : 'public'}`, () => expect(isPrivate(ip)).toBe(expected));

const guard = (rules = '') => guardAddresses(parseHostRules(rules));

const addresses: readonly (readonly [url: string, rules: string, isRefused: boolean])[] = [
  ['http://127.0.0.1/', '', true],
  ['http://2130706433/', '', true],
  ['http://0x7f.1/', '', true],
  ['http://127.0.0.1.:8080/', '', true],
  ['http://[::1]/', '', true],
  ['http://[::ffff:192.168.0.1]/', '', true],
  ['http://localhost/', '', true],
  ['http://LOCALHOST./', '', true],
  ['http://a.localhost:8080/', '', true],
  ['http://10.0.0.1/', '', true],
  ['http://93.184.215.14/', '', false],
  ['http://a.test/', 'MAP *.test 127.0.0.1:8088', false],
  ['http://127.0.0.1/', 'MAP *.test 127.0.0.1:8088', true],
  ['http://no-such-host.invalid/', '', false],
];
for (const [url, rules, isRefused] of addresses) {
  base(`${url} is ${isRefused ? '' : 'not '}refused${rules === '' ? '' : `, rules ${rules}`}`, () => {
    const asked = new URL(url);
    const refusal = guard(rules).refusal(asked.hostname, portOf(asked));
    if (isRefused) expect(refusal).toMatch(/is a private address.*--allow-private allows it/);
    else expect(refusal).toBeUndefined();
  });
}

/** A server in the private network, and a site that leads there. */
interface Network {
  readonly asked: string[];
  readonly secret: string;
  readonly captures: Readonly<Record<'browser' | 'http', Capture>>;
}

const listening = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

const test = base.extend<object, { network: Network }>({
  network: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const asked: string[] = [];
      const inner = createServer((request, response) => {
        asked.push(request.url ?? '');
        response.setHeader('content-type', 'text/html').end('<a href=/secret>secret</a>');
      }).listen(0, '127.0.0.1');
      await once(inner, 'listening');
      const secret = `http://127.0.0.1:${listening(inner)}`;
      const named = `http://localhost:${listening(inner)}`;
      const outer = site('outer.test', {
        '/redirect': redirect(`${secret}/redirected`),
        '/twice': redirect('/redirect'),
        '/named': redirect(`${named}/named`),
        '/refresh': html('<a href=/x>x</a>', { refresh: `0; url=${secret}/refreshed` }),
        '/scripted': html(
          `<a href=/x>x</a><script src="${secret}/script"></script>
            <link rel=stylesheet href="${named}/style"><img src="${secret}/image">
            <script>
              navigator.sendBeacon('${secret}/beacon', 'x');
              fetch('${secret}/fetched', { mode: 'no-cors' }).catch(() => { document.title += ' in vain'; });
            </script>`,
        ),
        '/framed': html(`<a href=/x>x</a><iframe src="${secret}/framed"></iframe>`),
      });
      const server = await serveDemo({ portals: [outer] });
      const options = { guard: guard(server.hostRules), now: Date.now };
      const browser = new BrowserCapture({
        ...options,
        headed: false,
        hostRules: server.hostRules,
        workers: 1,
        say: () => undefined,
      });
      const hostRules = parseHostRules(server.hostRules);
      const http = new HttpCapture({ ...options, hostRules, userAgent: 'test' });
      await use({ asked, secret, captures: { browser, http } });
      await browser.close();
      await http.close();
      await server.close();
      inner.closeAllConnections();
      inner.close();
    },
    { scope: 'worker' },
  ],
});

for (const rendering of ['browser', 'http'] as const) {
  for (const path of ['/redirect', '/twice', '/named', '/refresh']) {
    test(`${rendering}: ${path} does not lead into the private network`, async ({ network }) => {
      const read = network.captures[rendering].read({ url: `http://outer.test${path}`, site: 1 });
      await expect(read).rejects.toThrow(/is a private address/);
      expect(network.asked).toEqual([]);
    });
  }

  test(`${rendering}: an address of the private network is not asked`, async ({ network }) => {
    const read = network.captures[rendering].read({ url: `${network.secret}/`, site: 1 });
    await expect(read).rejects.toThrow(/is a private address/);
    expect(network.asked).toEqual([]);
  });

  test(`${rendering}: a frame does not lead there, and the rest of its page is read`, async ({ network }) => {
    const page = await network.captures[rendering].read({ url: 'http://outer.test/framed', site: 1 });
    expect(page).toMatchObject({ kind: 'page', links: [{ raw: '/x' }, { raw: `${network.secret}/framed` }] });
    expect(network.asked).toEqual([]);
  });
}

test('scripts and markup do not lead there', async ({ network }) => {
  const page = await network.captures.browser.read({ url: 'http://outer.test/scripted', site: 1 });
  expect(page).toMatchObject({ kind: 'page', title: 'A page in vain' });
  const links = page.kind === 'page' ? page.links.filter(({ role }) => role === 'link') : [];
  expect(links).toMatchObject([{ raw: '/x' }]);
  expect(network.asked).toEqual([]);
});
