import { createServer } from 'node:http';
import { expect } from '@playwright/test';
import { parseHostRules } from '../../src/capture/network/host-rules.ts';
import { askedRobots } from '../../src/cli/asked-robots.ts';
import { test } from '../plain-test.ts';

/** Verdict on an address whose server sends this robots.txt; undefined: it breaks the connection. */
async function saidOf(path: string, answer?: { readonly status: number; readonly body: string }) {
  const server = createServer((request, response) => {
    if (answer && request.url === '/robots.txt') response.writeHead(answer.status).end(answer.body);
    else request.socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const reach = { hostRules: parseHostRules(''), contact: undefined, now: Date.now };
  try {
    const said = await askedRobots(new URL(`http://127.0.0.1:${port}${path}`), reach);
    return said?.replace(`127.0.0.1:${port}`, 'HOST');
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test('robots.txt allows, forbids, is missing, fails, or does not answer', async () => {
  const body = 'User-agent: forager\nDisallow: /private';
  const forbidden = 'robots.txt of HOST forbids it';
  const unread = (status: number) =>
    `robots.txt of HOST can't be read (HTTP ${status}), and until then nothing is asked`;
  expect(await saidOf('/', { status: 200, body })).toBeUndefined();
  expect(await saidOf('/private/x', { status: 200, body })).toBe(forbidden);
  expect(await saidOf('/private/x', { status: 404, body })).toBeUndefined();
  expect(await saidOf('/', { status: 503, body: '' })).toBe(unread(503));
  expect(await saidOf('/', { status: 429, body: '' })).toBe(unread(429));
  expect(await saidOf('/')).toBeUndefined();
});
