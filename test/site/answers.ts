import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import type { Chunk } from '../../src/demo/portal.ts';
import { html, site, typed } from './site.ts';

const page = '<!doctype html><title>t</title><a href=/x>x</a>';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const megabyte = `<p>${'words '.repeat(1700)}</p>
`.repeat(100);

const endlessly = (type: string, bytes: string) => ({
  status: 200,
  headers: { 'content-type': type },
  body: Array.from({ length: 1000 }, () => ({ pause: 20, bytes })) satisfies readonly Chunk[],
});

/** Incompressible bytes. */
const noise = Array.from({ length: 20_000 }, (_, i) => ((i * 7919) % 9973).toString(36)).join(' ');
const damaged = (bytes: Buffer): Buffer => bytes.fill(0xaa, bytes.length >> 1);

/** Zstandard by hand, as Node 20 cannot compress it: blocks behind a header without a size. */
const zstd = (blocks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58]), ...blocks, blockHead(0, 0, true)]);
const blockHead = (type: number, size: number, isLast = false): Buffer => {
  const head = (size << 3) | (type << 1) | (isLast ? 1 : 0);
  return Buffer.from([head & 0xff, (head >> 8) & 0xff, head >> 16]);
};
const rawBlock = (text: string): Buffer => Buffer.concat([blockHead(0, Buffer.byteLength(text)), Buffer.from(text)]);
/** 128 KiB of blanks in four bytes. */
const blankBlock = (): Buffer => Buffer.concat([blockHead(1, 131_072), Buffer.from(' ')]);

/** Improper answers of a server. */
export const answers = site('answers.test', {
  '/page': html('<a href=/x>x</a>'),
  '/attachment': typed('text/html', page, { 'content-disposition': 'attachment; filename="x.html"' }),
  '/octets': typed('application/octet-stream', page),
  '/zip': typed('application/zip', 'PK'),
  '/pdf': typed('application/pdf', '%PDF-1.4\n%%EOF'),
  '/no-content': { status: 204, headers: {}, body: '' },
  '/reset-content': { status: 205, headers: {}, body: '' },
  '/png': typed('image/png', png),
  '/text': typed('text/plain', page),
  '/json': typed('application/json', '{"href": "/x"}'),
  '/xml': typed('text/xml', '<?xml version="1.0"?><a href="/x"/>'),
  '/rss': typed('application/rss+xml', '<rss><channel><link>http://x.test/</link></channel></rss>'),
  '/video': typed('video/mp4', 'x'),
  '/untyped-page': typed('', page),
  '/untyped-image': typed('', png),
  '/untyped-text': typed('', 'Just some words, no markup at all.'),
  '/unknown-type': typed('unknown/unknown', page),
  '/wrong-type': typed('text/html', png),
  '/type-upper': typed('TEXT/HTML ; Charset="UTF-8"', page),
  '/types-twice': { status: 200, headers: { 'content-type': ['text/plain', 'text/html'] }, body: page },
  '/empty': typed('text/html', ''),
  '/empty-untyped': typed('', ''),
  '/broken': typed('text/html', '<table><a href=/a<b><a href="/b">x<td></a></p></html><a href=/c>y<!-- <a href=/d>'),
  '/nul': typed('text/html', 'a\0b<a href="/x\0y">te\0xt</a>\0<a hr\0ef=/z>z</a><a href=/last>l</a>'),
  '/huge': typed(
    'text/html',
    Buffer.concat([
      Buffer.from('<title>huge</title><a href=/top>top</a>'),
      Buffer.from(megabyte.repeat(9)),
      Buffer.from('<a href=/bottom>bottom</a>'),
    ]),
  ),
  '/gzip': typed('text/html', gzipSync(page), { 'content-encoding': 'gzip' }),
  '/gzip-bomb': typed('text/html', gzipSync(page + ' '.repeat(50_000_000)), { 'content-encoding': 'gzip' }),
  '/not-gzip': typed('text/html', page, { 'content-encoding': 'gzip' }),
  '/deflate': typed('text/html', deflateSync(page), { 'content-encoding': 'deflate' }),
  '/deflate-raw': typed('text/html', deflateRawSync(page), { 'content-encoding': 'deflate' }),
  '/br': typed('text/html', brotliCompressSync(page), { 'content-encoding': 'br' }),
  '/zstd': typed('text/html', zstd([rawBlock(page)]), { 'content-encoding': 'zstd' }),
  '/zstd-bomb': typed('text/html', zstd([rawBlock(page), ...Array.from({ length: 20_000 }, blankBlock)]), {
    'content-encoding': 'zstd',
  }),
  '/gzip-br': typed('text/html', brotliCompressSync(gzipSync(page)), { 'content-encoding': 'gzip, br' }),
  '/unknown-coding': typed('text/html', page, { 'content-encoding': 'identity, none' }),
  '/gzip-cut': typed('text/html', gzipSync(page + noise).subarray(0, 3000), { 'content-encoding': 'gzip' }),
  '/gzip-damaged': typed('text/html', damaged(gzipSync(page + noise)), { 'content-encoding': 'gzip' }),
  '/trickle': endlessly('text/html', '<p>more</p>'),
  '/camera': endlessly(
    'multipart/x-mixed-replace; boundary=x',
    '--x\r\ncontent-type: text/html\r\n\r\n<a href=/x>\r\n',
  ),
  '/endless-text': endlessly('text/plain', 'more\n'.repeat(500)),
  '/http-0.9': { raw: [{ pause: 0, bytes: page }], ending: 'complete' },
  '/status-299': { ...html('<a href=/x>x</a>'), status: 299 },
  '/no-store': html('<a href=/x>x</a>', { 'cache-control': 'no-store', refresh: '600' }),
  '/csp': html('<a href=/x>x</a><script>document.body.innerHTML += "<a href=/y>y</a>"</script>', {
    'content-security-policy': "default-src 'none'; sandbox; require-trusted-types-for 'script'",
  }),
});
