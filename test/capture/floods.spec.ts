import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { getPriority } from 'node:os';
import { expect } from '@playwright/test';
import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import { BusyRenderers } from '../../src/capture/browser/busy-renderers.ts';
import type { CapturedPage } from '../../src/domain/page.ts';
import { test } from '../plain-test.ts';
import { addresses } from './fixtures.ts';

const again = 'setTimeout(flood, 0);';
const floods: Readonly<Record<string, string>> = {
  '/routes': `let n = 0; (function flood() { for (let i = 0; i < 200; i++) history.pushState(0, '', '/n/' + n++); ${again} })()`,
  '/errors': `(function flood() { for (let i = 0; i < 300; i++) setTimeout(() => { throw new Error(i); }, 0); ${again} })()`,
  '/console': `(function flood() { for (let i = 0; i < 50000; i++) console.log('x'.repeat(200)); ${again} })()`,
  '/stream':
    "let n = 0; const stream = new EventSource('/events'); stream.onmessage = () => { n++; }; stream.onerror = () => 0; setInterval(() => { document.title = n + ' ' + stream.readyState; }, 10)",
};

const server = createServer(({ url = '' }, response) => {
  if (url !== '/events') {
    response.setHeader('content-type', 'text/html');
    response.end(`<a href="/first">first</a><script>${floods[url] ?? ''}</script>`);
    return;
  }
  response.setHeader('content-type', 'text/event-stream');
  const flow = () => {
    while (!response.destroyed && response.write('data: x\n\n'.repeat(100)));
  };
  response.on('drain', flow);
  flow();
});

test('floods of messages are bounded, and the page is read', async () => {
  test.slow();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const hostRules = `MAP *.test 127.0.0.1:${address.port}`;
  const capture = new BrowserCapture({ headed: false, hostRules, workers: 4, now: Date.now, say: () => undefined });
  try {
    const read = async (path: string, site: number): Promise<CapturedPage> => {
      const page = await capture.read({ url: `http://s${site}.test${path}`, site });
      if (page.kind !== 'page') throw new Error(`${path} is a file`);
      expect.soft(addresses(page), path).toContain('/first');
      return page;
    };
    const { user } = process.cpuUsage();
    const [routes, errors, , stream] = await Promise.all(Object.keys(floods).map(read));
    expect.soft(routes?.limits).toContain('too many messages');
    expect.soft(errors?.limits).toContain('too many messages');
    // It is closed after that many.
    expect.soft(stream?.title).toBe('5000 2');
    expect.soft((process.cpuUsage().user - user) / 1e6).toBeLessThan(20);
  } finally {
    await capture.close();
    server.closeAllConnections();
    server.close();
  }
});

test('a renderer that keeps a processor busy gives way, and one that rests does not', () => {
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
