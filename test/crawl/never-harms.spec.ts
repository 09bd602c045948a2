import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { plainCrawl } from '../../src/crawl/crawl-options.ts';
import type { PortalRequest } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { recrawl } from '../../src/recrawl/recrawl.ts';
import { whyVisited } from '../../src/reports/why.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { newSite } from '../frontier/world.ts';
import { html, redirect, script, site } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

const harmful = [
  '/items/3/delete',
  '/list?action=delete&id=3',
  '/unsubscribe',
  '/account/deactivate',
  '/remove/3',
  '/logout',
  '/papierkorb/3/l%C3%B6schen',
  '/messages/3/archive',
];
const harmless = [
  '/wiki/Delete',
  '/docs/api/delete',
  '/removed-items',
  '/search?q=delete',
  '/how-to-delete-an-account',
  '/archive/2019',
];

/** Attributes of links, and contents, that reveal an action; their texts and addresses do not. */
const acting: readonly (readonly [attributes: string, text?: string])[] = [
  ['title="Delete this entry"'],
  ['title="Eintrag löschen"'],
  ['aria-label="Log out"'],
  ['aria-labelledby=called'],
  ['aria-describedby=told'],
  ['class="btn btn-delete"'],
  ['id=logout-link'],
  ['name=unsubscribe'],
  ['data-confirm="Are you sure?"'],
  ['data-turbo-confirm="Really?"'],
  ['data-http-method=delete'],
  ['data-request-method=POST'],
  ['data-action=purchase'],
  ['data-action="click->item#destroy"'],
  ['data-delete-id=3'],
  ['data-url=/items/3/delete'],
  ['data-tooltip="Kündigen"'],
  [`onclick="return confirm('Delete?')"`],
  [`onclick="return confirm('Are you sure?')"`],
  ['onclick="deleteItem(3)"'],
  ['@click="purchase()"'],
  ['ng-click="vote(3)"'],
  ['', '<i class="fa fa-trash"></i> Entry'],
  ['', '<svg><use href="#icon-trash"></use></svg> Entry'],
  ['', '<img src=/delete.png> Entry'],
];
const actingForms = [
  '<button>Delete</button>',
  '<button name=delete><b>Go on</b></button>',
  '<input type=submit value=Unsubscribe>',
];
const plain: readonly (readonly [attributes: string, text?: string])[] = [
  ['class="delete-icon-free"'],
  ['id=nav-orders'],
  ['class="remove-underline"'],
  ['title="How to delete an account"'],
  ['title="Vote results"'],
  ['title="Deleted items"'],
  ['aria-describedby=plain'],
  ['data-confirm=false'],
  ['data-confirm="You are leaving our site"'],
  ['data-name=orders'],
  [`onclick="track('click')"`],
  ['onclick="this.classList.remove(`open`)"'],
  ['class="nav-link logo"', '<i class="fa fa-user"></i> People'],
];

/** Each leads to its own page, with a neutral address. */
const marked = () => {
  const asked: string[] = [];
  const seen = ({ path }: PortalRequest) => {
    asked.push(path);
    return html('A page');
  };
  const link =
    (name: string) =>
    ([attributes, text = 'Go on']: (typeof acting)[number], n: number) =>
      `<a href=/${name}/${n} ${attributes}>${text}</a>`;
  const forms = [...actingForms, '<button>Show</button>'].map(
    (button, n) => `<form action=/form/${n}>${button}</form>`,
  );
  const portal = site('counts.test', {
    '/': html(`<p id=called>Delete</p><p id=told>This permanently deletes it.</p><p id=plain>Opens a list of exams.</p>
      ${[...acting.map(link('acting')), ...plain.map(link('plain')), ...forms].join('\n')}
      <a href=/wiki/Deletion title=Delete>Go on</a>`),
    '/delete.png': html(''),
    '/wiki/Deletion': seen,
    ...Object.fromEntries(acting.map((_, n) => [`/acting/${n}`, seen])),
    ...Object.fromEntries(plain.map((_, n) => [`/plain/${n}`, seen])),
    ...Object.fromEntries(forms.map((_, n) => [`/form/${n}`, seen])),
  });
  return { portal, asked };
};

/** A site that counts its requests. */
function counting() {
  const asked: string[] = [];
  const seen =
    (body: string) =>
    ({ method, path }: PortalRequest) => {
      asked.push(`${method} ${path}`);
      return html(body);
    };
  const links = [...harmful, ...harmless, '/moved', '/framed', '/news'].map(
    (path) => `<a href="${path}">to a page</a>`,
  );
  const portal = site('counts.test', {
    '/': html(`${links.join('')}<a href=/say>Удалить</a><a href=/sign><i class="fa fa-trash"></i></a>
      <button onclick="fetch('/pressed')">Show more</button><script src=/app.js></script>`),
    ...Object.fromEntries(
      [...harmful, ...harmless, '/news', '/say', '/sign', '/pressed'].map((path) => [path, seen(path)]),
    ),
    '/news': seen('<form method=post action=/api/form></form>'),
    '/moved': redirect('http://me:secret@counts.test/items/3/delete'),
    '/framed': html('<iframe src=/logout></iframe><a href=/in-framed>x</a>'),
    '/app.js': script(`const paths = { save: '/api/save', drop: '/api/drop', list: '/api/list' };
      function never() { fetch('/api/items', { method: 'DELETE' }); axios.post('/api/post'); $.ajax({ type: 'POST', url: '/api/ajax' });
        const x = new XMLHttpRequest(); x.open('PUT', '/api/put'); fetch(paths.drop, { method: 'DELETE' }); fetch('/api/read');
        go('/user/logout'); go('/api/unknown'); go('/api/form') }`),
    ...Object.fromEntries(
      ['items', 'post', 'ajax', 'put', 'drop', 'read', 'unknown', 'list', 'save', 'form'].map((name) => [
        `/api/${name}`,
        seen(name),
      ]),
    ),
    '/user/logout': seen('bye'),
  });
  return { portal, asked };
}

const sites = [newSite('http://counts.test/')];

test('in a session harmful links are listed and not visited; nothing leads there, and nothing is pressed', async ({
  folder,
}) => {
  const { portal, asked } = counting();
  const server = await serveDemo({ portals: [portal] });
  const cookies = join(folder, 'cookies.txt');
  writeFileSync(cookies, 'counts.test\tFALSE\t/\tFALSE\t0\tsession\t1\n');
  try {
    for (const render of ['browser', 'http'] as const) {
      asked.length = 0;
      const notes: string[] = [];
      const db = join(folder, `${render}.sqlite`);
      const given = { render, cookies, capture: undefined, delay: 5 };
      await runCrawl(db, sites, server, given, { note: (line) => notes.push(line) });
      expect(asked.sort()).toEqual([...harmless, '/news'].map((path) => `GET ${path}`).sort());
      expect(notes.filter((line) => line.startsWith('Logged in'))).toHaveLength(1);
      const store = await openStoreToRead(db);
      const excluded = store.connection
        .prepare(`select substr(url, 19) as path from internal_links_view where status = 'excluded' order by id`)
        .pluck()
        .all();
      expect(excluded).toEqual([...harmful, '/say', '/sign']);
      expect(whyVisited(store, new URL('http://counts.test/say'))).toMatchObject([
        { status: 'excluded', mayHarm: true },
      ]);
      const reasons = store.connection.prepare(`select reason from visits where outcome = 'failed'`).pluck().all();
      expect(reasons).toContain(
        'leads to http://counts.test/items/3/delete, which may end the session, delete or send something',
      );
      expect(
        store.connection
          .prepare(`select capture from (select json_extract(config, '$.capture') as capture from runs)`)
          .pluck()
          .get(),
      ).toBe('passive');
      await store.close();
    }
  } finally {
    await server.close();
  }
});

test('in a session a waiting link is skipped once another page shows that it acts', async ({ file, folder }) => {
  const asked: string[] = [];
  const portal = site('counts.test', {
    '/': html('<a href=/index>Index</a><a href=/list>List</a>'),
    '/index': html('<a href=/entry/1>Entry</a><a href=/entry/2>Entry</a>'),
    '/list': html('<a href=/entry/1 class=btn-delete>Entry</a><a href=/entry/2 class=nav>Entry</a>'),
    ...Object.fromEntries(
      ['/entry/1', '/entry/2'].map((entry) => [
        entry,
        ({ path }: PortalRequest) => {
          asked.push(path);
          return html('An entry');
        },
      ]),
    ),
  });
  const server = await serveDemo({ portals: [portal] });
  const cookies = join(folder, 'cookies.txt');
  writeFileSync(cookies, 'counts.test\tFALSE\t/\tFALSE\t0\tsession\t1\n');
  const given = { render: 'http', cookies, workers: 1, choice: { strategy: 'standard', params: {} } } as const;
  try {
    await runCrawl(file, sites, server, { ...given, pageLimit: 3 });
    // The verdict is in the database: other patterns do not admit the link either.
    await runCrawl(file, [], server, { ...given, exclude: ['*/none*'] });
    expect(asked).toEqual(['/entry/2']);
  } finally {
    await server.close();
  }
});

test('in a session no link of a harmful element is visited, nor by a later run with other limits', async ({
  folder,
}) => {
  const { portal, asked } = marked();
  const server = await serveDemo({ portals: [portal] });
  const cookies = join(folder, 'cookies.txt');
  writeFileSync(cookies, 'counts.test\tFALSE\t/\tFALSE\t0\tsession\t1\n');
  const harmless = [...plain.map((_, n) => `/plain/${n}`), `/form/${actingForms.length}`, '/wiki/Deletion'].sort();
  try {
    for (const render of ['browser', 'http'] as const) {
      asked.length = 0;
      const db = join(folder, `${render}.sqlite`);
      const given = { render, cookies, capture: undefined, delay: 5 };
      await runCrawl(db, sites, server, given);
      expect([...new Set(asked)].sort(), render).toEqual(harmless);
      await runCrawl(db, sites, server, { ...given, depth: 3 });
      expect([...new Set(asked)].sort(), render).toEqual(harmless);
      const store = await openStoreToRead(db);
      expect(whyVisited(store, new URL('http://counts.test/acting/0'))).toMatchObject([
        { status: 'excluded', mayHarm: true },
      ]);
      await store.close();
    }
    asked.length = 0;
    await runCrawl(join(folder, 'public.sqlite'), sites, server, { render: 'http' });
    expect(asked).toContain('/acting/0');
  } finally {
    await server.close();
  }
});

test('without a session all links are visited, and a recrawl run with a session skips harmful ones', async ({
  folder,
}) => {
  const { portal, asked } = counting();
  const server = await serveDemo({ portals: [portal] });
  const db = join(folder, 'crawl.sqlite');
  const cookies = join(folder, 'cookies.txt');
  writeFileSync(cookies, 'counts.test\tFALSE\t/\tFALSE\t0\tsession\t1\n');
  try {
    await runCrawl(db, sites, server, { render: 'http' });
    for (const path of [...harmful, ...harmless, '/say']) expect(asked, path).toContain(`GET ${path}`);
    asked.length = 0;
    const budget = {
      ...{ pageLimit: 50, timeLimit: undefined, newShare: 0.2, rule: undefined, param: {} },
      ...({ budgetBy: 'pages', over: 'all' } as const),
    };
    const { hostRules } = server;
    await recrawl({ ...plainCrawl, db, hostRules, cookies, render: 'http', recrawl: budget }, {}, Date.now);
    expect(asked.length).toBeGreaterThan(3);
    expect(asked.filter((one) => [...harmful, '/say', '/sign'].some((path) => one === `GET ${path}`))).toEqual([]);
  } finally {
    await server.close();
  }
});

test('guesses never request addresses that only write or log out', async ({ folder }) => {
  const { portal, asked } = counting();
  const server = await serveDemo({ portals: [portal] });
  try {
    await runCrawl(join(folder, 'thorough.sqlite'), sites, server, { capture: 'thorough', delay: 5 });
    const api = asked.filter((one) => /^GET \/(?:api\/|.*logout$)/.test(one)).map((one) => one.replace('GET ', ''));
    expect(asked).toContain('GET /pressed');
    expect(api.filter((path) => path !== '/logout').sort()).toEqual([
      '/api/list',
      '/api/read',
      '/api/save',
      '/api/unknown',
    ]);
  } finally {
    await server.close();
  }
});
