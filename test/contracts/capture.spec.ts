import type { Capture } from '../../src/capture/capture.ts';
import { HttpCapture } from '../../src/capture/http/http.ts';
import { parseHostRules } from '../../src/capture/network/host-rules.ts';
import { GiveUpVisit } from '../../src/domain/errors.ts';
import type { CapturedFile, CapturedPage } from '../../src/domain/page.ts';
import { expect, type Odd, test as odd } from '../capture/fixtures.ts';
import { written } from '../site/encodings.ts';

/** All stored data of a visit. */
type Seen = CapturedPage | CapturedFile | { readonly error: string; readonly message: string };

const test = odd.extend<Record<never, never>, { http: HttpCapture }>({
  http: [
    async ({ odd: { server, patience } }, use) => {
      const hostRules = parseHostRules(server.hostRules);
      const http = new HttpCapture({ hostRules, userAgent: 'Forager', now: Date.now, patience });
      await use(http);
      await http.close();
    },
    { scope: 'worker' },
  ],
});

async function see(capture: Capture, address: string): Promise<Seen> {
  try {
    const { askedAt, rendering: _, ...seen } = await capture.read({ url: `http://${address}`, site: 700 });
    expect(askedAt).toBeGreaterThan(Date.now() - 60_000);
    // Resources loaded next to documents are known in a browser only.
    const links = (all: CapturedPage['links']) => all.filter(({ role }) => role === 'link');
    return seen.kind === 'page' ? { ...seen, links: links(seen.links) } : seen;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { error: error.constructor.name, message: error.message };
  }
}

async function both(browser: Odd['capture'], http: HttpCapture, address: string) {
  // Concurrently: on endless pages both wait long.
  const [shown, plain] = await Promise.all([see(browser, address), see(http, address)]);
  return { browser: shown, http: plain };
}

const alike: Readonly<Record<string, string>> = {
  'answers.test': `page attachment octets zip pdf no-content reset-content png text json xml rss video untyped-page
    untyped-image untyped-text unknown-type wrong-type type-upper types-twice empty empty-untyped broken nul gzip
    deflate deflate-raw unknown-coding status-299 no-store`,
  'failures.test': `fine 400 401 403 404 404-empty 410 429 500 500-empty 503 999 empty-reply silence half-head stall
    reset-in-body short bad-chunk two-lengths big-head`,
  'frames.test': `nested outer inner leaf frameset unclosed-frameset closed-late srcdoc data redirected object file.zip`,
  'links.test': `odd-addresses base/page base/relative base/frame base/target-only base/malformed cp1251 text context
    xhtml`,
  'redirects.test': `end chain 301 fragment letters fragment#own end#own loop ping endless nowhere no-location with-body data
    malformed to-file to-missing meta meta-later refresh-header`,
  'texts.test': 'blocks unseen framed shadow many long',
  'encodings.test': `koi8-r windows-1251 untyped framed utf-16 utf-16be utf-16le-unmarked utf-16be-unmarked
    utf-16le-of-low-bytes utf-16be-of-low-bytes x-mac-cyrillic iso-8859-8-i utf-8 utf-8-marked utf-8-as-latin1 utf-8-undeclared
    ${written.map(({ path }) => ['by-header', 'by-meta', 'undeclared', 'mislabelled'].map((kind) => `${kind}/${path}`).join(' ')).join(' ')}`,
};
/** Pages read concurrently: they mostly wait. */
const AT_ONCE = 4;
for (const [host, paths] of Object.entries(alike)) {
  test(`browser and http find the same: ${host}`, async ({ odd, http }) => {
    test.slow();
    const waiting = paths
      .split(/\s+/)
      .filter((word) => word !== '')
      .values();
    const compare = async () => {
      for (const path of waiting) {
        // Long ones take as long as the machine does.
        const capture = host === 'texts.test' ? odd.patient() : odd.capture;
        const { browser, http: plain } = await both(capture, http, `${host}/${path}`);
        expect.soft(plain, path).toEqual(browser);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, compare));
  });
}

/** Differences between the two, each with its reason. */
const unlike: Readonly<Record<string, { readonly why: string; readonly browser: object; readonly http: object }>> = {
  'answers.test/br': {
    why: 'Chromium takes br and zstd over https only',
    browser: { message: 'ERR_CONTENT_DECODING_FAILED' },
    http: { kind: 'page', limits: [], links: [{ raw: '/x' }] },
  },
  'answers.test/zstd': {
    why: 'Chromium takes br and zstd over https only',
    browser: { message: 'ERR_CONTENT_DECODING_FAILED' },
    http: { kind: 'page', limits: [], links: [{ raw: '/x' }] },
  },
  'answers.test/gzip-br': {
    why: 'Chromium takes br and zstd over https only',
    browser: { message: 'ERR_CONTENT_DECODING_FAILED' },
    http: { kind: 'page', limits: [], links: [{ raw: '/x' }] },
  },
  'answers.test/not-gzip': {
    why: 'Chromium gives up markup that is not compressed as it says',
    browser: { message: 'the answer was cut off' },
    http: { kind: 'page', limits: [], links: [{ raw: '/x' }] },
  },
  'answers.test/http-0.9': {
    why: 'answers without a head are read by Chromium alone',
    browser: { kind: 'page', links: [{ raw: '/x' }] },
    http: { error: 'HostTrouble', message: 'ERR_INVALID_HTTP_RESPONSE' },
  },
  'answers.test/csp': {
    why: 'the same, but in a browser because the policy forbids the script',
    browser: { kind: 'page', links: [{ raw: '/x' }] },
    http: { kind: 'page', links: [{ raw: '/x' }] },
  },
  'answers.test/trickle': {
    why: 'a parsed page is quiet or not, without a browser there is only time',
    browser: { kind: 'page', limits: ['never quiet'], links: [] },
    http: { kind: 'page', limits: ['still loading'], links: [] },
  },
  'failures.test/reset': {
    why: 'a connection that is reset may look closed',
    browser: { error: 'HostTrouble', message: expect.stringMatching(/^ERR_(CONNECTION_RESET|EMPTY_RESPONSE)$/) },
    http: { error: 'HostTrouble', message: expect.stringMatching(/^ERR_(CONNECTION_RESET|EMPTY_RESPONSE)$/) },
  },
  'redirects.test/mail': {
    why: 'Chromium has one word for all that it hands to other programs',
    browser: { error: 'GiveUpVisit', message: 'ERR_ABORTED' },
    http: { error: 'GiveUpVisit', message: 'ERR_UNSAFE_REDIRECT' },
  },
  'redirects.test/route': {
    why: 'without scripts a fragment is no route',
    browser: { url: 'http://redirects.test/end#/route', links: [{ raw: 'x' }] },
    http: { url: 'http://redirects.test/end', links: [{ raw: 'x' }] },
  },
  'redirects.test/location': {
    why: 'scripts do not run',
    browser: { url: 'http://redirects.test/end', links: [{ raw: 'x' }] },
    http: { url: 'http://redirects.test/location', links: [{ raw: '/before' }] },
  },
  'frames.test/script-frame': {
    why: 'scripts do not run',
    browser: { links: [{ raw: '/late-leaf' }, { raw: '/from/late-leaf' }, { technique: 'frame' }] },
    http: { links: [] },
  },
  'scripted.test/fetch': {
    why: 'scripts do not run',
    browser: { links: [{ url: 'http://scripted.test/fetched' }] },
    http: { links: [] },
  },
};
for (const [address, { why, browser, http: plain }] of Object.entries(unlike)) {
  test(`${address}: ${why}`, async ({ odd, http }) => {
    expect(await both(odd.capture, http, address)).toMatchObject({ browser, http: plain });
  });
}

test('links in noscript are found with and without scripts', async ({ odd, http }) => {
  const { browser, http: plain } = await both(odd.capture, http, 'links.test/elements');
  const raws = (seen: Seen, technique: string) =>
    'links' in seen ? seen.links.filter((link) => link.technique === technique).map(({ raw }) => raw) : [];
  expect(raws(plain, 'dom')).toEqual(raws(browser, 'dom'));
  expect(raws(plain, 'attribute')).toEqual(raws(browser, 'attribute'));
  expect([raws(browser, 'dom'), raws(browser, 'source')]).toEqual([expect.arrayContaining(['/noscript']), []]);
});

test('declared shadow roots are read by both, scripted ones by the browser', async ({ odd, http }) => {
  const { browser, http: plain } = await both(odd.capture, http, 'links.test/shadow');
  const declared = { raw: '/declared', tagPath: 'html body div #shadow a' };
  expect(browser).toMatchObject({ links: [{}, {}, { raw: '/light' }, declared] });
  expect(plain).toMatchObject({ links: [{ raw: '/light' }, declared] });
});

test('a document inside itself is read never, or as often as in Chromium', async ({ odd, http }) => {
  const { browser, http: plain } = await both(odd.capture, http, 'frames.test/self');
  const framed = [{ raw: '/from/self' }, { raw: '/self' }, { raw: '/self?again' }];
  expect(plain).toMatchObject({ links: [...framed, ...framed, { technique: 'frame' }] });
  expect(browser).toMatchObject({ kind: 'page' });
});

for (const [address, what] of [
  ['frames.test/many', 'of very many frames the first hundred documents'],
  ['links.test/many', 'twenty thousand links'],
] as const) {
  test(`however slow the browser is: ${what}`, async ({ odd, http }) => {
    // Sequentially: both have much to do.
    const browser = await see(odd.patient(), address);
    const plain = await see(http, address);
    expect({ ...plain, limits: [] }).toEqual({ ...browser, limits: [] });
  });
}

test('cookies stay with their site', async ({ odd, http }) => {
  for (const capture of [odd.capture, http]) {
    const cookies = async (site: number) => {
      const captured = await capture.read({ url: 'http://cookies.test/', site });
      return captured.kind === 'page' ? captured.links[0]?.raw : undefined;
    };
    expect([await cookies(801), await cookies(801), await cookies(802)]).toEqual([
      '/cookie/none',
      '/cookie/session%3D1',
      '/cookie/none',
    ]);
  }
});

test('cookies with letters, of other domains, without a name', async ({ odd, http }) => {
  const twice = async (capture: Capture) => [
    await see(capture, 'cookies.test/letters'),
    await see(capture, 'cookies.test/letters'),
  ];
  expect(await twice(http)).toEqual(await twice(odd.capture));
});

test('links beyond the limit: the page is kept, and reports the limit', async ({ odd, http }) => {
  for (const capture of [odd.patient(), http]) {
    const { links, limits } = await capture.read({ url: 'http://links.test/too-many', site: 804 });
    expect(links.length).toBe(50_000);
    expect(limits).toContain('too many links');
  }
});

test('unanswered requests', async ({ odd, http }) => {
  const addresses = {
    'http://nowhere.invalid/': 'ERR_NAME_NOT_RESOLVED',
    'https://failures.test/fine': 'ERR_SSL_PROTOCOL_ERROR',
  };
  for (const [url, reason] of Object.entries(addresses)) {
    for (const capture of [odd.capture, http]) await expect(capture.read({ url, site: 803 })).rejects.toThrow(reason);
  }
  await expect(http.read({ url: 'about:blank', site: 803 })).rejects.toBeInstanceOf(GiveUpVisit);
  await expect(http.read({ url: 'http://127.0.0.1:9/', site: 803 })).rejects.toThrow('ERR_CONNECTION_REFUSED');
});
