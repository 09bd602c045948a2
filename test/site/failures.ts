import type { Answer } from '../../src/demo/portal.ts';
import { html, silence, site } from './site.ts';

const status = (code: number, body = `<h1>${code}</h1><a href=/x>x</a>`): Answer => ({
  status: code,
  headers: { 'content-type': 'text/html' },
  body,
});
const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n';
const raw = (bytes: string, ending: 'complete' | 'stall' | 'reset'): Answer => ({ raw: [{ pause: 0, bytes }], ending });
const begun = '<title>begun</title><a href=/first>f</a><p>words</p>\n';

/** Servers that fail. */
export const failures = site('failures.test', {
  '/fine': html('<a href=/x>x</a>'),
  '/400': status(400),
  '/401': { ...html('<a href=/x>x</a>', { 'www-authenticate': 'Basic realm="x"' }), status: 401 },
  '/403': status(403),
  '/404': status(404),
  '/404-empty': status(404, ''),
  '/410': status(410),
  '/429': status(429),
  '/500': status(500),
  '/500-empty': status(500, ''),
  '/503': status(503),
  '/999': status(999),
  '/reset': { raw: [], ending: 'reset' },
  '/empty-reply': { raw: [], ending: 'complete' },
  '/silence': silence,
  '/half-head': raw('HTTP/1.1 200 OK\r\ncontent-ty', 'stall'),
  '/stall': raw(`${head}content-length: 100000\r\n\r\n${begun}`, 'stall'),
  '/reset-in-body': raw(`${head}content-length: 100000\r\n\r\n${begun}`, 'reset'),
  '/short': raw(`${head}content-length: 100000\r\n\r\n${begun}`, 'complete'),
  '/bad-chunk': {
    raw: [
      { pause: 0, bytes: `${head}transfer-encoding: chunked\r\n\r\n40\r\n${begun.padEnd(64)}\r\n` },
      { pause: 300, bytes: 'zz\r\n' },
    ],
    ending: 'complete',
  },
  '/two-lengths': raw('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello', 'complete'),
  '/big-head': raw(`${head}x: ${'x'.repeat(400_000)}\r\n\r\n${begun}`, 'complete'),
});
