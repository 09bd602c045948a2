import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { z } from 'zod';
import { typeOf } from '../url/file-types.ts';
import { bodyOf } from './server-page.ts';

/**
 * Content Security Policy: only the dashboard's own scripts, styles and pictures, no frames, no text inserted as
 * markup.
 */
const POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'connect', 'img', 'worker'].map((kind) => `${kind}-src 'self'`),
  ...['frame-ancestors', 'base-uri', 'form-action'].map((kind) => `${kind} 'none'`),
  "require-trusted-types-for 'script'",
  // Allows the worker for graph layout, from the dashboard's own script.
  'trusted-types forager-worker',
].join('; ');

const HEADERS: readonly (readonly [string, string])[] = [
  ['content-security-policy', POLICY],
  ['x-content-type-options', 'nosniff'],
  ['x-frame-options', 'DENY'],
  ['referrer-policy', 'no-referrer'],
  ['cross-origin-opener-policy', 'same-origin'],
  ['cross-origin-resource-policy', 'same-origin'],
  ['permissions-policy', 'camera=(), microphone=(), geolocation=()'],
];

/** Header required for writes: forms and links of other pages can't send it. */
const OWN_HEADER = 'x-forager';
/** Bytes of a request body, at most: lists of sites may be long. */
const MOST_BYTES = 10 * 1024 * 1024;

const isAnyAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';
const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host);

/** Tells whether only this machine can reach a server on an address. */
export const isOfThisMachine = (host: string): boolean => /^(127\.|::1$|localhost$)/.test(host);

/** Returns the dashboard's address on this machine. */
export const ownOrigin = (host: string, port: number): string =>
  `http://${isAnyAddress(host) ? '127.0.0.1' : bracketed(host)}:${port}`;

interface GateOptions {
  readonly token: Token;
  /** Local address of the server. */
  readonly host: string;
  /** TCP port, known once the server listens. */
  readonly port: () => number;
}

/**
 * Admits only the dashboard's own page, in a browser that has the token. DNS rebinding gives another host: 421. Other
 * pages have another origin, or can't set our header: 403.
 */
export function addGate(app: Hono, { token, host, port }: GateOptions): void {
  const cookieName = () => `forager-${port()}`;
  app.use(async (context, next) => {
    for (const [name, value] of HEADERS) context.header(name, value);
    context.header('cache-control', 'no-store');
    if (!isOwnHost(context.req.header('host') ?? '', host, port())) return refused(context, 421, 'no such host here');
    await next();
    return undefined;
  });
  app.get('/healthz', (context) => context.json({ ok: true }));
  app.use(async (context, next) => {
    const { method } = context.req;
    const origin = context.req.header('origin');
    const own = `http://${context.req.header('host')}`;
    const isRead = method === 'GET' || method === 'HEAD';
    if (origin === undefined ? !isRead : origin !== own) return refused(context, 403, 'asked from another page');
    if (/^cross-site|^same-site/.test(context.req.header('sec-fetch-site') ?? '') && isApi(context))
      return refused(context, 403, 'asked from another page');
    if (!isRead) {
      if (context.req.header(OWN_HEADER) !== '1') return refused(context, 403, `the header ${OWN_HEADER} is missing`);
      if (typeOf(context.req.header('content-type') ?? '') !== 'application/json')
        return refused(context, 415, 'only JSON is taken');
    }
    await next();
    return undefined;
  });
  app.use(
    bodyLimit({
      maxSize: MOST_BYTES,
      onError: (context) => refused(context, 413, `more than ${MOST_BYTES} bytes are not taken`),
    }),
  );
  app.post('/api/session', async (context) => {
    const given = await bodyOf(context, z.strictObject({ token: z.string() }));
    if (!token.is(given.token)) return refused(context, 401, 'this is not the token of this dashboard');
    setCookie(context, cookieName(), token.cookie, { httpOnly: true, sameSite: 'Strict', path: '/' });
    return context.json({ ok: true });
  });
  app.use('/api/*', async (context, next) => {
    if (!token.isCookie(getCookie(context, cookieName())))
      return refused(context, 401, 'open the address that forager serve printed: it contains the token');
    await next();
    return undefined;
  });
  app.get('/api/session', (context) => context.json({ ok: true }));
}

const isApi = (context: Context): boolean => context.req.path.startsWith('/api/');

const refused = (context: Context, status: 401 | 403 | 413 | 415 | 421, error: string): Response =>
  context.json({ error }, status);

/**
 * Tells whether a Host header names this server. IP addresses can't be rebound, so a server on all addresses accepts
 * any.
 */
export function isOwnHost(given: string, host: string, port: number): boolean {
  const match = /^(\[[\da-f:.]+\]|[^:]+):(\d+)$/i.exec(given);
  const name = match?.[1]?.toLowerCase() ?? '';
  if (Number(match?.[2] ?? 80) !== port) return false;
  if (['127.0.0.1', 'localhost', '[::1]', bracketed(host).toLowerCase()].includes(name)) return true;
  return isAnyAddress(host) && isIP(name.replace(/^\[|\]$/g, '')) !== 0;
}

/** Bytes of a token: 256 bits. */
const BYTES = 32;

/**
 * Secret that gives access to the dashboard. The fragment of the URL holds the token, hidden from servers and logs; the
 * page exchanges the token for a cookie.
 */
export class Token {
  readonly text: string;
  /** Cookie derived from the token, so that it stays valid after a restart with the same token; not invertible. */
  readonly cookie: string;

  /** @param given token to reuse; a new one if not given */
  constructor(given?: string) {
    this.text = given ?? randomBytes(BYTES).toString('base64url');
    this.cookie = createHmac('sha256', this.text).update('forager dashboard cookie').digest('base64url');
  }

  /** Tells whether a text is the token, in constant time. */
  is(given: string): boolean {
    return equal(given, this.text);
  }

  isCookie(given: string | undefined): boolean {
    return given !== undefined && equal(given, this.cookie);
  }
}

const equal = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
