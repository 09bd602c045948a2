import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import { createServer as createRawServer, type Server } from 'node:net';
import { expect } from '@playwright/test';
import { decompress } from '../../../src/capture/encoding/decompress.ts';
import {
  type Asked,
  type HttpAnswer,
  HttpClient,
  type HttpClientOptions,
} from '../../../src/capture/http/http-client.ts';
import { parseHostRules } from '../../../src/capture/network/host-rules.ts';
import { type DemoServer, serveDemo } from '../../../src/demo/server.ts';
import { RetryVisit } from '../../../src/domain/errors.ts';
import { test as base } from '../../plain-test.ts';
import { certificate } from '../../site/certificate.ts';
import { oddSites } from '../../site/sites.ts';

interface World {
  readonly server: DemoServer;
  /** Requests `host/path` of the odd sites. */
  ask(address: string, asked?: Partial<Asked>, options?: Partial<HttpClientOptions>): Promise<HttpAnswer>;
}

const test = base.extend<Record<never, never>, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const server = await serveDemo({ portals: oddSites });
      const clients: HttpClient[] = [];
      const ask: World['ask'] = async (address, asked, options) => {
        const client = new HttpClient({ hostRules: parseHostRules(server.hostRules), now: Date.now, ...options });
        clients.push(client);
        const url = address.includes('://') ? address : `http://${address}`;
        return await client.fetch({ url, headers: {}, answerWithin: 1500, bodyWithin: 700, ...asked });
      };
      await use({ server, ask });
      for (const client of clients) await client.close();
      await server.close();
    },
    { scope: 'worker' },
  ],
});

const text = ({ body }: HttpAnswer): string => Buffer.from(body).toString();

test('an answer is returned as sent', async ({ world }) => {
  const before = Date.now();
  const answer = await world.ask('answers.test/no-store');
  expect(answer).toMatchObject({ url: 'http://answers.test/no-store', status: 200, isCutOff: false, isLate: false });
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
  expect(text(answer)).toContain('<a href=/x>x</a>');
  expect(answer.askedAt).toBeGreaterThanOrEqual(before);
});

test('one hop: a redirect is an answer', async ({ world }) => {
  expect(await world.ask('redirects.test/chain')).toMatchObject({ status: 302, headers: { location: '/301' } });
});

for (const path of ['gzip', 'deflate', 'deflate-raw', 'br', 'zstd', 'gzip-br', 'unknown-coding']) {
  test(`decompresses ${path}`, async ({ world }) => {
    const answer = await world.ask(`answers.test/${path}`);
    expect(text(answer)).toBe('<!doctype html><title>t</title><a href=/x>x</a>');
    expect(answer.isCutOff).toBe(false);
  });
}

for (const path of ['gzip-cut', 'gzip-damaged']) {
  test(`decompresses as far as possible: ${path}`, async ({ world }) => {
    const answer = await world.ask(`answers.test/${path}`);
    expect(text(answer)).toMatch(/^<!doctype html><title>t<\/title><a href=\/x>x<\/a>/);
    expect(answer).toMatchObject({ isCutOff: true, isLate: false });
  });
}

test('text with a wrong Content-Encoding is returned as it is, other bytes are not', async ({ world }) => {
  const answer = await world.ask('answers.test/not-gzip');
  expect(text(answer)).toBe('<!doctype html><title>t</title><a href=/x>x</a>');
  expect(answer.isCutOff).toBe(false);
  for (const coding of ['gzip', 'deflate', 'br', 'zstd']) {
    const whole = (words: string) => decompress({ bytes: Buffer.from(words), isCutOff: false }, coding, 1000);
    expect(Buffer.from((await whole('\n<html><a href=/x>x</a>')).bytes).toString()).toBe('\n<html><a href=/x>x</a>');
    const robots = 'User-agent: *\nDisallow: /private\n';
    expect(Buffer.from((await whole(robots)).bytes).toString()).toBe(robots);
    expect(await whole('\0\x01\x02\x03 some bytes')).toMatchObject({ isCutOff: true });
  }
});

for (const path of ['gzip-bomb', 'zstd-bomb', 'huge']) {
  test(`reads no more than requested: ${path}`, async ({ world }) => {
    const before = process.memoryUsage().rss;
    const { body, isCutOff, isLate } = await world.ask(`answers.test/${path}`, { maxBytes: 1_000_000 });
    expect([body.length, isCutOff, isLate]).toEqual([1_000_000, true, false]);
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });
}

/** A zstd frame that declares a window in its header, with blocks of one repeated byte. */
const zstdFrame = (window: number, blocks: number): Buffer => {
  const block = (isLast: boolean) => [
    (isLast ? 1 : 0) | 2 | ((131_072 << 3) & 0xff),
    ((131_072 << 3) >> 8) & 0xff,
    (131_072 << 3) >> 16,
    0x20,
  ];
  const all = Array.from({ length: blocks }, (_, index) => block(index === blocks - 1)).flat();
  return Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, window, ...all]);
};
for (const [what, bytes, length] of [
  ['with the largest usual window', zstdFrame(0x68, 8), 2 ** 20],
  ['with a window of half a gigabyte', zstdFrame(0x98, 300), 0],
  ['with such a window behind a usual one', Buffer.concat([zstdFrame(0x68, 8), zstdFrame(0xa0, 300)]), 2 ** 20],
  ['of many frames, each with its window', Buffer.concat(Array(400).fill(zstdFrame(0x68, 1))), 32 * 131_072],
] as const) {
  test(`zstd ${what}`, async () => {
    const part = await decompress({ bytes, isCutOff: false }, 'zstd', 32 * 2 ** 20);
    expect([part.bytes.length, part.isCutOff]).toEqual([length, length !== 2 ** 20 || bytes.length > 100]);
  });
}

for (const path of ['reset-in-body', 'short', 'bad-chunk', 'stall']) {
  test(`a truncated body is kept as far as it arrived: ${path}`, async ({ world }) => {
    const answer = await world.ask(`failures.test/${path}`);
    expect(text(answer)).toContain('<a href=/first>f</a>');
    expect(answer).toMatchObject({ status: 200, isCutOff: true, isLate: path === 'stall' });
  });
}

test('an endless body is kept as far as it arrived in time', async ({ world }) => {
  const answer = await world.ask('answers.test/trickle');
  expect(text(answer)).toMatch(/^(<p>more<\/p>){5,}$/);
  expect(answer).toMatchObject({ isCutOff: true, isLate: true });
});

const failures: Record<string, string> = {
  silence: 'no answer in time',
  'half-head': 'no answer in time',
  'empty-reply': 'ERR_EMPTY_RESPONSE',
  'big-head': 'ERR_RESPONSE_HEADERS_TOO_BIG',
  'two-lengths': 'ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH',
};
for (const [path, reason] of Object.entries(failures)) {
  test(`no answer: ${path}`, async ({ world }) => {
    const thrown: unknown = await world.ask(`failures.test/${path}`).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(RetryVisit);
    expect(String(thrown)).toContain(reason);
  });
}

test('a host that a rule declares unknown', async ({ world }) => {
  const hostRules = parseHostRules('MAP answers.test ~NOTFOUND');
  await expect(world.ask('answers.test/page', {}, { hostRules })).rejects.toThrow('ERR_NAME_NOT_RESOLVED');
});

test("https with an unknown certificate; rules for hosts keep the host's name", async ({ world }) => {
  const server = createServer(certificate, (request, response) => {
    const name = 'servername' in request.socket ? request.socket.servername : undefined;
    response.end(`${request.headers.host} ${name}`);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const hostRules = parseHostRules(`MAP secure.test 127.0.0.1:${port}`);
  expect(text(await world.ask('https://secure.test/', {}, { hostRules }))).toBe('secure.test secure.test');
  await new Promise((done) => server.close(done).closeAllConnections());
});

/** Listens on a loopback port; returns a host rule that leads all names there. */
async function listening(server: Server): Promise<HttpClientOptions['hostRules']> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  return parseHostRules(`MAP * 127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
}

const BODY = '<a href=/x>x</a>';
const SIZED = `Content-Type: text/html\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
const CHUNKED = `Content-Type: text/html\r\nTransfer-Encoding: chunked`;
const chunked = (end: string) => `4${end}${BODY.slice(0, 4)}${end}c ;x=y${end}${BODY.slice(4)}${end}0${end}${end}`;
/**
 * Answers that Chromium accepts and strict parsers reject. The connection stays open if the answer declares its length.
 */
const odd: Readonly<Record<string, string>> = {
  'lines that end without a carriage return': `HTTP/1.1 200 OK\r\n${SIZED}`.replaceAll('\r', ''),
  'a control character in a value': `HTTP/1.1 200 OK\r\nX-Cache: a\x01b\r\n${SIZED}`,
  'a line without a colon': `HTTP/1.1 200 OK\r\nThis line has none\r\n${SIZED}`,
  'no name before the colon': `HTTP/1.1 200 OK\r\n: none\r\n${SIZED}`,
  'a name that is none, with a length before it': `HTTP/1.1 200 OK\r\nÄ(x): me\r\n${SIZED}`,
  'one length twice': `HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n${SIZED}`,
  'a length and chunks': `HTTP/1.1 200 OK\r\nContent-Length: 99\r\n${CHUNKED}\r\n\r\n${chunked('\r\n')}`,
  'chunks whose lines end without a carriage return':
    `HTTP/1.1 200 OK\n${CHUNKED}\n\n`.replace('\r', '') + chunked('\n'),
  'a version of its own': `HTTP/3.7 200\r\n${SIZED}`,
  'letters before the head': `xx\r\nHTTP/1.1 200 OK\r\n${SIZED}`.replace('\r\n', ''),
  'another answer first': `HTTP/1.1 103 Early\nLink: </a>\n\nHTTP/1.1 200 OK\n${SIZED}`,
  'a folded line without its header': `HTTP/1.1 200 OK\r\n two\r\n${SIZED}`,
};

test('malformed headers accepted by browsers are accepted', async () => {
  const asked: string[] = [];
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      const place = /\r\nhost: (\d+)\.test/i.exec(data.toString())?.[1] ?? '';
      asked.push(place);
      socket.write(Object.values(odd)[Number(place)] ?? '', 'latin1');
    });
  });
  const hostRules = await listening(server);
  const client = new HttpClient({ hostRules, now: Date.now });
  for (const [index, name] of Object.keys(odd).entries()) {
    const url = `http://${index}.test/`;
    const answer = await client.fetch({ url, headers: {}, answerWithin: 1500, bodyWithin: 700 });
    expect({ name, text: text(answer), isCutOff: answer.isCutOff, type: answer.headers['content-type'] }).toEqual({
      ...{ name, text: BODY, isCutOff: false, type: 'text/html' },
    });
  }
  const before = asked.length;
  await client.fetch({ url: 'http://0.test/2', headers: {}, answerWithin: 1500, bodyWithin: 700 });
  expect(asked.slice(before), 'a server that is known is asked once').toEqual(['0']);
  await client.close();
  server.close();
});

test('servers that speak HTTP/2 only', async ({ world }) => {
  const server = createSecureServer(certificate, (request, response) => {
    response.writeHead(200, { 'set-cookie': ['a=1', 'b=2'], 'content-type': 'text/plain' });
    response.end(`${request.httpVersion} ${request.url} ${request.headers.agent}`);
  });
  const hostRules = await listening(server);
  const answer = await world.ask('https://new.test/robots.txt?x', { headers: { agent: 'me' } }, { hostRules });
  expect(answer).toMatchObject({ status: 200, isCutOff: false, certificateFault: expect.any(String) });
  expect(answer.headers['set-cookie']).toEqual(['a=1', 'b=2']);
  expect(text(answer)).toBe('2.0 /robots.txt?x me');
  const checking = { hostRules, checksCertificates: true };
  await expect(world.ask('https://new.test/', {}, checking)).rejects.toThrow(/certificate/);
  server.close();
});
