import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import type { RunningCrawl } from '../../src/crawl/visit-pages.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { BadInput, CommandFailed, NothingCrawled } from '../../src/domain/errors.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { expectTurns } from '../site/turns.ts';
import { runCrawl, test } from './demo-web.ts';
import { hurried } from './hurried.ts';

/** Rows of a query on a crawl's database. */
function rows(file: string, query: string): unknown[] {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare(query).all();
  } finally {
    db.close();
  }
}

test('legacy encodings are decoded correctly in anchors and contexts', async ({ web, file }) => {
  await runCrawl(file, web.sites('slav', 'geo'), web.server, {
    pageLimit: 24,
    choice: { strategy: 'beebot', params: {} },
  });
  for (const host of ['slav.uni.test', 'geo.inst.test']) {
    const texts = rows(file, `select anchor, context from internal_links_view where site = '${host}' and anchor <> ''`);
    expect(texts.length).toBeGreaterThan(20);
    expect(texts.filter((row) => /[\uFFFDÐÑÎïâåíèÀ-ÿ]/.test(JSON.stringify(row)))).toEqual([]);
    expect(texts.filter((row) => /[а-я]{4}/i.test(JSON.stringify(row))).length).toBeGreaterThan(20);
  }
});

test('a budget is never exceeded, and the rule allocates it', async ({ web, file }) => {
  const sites = web.sites('music', 'astro', 'slav', 'hist');
  const summary = await runCrawl(file, sites, web.server, {
    render: 'http',
    pageLimit: 40,
    workers: 1,
    choice: { strategy: 'beebot', params: { turns: 1 } },
  });
  expect(summary.stopped).toBe('page-limit');
  expect(summary.pages + summary.failed).toBe(40);
  for (const site of summary.sites) expect(site.pages + site.failed).toBe(10);
  expect(brokenInvariants(file)).toEqual({});
});

test('the same command continues: a larger limit, more sites, the same database', async ({ web, file }) => {
  const first = await runCrawl(file, web.sites('music'), web.server, { render: 'http', pageLimit: 10 });
  expect(first).toMatchObject({ run: 1, stopped: 'page-limit', pages: 10 });
  const same = await runCrawl(file, web.sites('music'), web.server, { render: 'http', pageLimit: 10 });
  expect(same).toMatchObject({ run: 2, stopped: 'page-limit', pages: 10, internal: first.internal });
  const more = await runCrawl(file, web.sites('music', 'astro'), web.server, { render: 'http' });
  expect(more).toMatchObject({
    run: 3,
    stopped: 'done',
    pages: web.portal('music').pages + web.portal('astro').pages,
    external: web.portal('music').externals + web.portal('astro').externals,
  });
  expect(brokenInvariants(file)).toEqual({});
});

test('one worker: the same web gives the same crawl', async ({ web, folder }) => {
  const order = async (name: string) => {
    const file = `${folder}/${name}.sqlite`;
    const choice = { strategy: 'beebot-universities', params: { m: 2 } };
    await runCrawl(file, web.sites('music', 'chem', 'hist'), web.server, { pageLimit: 24, workers: 1, choice });
    return rows(
      file,
      `select l.site, l.url, v.outcome, v.reward from visits v join internal_links l on l.id = v.link order by v.id`,
    );
  };
  const first = await order('first');
  expect(first.length).toBe(24);
  expect(await order('second')).toEqual(first);
});

test('a crawl continues with its strategy if none is named', async ({ web, file }) => {
  const choice = { strategy: 'beebot-institutes', params: { n: 3 } };
  await runCrawl(file, web.sites('music'), web.server, { render: 'http', pageLimit: 5, choice });
  const same = await runCrawl(file, [], web.server, {
    render: 'http',
    pageLimit: 8,
    choice: { strategy: undefined, params: {} },
  });
  expect(same.strategy).toMatchObject({ siteRule: 'gittins', params: { n: 3 } });
  const renamed = { strategy: undefined, siteRule: 'gittins', params: {} };
  const named = await runCrawl(file, [], web.server, { render: 'http', pageLimit: 9, choice: renamed });
  expect(named.strategy, 'the same rule keeps its parameters').toMatchObject({ siteRule: 'gittins', params: { n: 3 } });
  const changed = await runCrawl(file, [], web.server, {
    render: 'http',
    pageLimit: 10,
    choice: { strategy: undefined, params: { n: 4 } },
  });
  expect(changed.strategy, 'a parameter of that rule, not of the default one').toMatchObject({ params: { n: 4 } });
  const other = await runCrawl(file, [], web.server, {
    render: 'http',
    pageLimit: 11,
    choice: { strategy: undefined, siteRule: 'ucb1', params: {} },
  });
  expect(other.strategy).toMatchObject({ siteRule: 'ucb1', params: { m: 5 } });
});

test('a replaced member loses its parameters', async ({ web, file }) => {
  const rewardParams = { types: 'pdf' };
  const begun = { strategy: 'beebot-institutes', reward: 'documents', rewardParams, params: { n: 3 } };
  await runCrawl(file, web.sites('music'), web.server, { render: 'http', pageLimit: 3, choice: begun });
  const next = async (pageLimit: number, asked: object) =>
    (
      await runCrawl(file, [], web.server, {
        render: 'http',
        pageLimit,
        choice: { strategy: undefined, params: {}, ...asked },
      })
    ).strategy;
  const rule = await next(4, { siteRule: 'ucb1', params: { m: '1' } });
  expect(rule).toMatchObject({ siteRule: 'ucb1', params: { m: 1 }, reward: 'documents', rewardParams });
  const reward = await next(5, { reward: 'new-external-sites' });
  expect(reward).toMatchObject({ reward: 'new-external-sites', rewardParams: {}, siteRule: 'ucb1', params: { m: 1 } });
  const mixed = await next(6, { reward: 'mix', rewardParams: { weights: 'documents=2' } });
  expect(mixed).toMatchObject({ reward: 'mix', rewardParams: { weights: 'documents=2' }, params: { m: 1 } });
});

test('time limits end a crawl, and count over its runs', async ({ web, file }) => {
  const summary = await runCrawl(file, web.sites('bot'), web.server, { timeLimit: 2000 });
  expect(summary.stopped).toBe('time-limit');
  expect(summary.pages).toBeGreaterThan(0);
  expect(summary.pages).toBeLessThan(web.portal('bot').pages);
  const again = await runCrawl(file, [], web.server, { timeLimit: 2000 });
  expect(again).toMatchObject({ stopped: 'time-limit', pages: summary.pages });
  expect(brokenInvariants(file)).toEqual({});
});

test('scopes: a domain includes its sub-domains, a prefix excludes its neighbours', async ({ web, file, folder }) => {
  const [domain] = web.sites('music').map((site) => ({ ...site, scope: 'domain' as const }));
  if (!domain) throw new Error('no site');
  const wide = await runCrawl(file, [domain], web.server, { render: 'http', pageLimit: 30 });
  expect(wide.pages).toBeGreaterThan(web.portal('music').pages);
  const hosts = rows(file, "select distinct host from external_links where host like '%.uni.test'");
  expect(hosts).toEqual([]);
  expect(brokenInvariants(file)).toEqual({});

  const narrow = `${folder}/narrow.sqlite`;
  const start = 'http://music.uni.test/classes/';
  const prefix = { ...domain, url: start, shortName: 'part', scope: 'prefix' } as const;
  const summary = await runCrawl(narrow, [prefix], web.server, { render: 'http' });
  expect(summary.pages).toBeLessThan(web.portal('music').pages);
  const outside = rows(narrow, `select url from internal_links_view where url not like '${start}%'`);
  expect(outside).toEqual([]);
});

for (const [given, first] of [
  ['/people', '/people/'],
  ['/~smith', '/people/index.html'],
  ['/de/people/', '/people/'],
] as const)
  test(`a prefix is the folder of the start page after redirects: ${given} redirects to ${first}`, async ({ file }) => {
    const links = '<a href="/people/a">a</a><a href="/people/b?next=1">b</a><a href="/news/">news</a>';
    const answer = ({ path }: { readonly path: string }) =>
      path === given
        ? { status: 302, headers: { location: first }, body: '' }
        : { status: 200, headers: { 'content-type': 'text/html' }, body: `<title>${path}</title>${links}` };
    const portal = { name: 'p', shortName: 'p', host: 'p.test', kind: 'university', pages: 3, externals: 1 } as const;
    const server = await serveDemo({ portals: [{ ...portal, start: `http://p.test${given}`, answer }] });
    try {
      const site = { ...newSite(`http://p.test${given}`), scope: 'prefix' } as const;
      await runCrawl(file, [site], server, { render: 'http', pageLimit: 2 });
      const external = () => rows(file, 'select url from external_links');
      expect(external()).toEqual([{ url: 'http://p.test/news/' }]);
      // The next run reads the folder from the database.
      await runCrawl(file, [], server, { render: 'http' });
      expect(external()).toEqual([{ url: 'http://p.test/news/' }]);
      expect(rows(file, "select count(*) as pages from visits where outcome = 'page'")).toEqual([{ pages: 3 }]);
      expect(brokenInvariants(file)).toEqual({});
    } finally {
      await server.close();
    }
  });

test('polite: one request at a time per host, with its delay between two', async ({ folder }) => {
  const at: number[] = [];
  let open = 0;
  let most = 0;
  const answer = async () => {
    at.push(performance.now());
    most = Math.max(most, ++open);
    await new Promise((done) => setTimeout(done, 60));
    open--;
    const body = `<a href="/${at.length}a">a</a><a href="/${at.length}b">b</a>`;
    return { status: 200, headers: { 'content-type': 'text/html' }, body };
  };
  const portal = {
    name: 'slow',
    shortName: 'slow',
    host: 'slow.test',
    kind: 'university',
    pages: 9,
    externals: 0,
    start: 'http://slow.test/',
    answer,
  } as const;
  const server = await serveDemo({ portals: [portal] });
  let begun = 0;
  const started = () => {
    begun = performance.now();
  };
  try {
    await runCrawl(
      `${folder}/p.sqlite`,
      [newSite('http://slow.test/')],
      server,
      {
        pageLimit: 6,
        workers: 4,
        delay: 250,
      },
      { started },
    );
    // robots.txt, a missing sitemap, and six pages.
    expect(at.length).toBe(8);
    expect(most).toBe(1);
    expectTurns(at, begun, 250);
  } finally {
    await server.close();
  }
});

test('a start page that redirects to another host: its page is not of the site, the link is external', async ({
  file,
}) => {
  const redirect = { status: 302, headers: { location: 'http://new.test/home' }, body: '' };
  const home = {
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<a href="http://old.test/more">more</a>',
  };
  const portal = (host: string, answer: typeof home | typeof redirect) =>
    ({
      name: host,
      shortName: host,
      host,
      kind: 'university',
      pages: 1,
      externals: 1,
      start: `http://${host}/`,
      answer: () => answer,
    }) as const;
  const server = await serveDemo({ portals: [portal('old.test', redirect), portal('new.test', home)] });
  try {
    const sites = [newSite('http://old.test/'), newSite('http://new.test/home')];
    const summary = await runCrawl(file, sites, server);
    expect(summary.sites).toMatchObject([
      {
        status: 'not-available',
        pages: 0,
        failed: 1,
        external: 1,
        note: 'redirects out of the site, to http://new.test/home',
      },
      { status: 'finished', pages: 1, external: 1 },
    ]);
    const found = rows(file, 'select url, technique, source_url from external_links_view');
    expect(found).toContainEqual({
      url: 'http://new.test/home',
      technique: 'redirect',
      source_url: 'http://old.test/',
    });
    expect(brokenInvariants(file)).toEqual({});
  } finally {
    await server.close();
  }
});

test('a run without requests, as its limit is used up, ends as others do', async ({ web, file }) => {
  const nothing = newSite('http://chem.uni.test/nothing-here');
  const options = { render: 'http', pageLimit: 1 } as const;
  await expect(runCrawl(file, [nothing], web.server, options)).rejects.toThrow(NothingCrawled);
  expect(await runCrawl(file, [], web.server, options)).toMatchObject({ stopped: 'page-limit', pages: 0, failed: 1 });
  await expect(runCrawl(file, [], web.server, { ...options, pageLimit: 2 })).rejects.toThrow(NothingCrawled);
});

test('no site reachable, no sites, a database of another kind: one line each', async ({ web, file, folder }) => {
  const nowhere = newSite('http://127.0.0.1:9/');
  await expect(runCrawl(file, [nowhere], web.server, { render: 'http' })).rejects.toThrow(NothingCrawled);
  await expect(runCrawl(file, [nowhere], web.server, { render: 'http' })).rejects.toThrow(
    /^no site could be reached: http:\/\/127\.0\.0\.1:9\/ \(127\.0\.0\.1:9 is a private address: --allow-private/,
  );
  await expect(
    runCrawl(file, [nowhere], web.server, { render: 'http', allowPrivate: true }, {}, hurried()),
  ).rejects.toThrow(
    /^no site could be reached: http:\/\/127\.0\.0\.1:9\/ \(robots.txt: the host refuses the connection \(ERR_CONNECTION_REFUSED\)\)/,
  );
  await expect(runCrawl(`${folder}/none.sqlite`, [], web.server, { render: 'http' })).rejects.toThrow(BadInput);
  const other = new Database(`${folder}/other.sqlite`);
  other.exec('create table mine (a)');
  other.close();
  await expect(runCrawl(`${folder}/other.sqlite`, web.sites('music'), web.server)).rejects.toThrow(
    /is not a Forager database/,
  );
  expect(rows(`${folder}/other.sqlite`, 'select name from sqlite_master')).toEqual([{ name: 'mine' }]);
});

for (const isBroken of [false, true]) {
  test(`watchers of a crawl learn of its end while it can still be queried, ${isBroken ? 'broken' : 'done'}`, async ({
    web,
    file,
  }) => {
    let running: RunningCrawl | undefined;
    const told: string[] = [];
    const events = {
      started: (crawl: RunningCrawl) => {
        running = crawl;
      },
      completed: () => {
        told.push('settled');
        if (isBroken) throw new Error('broken');
      },
      ended: () => {
        // The delays are over: a query makes the sites ready.
        running?.pauses(Date.now() + 60_000);
        told.push('ended');
      },
    };
    const done = runCrawl(
      file,
      web.sites('music'),
      web.server,
      { render: 'http', pageLimit: 2, workers: 1, delay: 200 },
      events,
    );
    expect(await done.then(({ pages }) => pages).catch((error: unknown) => String(error))).toBe(
      isBroken ? 'Error: broken' : 2,
    );
    expect(told).toEqual(isBroken ? ['settled', 'ended'] : ['settled', 'settled', 'ended']);
  });
}

test('a database held by another crawl is not changed, and can be read', async ({ web, file }) => {
  let second: Promise<unknown> | undefined;
  const first = runCrawl(
    file,
    web.sites('music'),
    web.server,
    { render: 'http', pageLimit: 20 },
    {
      completed: () => {
        second ??= runCrawl(file, web.sites('music'), web.server, { render: 'http' }).catch((error: unknown) => error);
      },
    },
  );
  expect(await first).toMatchObject({ pages: 20 });
  expect(await second).toMatchObject({ message: expect.stringContaining('is in use by another crawl') });
});

test('a full disk ends the crawl in one line, and stored data stays intact', async ({ web, file }) => {
  await runCrawl(file, web.sites('music'), web.server, { render: 'http', pageLimit: 5 });
  const before = rows(file, 'select count(*) as visits from visits');
  const real = Database.prototype.pragma;
  Database.prototype.pragma = function limited(
    this: Database.Database,
    source: string,
    options?: Database.PragmaOptions,
  ) {
    if (source.startsWith('wal_autocheckpoint'))
      real.call(this, `max_page_count = ${Number(real.call(this, 'page_count', { simple: true })) + 4}`);
    return real.call(this, source, options);
  };
  try {
    const crawled = runCrawl(file, web.sites('music'), web.server, { render: 'http' });
    await expect(crawled).rejects.toThrow(CommandFailed);
    await expect(crawled).rejects.toThrow(/the disk of .* is full/);
  } finally {
    Database.prototype.pragma = real;
  }
  expect(rows(file, 'select count(*) as visits from visits')[0]).not.toEqual({ visits: 0 });
  expect(before).toEqual([{ visits: 5 }]);
  const rest = await runCrawl(file, [], web.server, { render: 'http' });
  expect(rest).toMatchObject({
    stopped: 'done',
    pages: web.portal('music').pages,
    external: web.portal('music').externals,
  });
  expect(brokenInvariants(file)).toEqual({});
});
