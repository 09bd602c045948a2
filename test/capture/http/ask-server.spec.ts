import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import { askRobots, type RobotsAnswer } from '../../../src/capture/http/ask-server.ts';
import { HttpClient } from '../../../src/capture/http/http-client.ts';
import { parseHostRules } from '../../../src/capture/network/host-rules.ts';
import { HostTrouble } from '../../../src/domain/errors.ts';
import { MOST_OCTETS, parseRobots } from '../../../src/frontier/hosts/robots.ts';
import { test } from '../../plain-test.ts';

/** Asks a server for its robots.txt. */
async function askedOf(answers: RequestListener): Promise<RobotsAnswer> {
  const server = createServer(answers);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const client = new HttpClient({ hostRules: parseHostRules(''), now: Date.now });
  try {
    const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/robots.txt`);
    return await askRobots(url, MOST_OCTETS + 1, { client, userAgent: 'forager', now: Date.now });
  } finally {
    await client.close();
    server.close();
  }
}

/** Result of reading robots.txt from a server; `isBroken`: the connection breaks before the file ends. */
const asked = (body: Uint8Array | string, isBroken = false, coding?: string): Promise<RobotsAnswer> =>
  askedOf((_, response) => {
    if (isBroken) response.setHeader('content-length', Buffer.byteLength(body) + 10);
    if (coding !== undefined) response.setHeader('content-encoding', coding);
    response.write(body, () => (isBroken ? response.destroy() : response.end()));
  });

const mayVisit = ({ text }: RobotsAnswer, path: string): boolean =>
  parseRobots(text).allows(new URL(path, 'http://uni.edu/'));

test('a line truncated by the limit or a broken connection is dropped', async () => {
  const begin = 'User-agent: *\nDisallow: /a\n';
  const filling = `#${'x'.repeat(MOST_OCTETS - begin.length - 13)}\n`;
  const cut = await asked(`${begin}${filling}Disallow: /x/only-this\n`);
  expect([mayVisit(cut, '/a'), mayVisit(cut, '/x')]).toEqual([false, true]);
  const broken = await asked(`${begin}Disallow: /x`, true);
  expect([mayVisit(broken, '/a'), mayVisit(broken, '/x')]).toEqual([false, true]);
  expect(mayVisit(await asked(`${begin}Disallow: /x`), '/x')).toBe(false);
});

test('bytes that are not UTF-8 stand for themselves', async () => {
  const file = [Buffer.from('\uFEFFUser-agent: *\nDisallow: /новости\nDisallow: /*?q='), [0xec, 0xe8, 0xf0]].flatMap(
    (part) => [...part],
  );
  const answer = await asked(Uint8Array.from(file));
  expect(mayVisit(answer, '/новости/1')).toBe(false);
  expect(mayVisit(answer, '/find?q=%EC%E8%F0&x')).toBe(false);
  expect(mayVisit(answer, '/find?q=%EC%E8')).toBe(true);
});

test('robots.txt is read however it is sent, or everything is forbidden', async () => {
  const file = 'User-agent: *\nDisallow: /private\n';
  const bodies: readonly (readonly [body: Uint8Array | string, coding?: string])[] = [
    [file, 'gzip'],
    [file, 'br'],
    [file, 'deflate'],
    [gzipSync(file)],
    [Buffer.from(`\ufeff${file}`, 'utf16le')],
    [Buffer.from(file, 'utf16le')],
  ];
  for (const [body, coding] of bodies) {
    const answer = await asked(body, false, coding);
    expect([mayVisit(answer, '/private'), mayVisit(answer, '/other')]).toEqual([false, true]);
  }
  for (const coding of ['gzip', 'br'])
    await expect(asked(Uint8Array.of(0, 1, 2, 3, 4, 5), false, coding)).rejects.toThrow(HostTrouble);
  await expect(asked(gzipSync(file).subarray(0, 12))).rejects.toThrow(HostTrouble);
});

test('a server that requires its cookie gets it', async () => {
  const answer = await askedOf(({ headers, url }, response) => {
    const cookie = url?.includes('?') ? { 'set-cookie': 'seen=1; Path=/' } : {};
    if (/seen=1/.test(headers.cookie ?? '')) response.end('User-agent: *\nDisallow: /private');
    else response.writeHead(302, { location: url?.includes('?') ? '/robots.txt' : '?begin', ...cookie }).end();
  });
  expect(mayVisit(answer, '/private')).toBe(false);
});
