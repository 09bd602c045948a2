import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

import type { CrawlOptions } from '../../src/crawl/crawl-options.ts';
import type { CrawlEvents } from '../../src/crawl/visit-pages.ts';
import type { Answer, Portal, PortalRequest } from '../../src/demo/portal.ts';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import type { RecrawlOptions } from '../../src/recrawl/recrawl-request.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { ask, runRecrawl } from '../recrawl/changing-web.ts';
import { html, redirect, site, typed } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

const LOGIN = html(
  '<h1>Log in</h1><form method=post><input name=user><input type=password name=p><button>Go</button></form>',
);
const ROBOTS = typed('text/plain', 'User-agent: *\nDisallow: /nowhere');
const PAGES = 12;

/** A session that lasts for the given number of answers; `renew` starts another. */
class Session {
  left: number;
  constructor(left: number) {
    this.left = left;
  }
  /** Tells whether the client is logged in, and counts the answer. */
  spend({ headers }: PortalRequest): boolean {
    if (!headers.cookie?.includes('session=abc')) return false;
    return this.left-- > 0;
  }
}

/** Pages in a chain of links, with a menu; `denied` is the answer to clients without a login. */
function intranet(
  session: Session,
  denied: (request: PortalRequest) => Answer,
  more: Record<string, Answer> = {},
): Portal {
  const host = 'intranet.test';
  const page = (number: number) => {
    const links = [number + 1, number + 2].filter((next) => next <= PAGES).map((next) => `<a href=/p/${next}>p</a>`);
    return html(`<h1>Page ${number}</h1><p>${'It tells of many things. '.repeat(8)}${links.join(' ')}`);
  };
  return {
    ...site(host, {}),
    answer(request) {
      const path = request.path.split('?', 1)[0] ?? '';
      if (path === '/robots.txt') return ROBOTS;
      if (path === '/login') return LOGIN;
      const own = more[path];
      if (own) return own;
      if (path !== '/' && !/^\/p\/\d+$/.test(path)) return undefined;
      return session.spend(request) ? page(Number(path.slice(3))) : denied(request);
    },
  };
}

const other = site('other.test', { '/': html('<a href=/a>a</a>'), '/a': html('a'), '/robots.txt': ROBOTS });

interface World {
  readonly server: DemoServer;
  readonly cookies: string;
  readonly file: string;
  readonly warnings: string[];
  crawl(given?: Partial<CrawlOptions>): ReturnType<typeof runCrawl>;
  recrawlAgain(given?: Partial<RecrawlOptions>): ReturnType<typeof runRecrawl>;
}

async function withWorld(folder: string, portals: readonly Portal[], work: (world: World) => Promise<void>) {
  const cookies = join(folder, 'cookies.txt');
  writeFileSync(cookies, 'intranet.test\tFALSE\t/\tFALSE\t0\tsession\tabc\n');
  const server = await serveDemo({ portals });
  const file = join(folder, 'crawl.sqlite');
  const warnings: string[] = [];
  const events: CrawlEvents = { warn: (line) => warnings.push(line) };
  const sites = portals.filter(({ host }) => !host.startsWith('sso.')).map(({ start }) => newSite(start));
  const usual = { cookies, delay: 5, render: 'http' } as const;
  try {
    await work({
      ...{ server, cookies, file, warnings },
      crawl: (given = {}) => runCrawl(file, sites, server, { ...usual, ...given }, events),
      recrawlAgain: (given = {}) =>
        runRecrawl(file, { server, clock: { day: 0 }, sites: () => [] }, { pageLimit: 200 }, events, {
          ...usual,
          ...given,
        }),
    });
    expect(brokenInvariants(file)).toEqual({});
  } finally {
    await server.close();
  }
}

const removed = (file: string) =>
  ask(
    file,
    'select url from internal_links where removed is not null union all select url from external_links where removed is not null',
  );
const pathsOf = (file: string, status: string) =>
  ask(file, 'select url from internal_links_view where site = ? and status = ?', 'http://intranet.test/', status)
    .map(({ url }) => new URL(String(url)).pathname)
    .sort();

const sso = site('sso.test', { '/idp': LOGIN, '/robots.txt': ROBOTS });
const ways: readonly (readonly [string, (request: PortalRequest) => Answer, readonly CrawlOptions['render'][]])[] = [
  ['a redirect to its login page', () => redirect('/login'), ['http', 'browser', 'adaptive']],
  ['HTTP 401', () => ({ status: 401, headers: {}, body: 'Who are you?' }), ['http', 'browser']],
  ['HTTP 403', () => ({ status: 403, headers: {}, body: 'No' }), ['http']],
  ['a login form at the same address', () => LOGIN, ['http', 'browser']],
  ['a redirect to a host to log in at', () => redirect('http://sso.test/idp?service=x'), ['http', 'browser']],
  [
    'a login form that a script draws',
    () => html('<main></main><script>document.querySelector("main").innerHTML = "<input type=password>"</script>'),
    ['browser', 'adaptive'],
  ],
  ['a page that says so', () => html('<h1>Your session has expired</h1>'), ['http']],
  [
    'a redirect to the start page, which says no more than its name',
    ({ path }) => (path === '/' ? html('<h1>The intranet of our school</h1>') : redirect('/')),
    ['http'],
  ],
];

for (const [what, denied, renderings] of ways) {
  for (const render of renderings) {
    test(`a session that ends by ${what}: the site is kept, and continues later: ${render}`, async ({ folder }) => {
      const session = new Session(8);
      await withWorld(folder, [intranet(session, denied), other, sso], async ({ file, crawl, warnings }) => {
        const summary = await crawl({ render });
        expect(summary.sites).toMatchObject([
          { status: 'session-ended', failed: 0 },
          { status: 'finished', pages: 2 },
        ]);
        // Read both ways, a page is two answers.
        const { pages = 0 } = summary.sites[0] ?? {};
        if (render === 'adaptive') expect(pages).toBeGreaterThan(2);
        else expect(pages).toBe(8);
        expect(warnings).toEqual([
          expect.stringMatching(/^http:\/\/intranet\.test\/: the session does not hold \(.+\)/),
        ]);
        expect(pathsOf(file, 'visited').length).toBe(pages);
        expect(pathsOf(file, 'waiting')).toEqual([`/p/${pages}`, `/p/${pages + 1}`]);
        expect(ask(file, "select * from internal_links where url like '%login%'")).toEqual([]);
        expect(ask(file, 'select * from external_links')).toEqual([]);

        session.left = 1000;
        const later = await crawl({ render });
        expect(later.sites[0]).toMatchObject({ status: 'finished', note: '', pages: PAGES + 1, failed: 0 });
        expect(warnings.length).toBe(1);
      });
    });
  }
}

test('an invalid session: the site stops at its start page', async ({ folder }) => {
  const session = new Session(0);
  await withWorld(folder, [intranet(session, () => redirect('/login')), other], async ({ file, crawl, warnings }) => {
    const summary = await crawl();
    expect(summary.sites).toMatchObject([
      { status: 'session-ended', note: 'redirects to http://intranet.test/login', pages: 0, failed: 0, internal: 1 },
      { status: 'finished' },
    ]);
    expect(warnings.length).toBe(1);
    expect(pathsOf(file, 'waiting')).toEqual(['/']);
    session.left = 1000;
    expect((await crawl()).sites[0]).toMatchObject({ status: 'finished', pages: PAGES + 1 });
  });
});

const forbidden: readonly (readonly [string, Answer])[] = [
  ['HTTP 403', { status: 403, headers: {}, body: '' }],
  ['a redirect to a login page', redirect('/login')],
];
for (const [what, answer] of forbidden) {
  test(`a part of the site forbidden by ${what} is not an ended session`, async ({ folder }) => {
    const secrets = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`/secret/${n}`, answer]));
    const links = Object.keys(secrets).map((path) => `<a href=${path}>secret</a>`);
    const start = html(`${links.join(' ')}<a href=/p/1>first</a>`);
    const portal = intranet(new Session(1000), () => redirect('/login'), { ...secrets, '/': start });
    await withWorld(folder, [portal], async ({ file, crawl, warnings }) => {
      expect((await crawl({ pageLimit: 100 })).sites[0]).toMatchObject({ status: 'finished' });
      expect(warnings).toEqual([]);
      expect(pathsOf(file, 'visited').filter((path) => path.startsWith('/p/')).length).toBe(PAGES);
      expect(ask(file, "select * from internal_links where url like '/secret/%' and status = 0")).toEqual([]);
    });
  });
}

test('login forms on every page and registration pages are pages', async ({ folder }) => {
  const form = '<form method=post action=/enter><input name=u><input type=password name=p></form>';
  const portal = site('intranet.test', {
    '/': html(`${form}<a href=/a>a</a><a href=/register>here</a><a href=/settings>s</a>`),
    '/a': html(`${form}<a href=/b>b</a>`),
    '/b': html(`${form}b`),
    '/register': html(`${form}<input type=password name=again>`),
    '/settings': html('Change your password <input type=password>'),
    '/robots.txt': ROBOTS,
  });
  await withWorld(folder, [portal], async ({ crawl, recrawlAgain, warnings }) => {
    expect((await crawl()).sites[0]).toMatchObject({ status: 'finished', pages: 5, failed: 0 });
    expect((await crawl({ pageLimit: 50 })).sites[0]).toMatchObject({ status: 'finished', pages: 5 });
    expect(await recrawlAgain({})).toMatchObject({ revisits: 5, unchanged: 5, sessionEnded: [] });
    expect(warnings).toEqual([]);
  });
});

test('one page with a password field among others without', async ({ folder }) => {
  const more = { '/p/3': html('<h1>Vault</h1><input type=password><a href=/p/4>on</a>') };
  await withWorld(folder, [intranet(new Session(1000), () => LOGIN, more)], async ({ crawl, warnings }) => {
    expect((await crawl()).sites[0]).toMatchObject({ status: 'finished', pages: PAGES + 1, failed: 0 });
    expect(warnings).toEqual([]);
  });
});

test('pages without the common menu are verified, and read', async ({ folder }) => {
  const menu = '<ul><li>Home<li>Courses<li>People<li><a href=/logout>Log out</a></ul>';
  const pages = Array.from(
    { length: 12 },
    (_, n) => [`/${n}`, html(`${n % 5 === 4 ? 'bare' : menu}<p>${n}<a href=/${n + 1}>on</a>`)] as const,
  );
  const portal = site('intranet.test', {
    '/': html(`${menu}<a href=/0>begin</a>`),
    ...Object.fromEntries(pages),
    '/robots.txt': ROBOTS,
  });
  await withWorld(folder, [portal], async ({ crawl, warnings }) => {
    expect((await crawl()).sites[0]).toMatchObject({ status: 'finished', pages: 13 });
    expect(warnings).toEqual([]);
  });
});

test('public pages without a logout link do not hide that the session ended', async ({ folder }) => {
  const session = new Session(6);
  const portal = site('intranet.test', {
    '/robots.txt': ROBOTS,
    ...Object.fromEntries(
      ['/', ...Array.from({ length: 12 }, (_, n) => `/${n}`)].map((path, n) => [
        path,
        (request: PortalRequest) => {
          const way = session.spend(request) ? '<a href=/logout>Log out</a>' : '<a href=/login>Log in</a>';
          return html(`${way}<p>News ${n}<a href=/${n}>on</a>`);
        },
      ]),
    ),
  });
  await withWorld(folder, [portal], async ({ file, crawl }) => {
    expect((await crawl()).sites[0]).toMatchObject({ status: 'session-ended', pages: 6 });
    expect(ask(file, "select * from internal_links where url = '/login'")).toEqual([]);
  });
});

for (const session of ['that has ended', 'that is not there'] as const) {
  for (const [what, denied] of ways.slice(0, 5).filter((_, n) => n !== 2)) {
    test(`a recrawl run with a session ${session} (${what}) marks nothing removed`, async ({ folder }) => {
      const known = new Session(1000);
      await withWorld(
        folder,
        [intranet(known, denied), other, sso],
        async ({ file, crawl, recrawlAgain, warnings }) => {
          await crawl();
          known.left = 0;
          const found = await recrawlAgain(session === 'that has ended' ? {} : { cookies: undefined });
          expect(found).toMatchObject({ changed: 0, gone: 0, moved: 0, removedLinks: 0, newLinks: 0, newPages: 0 });
          expect(found.sessionEnded).toEqual(['http://intranet.test/']);
          expect(found.unchanged).toBe(2);
          expect(removed(file)).toEqual([]);
          expect(warnings.length).toBe(session === 'that has ended' ? 1 : 2);
          if (session !== 'that has ended')
            expect(warnings[0]).toMatch(/made with --cookies .*cookies\.txt, and now there is no/);
          known.left = 1000;
          expect(await recrawlAgain()).toMatchObject({ revisits: PAGES + 3, unchanged: PAGES + 3, sessionEnded: [] });
        },
      );
    });
  }
}

test('verification requests, and the page after them, keep the delay', async ({ folder }) => {
  const asked: { readonly path: string; readonly at: number }[] = [];
  const portal = intranet(new Session(1000), () => redirect('/login'), { '/p/6': LOGIN });
  const noting: Portal = {
    ...portal,
    answer(request) {
      asked.push({ path: request.path, at: Date.now() });
      return portal.answer(request);
    },
  };
  await withWorld(folder, [noting], async ({ crawl }) => {
    expect((await crawl({ delay: 400, pageLimit: 10 })).sites[0]).toMatchObject({ pages: 10 });
  });
  expect(asked.length - new Set(asked.map(({ path }) => path)).size, 'asked for twice').toBe(3);
  // A request may reach the server late, and the next one in time.
  for (const [n, { path, at }] of asked.slice(1).entries()) expect(at - (asked[n]?.at ?? 0), path).toBeGreaterThan(250);
});
