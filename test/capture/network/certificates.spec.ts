import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer, type Server } from 'node:https';
import { expect } from '@playwright/test';
import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import type { Capture } from '../../../src/capture/capture.ts';
import { askRobots } from '../../../src/capture/http/ask-server.ts';
import { HttpCapture } from '../../../src/capture/http/http.ts';
import { HttpClient } from '../../../src/capture/http/http-client.ts';
import { parseHostRules } from '../../../src/capture/network/host-rules.ts';
import { certificateFault } from '../../../src/capture/network/visit-error.ts';
import { RefusedVisit } from '../../../src/domain/errors.ts';
import { test as base, runCrawl } from '../../crawl/demo-web.ts';
import { newSite } from '../../frontier/world.ts';
import { certificate } from '../../site/certificate.ts';

const NOT_VALID = 'certificate not valid: unknown authority';

interface Secure {
  readonly hostRules: string;
  /** Requested paths. */
  readonly asked: string[];
  captureOf(render: 'browser' | 'http', checksCertificates: boolean): Capture;
}

const portOf = (server: Server | ReturnType<typeof createPlainServer>): number => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
};

const test = base.extend<Record<never, never>, { secure: Secure }>({
  secure: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const asked: string[] = [];
      const secure = createServer(certificate, ({ url = '' }, response) => {
        asked.push(url);
        if (url === '/script') response.setHeader('content-type', 'text/javascript').end('document.title = "scripted"');
        else if (url === '/file') response.setHeader('content-type', 'application/zip').end('PK');
        else if (url === '/robots.txt') response.end('User-agent: *\nDisallow:');
        else response.setHeader('content-type', 'text/html').end('<title>secure</title><a href=/x>x</a>');
      }).listen(0, '127.0.0.1');
      const plain = createPlainServer(({ url = '' }, response) => {
        if (url === '/to') response.writeHead(302, { location: 'https://self-signed.test/landed' }).end();
        else {
          response.setHeader('content-type', 'text/html');
          response.end('<title>plain</title><a href=/x>x</a><script src="https://other.test/script"></script>');
        }
      }).listen(0, '127.0.0.1');
      await Promise.all([once(secure, 'listening'), once(plain, 'listening')]);
      const hostRules = `MAP *.test:443 127.0.0.1:${portOf(secure)}, MAP *.test:80 127.0.0.1:${portOf(plain)}`;
      const captures: Capture[] = [];
      await use({
        hostRules,
        asked,
        captureOf(render, checksCertificates) {
          const how = { checksCertificates, now: Date.now };
          const capture =
            render === 'http'
              ? new HttpCapture({ ...how, hostRules: parseHostRules(hostRules), userAgent: 'test' })
              : new BrowserCapture({ ...how, hostRules, workers: 1, headed: false, say: () => undefined });
          captures.push(capture);
          return capture;
        },
      });
      for (const capture of captures) await capture.close();
      for (const server of [secure, plain]) server.close().closeAllConnections();
    },
    { scope: 'worker' },
  ],
});

test.beforeEach(({ secure }) => {
  secure.asked.length = 0;
});

for (const render of ['browser', 'http'] as const) {
  test(`without a session a page is read, and the certificate fault is reported: ${render}`, async ({ secure }) => {
    const capture = secure.captureOf(render, false);
    const read = (url: string, site = 1) => capture.read({ url, site });
    const first = await read('https://self-signed.test/');
    expect(first).toMatchObject({ kind: 'page', title: 'secure', limits: [NOT_VALID] });
    expect(secure.asked.filter((path) => path === '/')).toHaveLength(1);
    for (const [url, site] of [
      ['https://self-signed.test/again', 1] as const,
      ['https://self-signed.test/', 2] as const,
    ])
      expect(await read(url, site)).toMatchObject({ kind: 'page', limits: [NOT_VALID] });
    expect(await read('https://self-signed.test/file')).toMatchObject({ kind: 'file', limits: [NOT_VALID] });
    expect((await read('http://plain.test/to', 3)).limits).toEqual([NOT_VALID]);
    expect((await read('http://plain.test/', 3)).limits).toEqual([]);
    expect((await secure.captureOf(render, false).read({ url: 'http://new.test/to', site: 1 })).limits).toEqual([
      NOT_VALID,
    ]);
  });

  test(`where certificates are checked, nothing is sent to a server with an invalid one: ${render}`, async ({
    secure,
  }) => {
    const capture = secure.captureOf(render, true);
    for (const url of ['https://self-signed.test/', 'http://plain.test/to']) {
      const thrown: unknown = await capture.read({ url, site: 1 }).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(RefusedVisit);
      expect(String(thrown)).toContain(`${NOT_VALID}; with a session only --insecure reads it`);
    }
    expect((await capture.read({ url: 'http://plain.test/', site: 2 })).limits).toEqual([]);
    expect(secure.asked).toEqual([]);
  });
}

for (const render of ['browser', 'http'] as const) {
  test(`a crawl with cookies checks certificates, unless --insecure is given: ${render}`, async ({ secure, file }) => {
    const cookies = `${file}.cookies.txt`;
    writeFileSync(cookies, 'self-signed.test\tFALSE\t/\tTRUE\t0\tname\tvalue\n');
    const sites = [newSite('https://self-signed.test/')];
    const options = { render, cookies, depth: 0, delay: 0, robots: false };
    for (const robots of [true, false]) {
      const crawled = runCrawl(file, sites, secure, { ...options, robots });
      await expect(crawled).rejects.toThrow(`${NOT_VALID}; with a session only --insecure reads it`);
    }
    expect(secure.asked).toEqual([]);
    expect(await runCrawl(`${file}.2`, sites, secure, { ...options, insecure: true })).toMatchObject({ pages: 1 });
  });
}

test('resources of a page are accepted if the page would be', async ({ secure }) => {
  const page = await secure.captureOf('browser', false).read({ url: 'http://plain.test/', site: 1 });
  expect(page).toMatchObject({ title: 'scripted' });
});

test('robots.txt', async ({ secure }) => {
  const ask = async (checksCertificates: boolean) => {
    const client = new HttpClient({ hostRules: parseHostRules(secure.hostRules), checksCertificates, now: Date.now });
    const how = { client, userAgent: 'test', now: Date.now };
    return await askRobots(new URL('https://self-signed.test/robots.txt'), 1000, how).finally(() => client.close());
  };
  expect((await ask(false)).text).toContain('Disallow');
  await expect(ask(true)).rejects.toThrow(/certificate not valid: unknown authority.*--insecure/);
});

const codes: Readonly<Record<string, string | undefined>> = {
  ERR_CERT_AUTHORITY_INVALID: 'unknown authority',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'unknown authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown authority',
  ERR_CERT_DATE_INVALID: 'out of date',
  CERT_HAS_EXPIRED: 'out of date',
  CERT_NOT_YET_VALID: 'out of date',
  ERR_CERT_COMMON_NAME_INVALID: 'of another host',
  ERR_TLS_CERT_ALTNAME_INVALID: 'of another host',
  ERR_CERT_REVOKED: 'revoked',
  CERT_REVOKED: 'revoked',
  ERR_CERT_WEAK_SIGNATURE_ALGORITHM: 'weak signature algorithm',
  ERR_CERTIFICATE_TRANSPARENCY_REQUIRED: 'transparency required',
  CERT_CHAIN_TOO_LONG: 'chain too long',
  ERR_SSL_PROTOCOL_ERROR: undefined,
  ERR_CONNECTION_REFUSED: undefined,
  ECONNRESET: undefined,
};
for (const [code, fault] of Object.entries(codes))
  test(`${code}: ${fault ?? 'no fault of a certificate'}`, () => expect(certificateFault(code)).toBe(fault));
