import { createServer } from 'node:net';
import { DebugPage } from '../../../src/capture/browser/debug/debug-page.ts';
import { GiveUpVisit, RetryVisit } from '../../../src/domain/errors.ts';
import { expect, test as odd } from '../fixtures.ts';

type Why = (url: string) => Promise<string | null>;

/** A page of `linkless.test`, or a whole address, and the expected reason. */
const whys = {
  '/links': null,
  '/script-error':
    "No links: a script of the page failed: TypeError: Cannot read properties of undefined (reading 'map') (http://linkless.test/broken.js, line 2).",
  '/syntax-error':
    "No links: a script of the page failed: SyntaxError: Unexpected token '=' (http://linkless.test/syntax.js, line 3).",
  '/rejected': 'No links: a script of the page failed: TypeError: no routes (http://linkless.test/rejected, line 1).',
  '/console-error': "No links: the page's console tells of an error: [Vue warn]: no template.",
  '/api-error': 'No links: a request for data was answered with HTTP 500: GET http://linkless.test/api/500.',
  '/api-login':
    'No links: the server gives the page its data only after a log-in (HTTP 401): GET http://linkless.test/api/401.',
  '/api-broken': 'No links: a request for data failed (ERR_EMPTY_RESPONSE): GET http://linkless.test/api/reset.',
  '/api-forbidden': /^No links: a script may not read an answer of another server: .* blocked by CORS policy/,
  '/api-elsewhere': 'No links: a request to another server was answered with HTTP 404: GET http://framed.test/none.',
  '/held-back':
    'No links: Forager did not send a request of the page, as it may write: PUT http://linkless.test/api/save.',
  '/log-in': 'No links: the page asks its reader to log in.',
  '/to-log-in': 'No links: the page asks its reader to log in (http://linkless.test/sso/login).',
  '/soft-404': 'No links: the page says that it is missing, and its server says that it is there: "Page not found".',
  '/x-frame':
    /^No links: a frame of the page may not be shown \(http:\S+\/denied\): .* because it set 'X-Frame-Options' to 'deny'\.$/,
  '/ancestors':
    /^No links: a frame of the page may not be shown \(http:\S+\/no-ancestors\): .* "frame-ancestors 'none'"\.$/,
  '/frame-source': /^No links: a frame of the page may not be shown: .* "frame-src 'self'"\.$/,
  '/frame-500': 'No links: the document of a frame was answered with HTTP 500: http://linkless.test/500.',
  '/frame-alone': 'No links: the page has nothing but frames, and their documents have none.',
  '/consent': 'No links: the page asks about cookies or consent first, and Forager could not get past the question.',
  '/empty': 'No links: the page is empty, and nothing went wrong while it loaded.',
  '/drawn': 'No links: the page shows no text, and nothing went wrong while it loaded.',
  '/picture-404': 'No links: the page has text alone.',
  '/text': 'No links: the page has text alone, and nothing went wrong while it loaded.',
  '/canvas': 'No links: the page is drawn on a canvas, where there are no elements to read.',
  '/not-web': 'No links: those that the page has lead to no page of the Web (javascript:, mailto:, tel:).',
  '/places': 'No links: those that the page has lead to places in itself.',
  '/controls': 'No links: the page has 2 buttons and the like, and none that Forager pressed led to an address.',
  '/for-browsers':
    'No links: the browser is sent another page, or scripts take its links away; a read without a browser finds 1.',
  // Forager reads their contents.
  '/closed-root': null,
  '/download': 'No links: the address leads to a download (application/octet-stream), not to a page.',
  '/pdf': 'No links: the address leads to a file, not a page: application/pdf.',
  '/nothing': 'No links: the server sends an answer without a page: HTTP 204.',
  '/401': 'No links: the server asks its reader to log in (HTTP 401).',
  '/403': 'No links: the server does not show this page to Forager (HTTP 403).',
  '/404': 'No links: the server has no such page (HTTP 404).',
  '/418': 'No links: the server answers with an error (HTTP 418).',
  '/429': 'No links: the server is busy, or is asked too often (HTTP 429).',
  '/500': 'No links: the server failed (HTTP 500).',
  '/silence': 'No links: linkless.test did not answer in time.',
  '/reset': 'No links: the connection to linkless.test failed (ERR_EMPTY_RESPONSE).',
  '/cut-off': 'No links: the answer broke off before its end.',
  '/off-site': 'A crawl does not read this page: it leads to http://framed.test/boxed, outside of the site.',
  '/to-nowhere': 'No links: no host has the name nowhere.invalid (ERR_NAME_NOT_RESOLVED).',
  '/redirects': 'No links: the address redirects again and again, and never to a page (ERR_TOO_MANY_REDIRECTS).',
  '/refresh-loop': 'No links: the page leads on to other documents again and again, and never stops.',
  '/refresh-self': 'No links: the page leads on to other documents again and again, and never stops.',
  '/csp': /^No links: the page's own rules \(Content Security Policy\) forbid .* "script-src 'none'"\.$/,
  '/csp-inline': /^No links: the page's own rules \(Content Security Policy\) forbid .* inline script .*'self''\.$/,
  '/script-404': 'No links: a script of the page was answered with HTTP 404: http://linkless.test/gone.js.',
  '/module-404': 'No links: a JavaScript module of the page was answered with HTTP 404: http://linkless.test/gone.js.',
  '/module-type': /^No links: a module of the page is no script: .* MIME type of "text\/html"\.$/,
  'https://linkless.test/': 'No links: there is no safe connection (TLS): ERR_SSL_PROTOCOL_ERROR.',
  'http://nowhere.invalid/': 'No links: no host has the name nowhere.invalid (ERR_NAME_NOT_RESOLVED).',
  // Its scripts are ended: the tab reads no other page.
  '/busy': 'No links: the page was read as it was when it met a limit: script ended.',
} as const;

/** All pages are read in one tab, as starting its browser takes longer than loading them. */
const test = odd.extend<object, { why: Why }>({
  why: [
    async ({ odd }, use) => {
      const page = await DebugPage.open({
        scope: 'host',
        headed: false,
        slowMo: 0,
        files: { screenshot: undefined, trace: undefined, har: undefined },
        hostRules: odd.server.hostRules,
        forbids: async () => undefined,
        say: () => undefined,
        now: Date.now,
        patience: { answer: 1500, page: 1500, requests: 500, script: 600 },
      });
      await use(async (url) => {
        const read = await page.read(url).catch((error: unknown) => {
          if (error instanceof GiveUpVisit || error instanceof RetryVisit) return error;
          throw error;
        });
        const { why } = await page.diagnose(url, read);
        if (!(read instanceof Error)) return why;
        // The failed load may still be running, or Chromium's own error page may be loading.
        const { page: shown, answer } = page.tab;
        const failed = { waitUntil: 'commit', timeout: 500 } as const;
        if (!answer || answer.status() === 302) await shown.waitForURL(/^chrome-error:/, failed).catch(() => undefined);
        await shown.goto('about:blank');
        return why;
      });
      await page.close();
    },
    { scope: 'worker' },
  ],
});

for (const [address, expected] of Object.entries(whys)) {
  test(`${address}: ${expected ?? 'no reason, as it has links'}`, async ({ why }) => {
    const said = await why(new URL(address, 'http://linkless.test').href);
    if (expected instanceof RegExp) expect(said).toMatch(expected);
    else expect(said).toBe(expected);
  });
}

test('no server listens: the connection is refused', async ({ why }) => {
  const server = createServer();
  const port = await new Promise<number>((done) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      done(typeof address === 'object' && address ? address.port : 0);
    });
  });
  await new Promise((done) => server.close(done));
  expect(await why(`http://127.0.0.1:${port}/`)).toBe(
    `No links: 127.0.0.1:${port} refuses the connection (ERR_CONNECTION_REFUSED).`,
  );
});
