import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { getPriority } from 'node:os';
import { expect } from '@playwright/test';
import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import { BusyRenderers } from '../../src/capture/browser/limits/busy-renderers.ts';
import { crawl } from '../../src/crawl/crawl.ts';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import type { CapturedPage } from '../../src/domain/page.ts';
import type { Claim } from '../../src/frontier/frontier.ts';
import { newSite, test } from '../frontier/world.ts';
import { addresses } from './fixtures.ts';

const again = 'setTimeout(flood, 0);';
const floods: Readonly<Record<string, string>> = {
  '/routes': `let n = 0; (function flood() { for (let i = 0; i < 200; i++) history.pushState(0, '', '/n/' + n++); ${again} })()`,
  '/errors': `(function flood() { for (let i = 0; i < 300; i++) setTimeout(() => { throw new Error(i); }, 0); ${again} })()`,
  '/console': `(function flood() { for (let i = 0; i < 50000; i++) console.log('x'.repeat(200)); ${again} })()`,
  '/observer':
    "let n = 0; new MutationObserver(() => { const link = document.createElement('a'); link.href = '/n/' + n++; document.body.append(link); }).observe(document, { childList: true, subtree: true }); document.body.append('x')",
  '/named':
    "const stream = new EventSource('/events?named'); stream.addEventListener('news', () => 0); stream.addEventListener('open', () => 0)",
  '/stream':
    "let n = 0; const stream = new EventSource('/events'); stream.onmessage = () => { n++; }; stream.onerror = () => 0; setInterval(() => { document.title = n + ' ' + stream.readyState; }, 10)",
};

const server = createServer(({ url = '', headers }, response) => {
  if (url === '/robots.txt') {
    response.writeHead(404).end();
    return;
  }
  if (!url.startsWith('/events')) {
    response.setHeader('content-type', 'text/html');
    const [, length] = /^\/list\/(\d+)$/.exec(url) ?? [];
    if (length !== undefined) {
      response.end(
        Array.from({ length: Number(length) }, (_, at) => `<a href="/item/${at}">item ${at}</a>`).join('\n'),
      );
      return;
    }
    const at = Number(url.slice(1)) || 0;
    const further = [1, 2, 3, 4, 5].map((step) => `<a href="/${5 * at + step}">further</a>`).join('');
    const flood = floods[url] ?? floods[`/${headers.host?.split('.')[0]}`];
    response.end(`<a href="/first">first</a>${further}<script>${flood ?? ''}</script>`);
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  const message = `${url.endsWith('named') ? 'event: news\n' : ''}data: x\n\n`.repeat(100);
  const flow = () => {
    while (!response.destroyed && response.write(message));
  };
  response.on('drain', flow);
  flow();
});

let hostRules = '';
test.beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  hostRules = `MAP *.test 127.0.0.1:${address.port}`;
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('floods of messages are bounded and reported early, and the page is read', async () => {
  test.slow();
  const capture = new BrowserCapture({ headed: false, hostRules, workers: 4, now: Date.now, say: () => undefined });
  try {
    const overloading = new Set<string>();
    const read = async (path: string, site: number): Promise<CapturedPage> => {
      const onOverload = () => void overloading.add(path);
      const page = await capture.read({ url: `http://s${site}.test${path}`, site, onOverload });
      if (page.kind !== 'page') throw new Error(`${path} is a file`);
      expect.soft(addresses(page), path).toContain('/first');
      return page;
    };
    const { user } = process.cpuUsage();
    const pages = await Promise.all(Object.keys(floods).map(read));
    for (const [index, path] of Object.keys(floods).entries())
      expect.soft(pages[index]?.limits, path).toContain('too many messages');
    expect.soft([...overloading].sort()).toEqual(Object.keys(floods).sort());
    // It is closed after that many. The title may be read before the first message.
    expect.soft(pages.at(-1)?.title).toMatch(/^(?:0 0|5000 2)?$/);
    expect.soft((process.cpuUsage().user - user) / 1e6).toBeLessThan(20);
    expect.soft((await read('/plain', 100)).limits).toEqual([]);
  } finally {
    await capture.close();
  }
});

test('a document with more links than the limit costs little more than one at the limit', async () => {
  const capture = new BrowserCapture({ headed: false, hostRules, workers: 1, now: Date.now, say: () => undefined });
  try {
    const read = async (length: number) => {
      const { user } = process.cpuUsage();
      const { limits, links } = await capture.read({ url: `http://list.test/list/${length}`, site: 1 });
      // CPU time of all threads.
      return { limits, links: links.length, cpu: process.cpuUsage().user - user };
    };
    await read(1000);
    const [most, more] = [await read(50_000), await read(60_000)];
    expect([most.limits, more.limits, more.links]).toEqual([[], ['too many links'], 50_000]);
    // Parsing it once more would take three times as long.
    expect(more.cpu).toBeLessThan(1.5 * most.cpu);
  } finally {
    await capture.close();
  }
});

test('overloading hosts give way: nearly all pages of a crawl are those of the good site', async ({ file }) => {
  test.slow();
  const sites = ['good', 'console', 'stream', 'observer', 'routes'].map((name) => newSite(`http://${name}.test/`));
  const visits = new Map<string, number>();
  const options = { ...plainCrawl, db: file, sites, hostRules, workers: 2, pageLimit: 60 };
  const count = ({ host }: Claim) => visits.set(host, (visits.get(host) ?? 0) + 1);
  await crawl(options, { completed: count, failed: count }, Date.now);
  expect(visits.size).toBe(5);
  expect(visits.get('good.test')).toBeGreaterThanOrEqual(54);
});

test('a renderer that keeps the CPU busy gets a lower priority, an idle one does not', () => {
  test.skip(process.platform !== 'linux');
  const [busy, resting] = [0, 1].map(() => spawn('sleep', ['60']));
  const [one = 0, other = 0] = [busy?.pid, resting?.pid];
  const watch = new BusyRenderers();
  for (let second = 0; second < 10; second++) {
    const renderers = [
      { id: one, cpuTime: second },
      { id: other, cpuTime: second % 3 === 0 ? second : second - (second % 3) },
    ];
    watch.look(renderers, 1000 * second);
    if (second === 5) expect(getPriority(one)).toBe(0);
  }
  const priorities = [one, other].map((pid) => getPriority(pid));
  busy?.kill();
  resting?.kill();
  expect(priorities).toEqual([19, 0]);
});
