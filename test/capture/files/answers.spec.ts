import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { HttpCapture } from '../../../src/capture/http/http.ts';
import { HttpClient } from '../../../src/capture/http/http-client.ts';
import { HttpSession } from '../../../src/capture/http/http-session.ts';
import { DocumentSchedule } from '../../../src/capture/network/document-schedule.ts';
import { parseHostRules } from '../../../src/capture/network/host-rules.ts';
import { VisitPace } from '../../../src/capture/network/visit-pace.ts';
import type { Captured } from '../../../src/domain/page.ts';
import { expect, test } from '../fixtures.ts';

/** Links of each file, in both renderings, in short form, and its limits. */
const read: Readonly<Record<string, readonly string[]>> = {
  'maps/index.xml.gz': ['/maps/packed.xml.gz', '/maps/coded.xml'],
  'maps/packed.xml.gz': ['/from/packed', 'http://out.test/mapped'],
  'maps/coded.xml': ['/from/coded', '/secret/page'],
  'map.txt': ['/from/text', '/paper'],
  'feed.rss': ['http://out.test/described', '/from/rss', '(/talk.mp3)', '/'],
  // The last one is in the redirect's body.
  moved: ['http://out.test/described', '/from/rss', '(/talk.mp3)', '/', '/from/moved'],
  'news.atom': ['/from/atom', '/older.atom'],
  'feed.json': ['/from/json'],
  'paper.pdf': ['http://out.test/unread', '/from/paper.pdf'],
  paper: ['http://out.test/outlined', '/from/pdf', '/paper.pdf'],
  broken: ['damaged'],
  sheet: ['(/more.css)', '(/a.png)'],
  app: ['/from/manifest', '(/icon.png)'],
  drawing: ['/from/drawing'],
  notes: [],
  saved: ['/from/saved'],
  nofollow: ['/from/nofollow', 'header'],
  'untyped-xml': ['http://out.test/described', '/from/rss', '(/talk.mp3)', '/'],
};

const short = (captured: Captured): string[] => [
  ...captured.links.map(({ url = '', role }) => {
    const address = url.replace('http://files.test', '');
    return role === 'embedded' ? `(${address})` : address;
  }),
  ...captured.nofollow,
  ...captured.limits,
];

test('browser and http read files alike, and a page after them', async ({ odd }) => {
  const http = new HttpCapture({
    hostRules: parseHostRules(odd.server.hostRules),
    userAgent: 'Forager',
    now: Date.now,
  });
  const seen: Record<string, readonly string[]> = {};
  for (const path of Object.keys(read)) {
    const { askedAt, ...captured } = await odd.read(`files.test/${path}`);
    const { askedAt: _, ...plain } = await http.read({ url: `http://files.test/${path}`, site: 1 });
    expect({ ...plain, rendering: 'browser' }, path).toEqual(captured);
    expect(captured.kind).toBe('file');
    seen[path] = short({ ...captured, askedAt });
    if (/paper|saved|sheet/.test(path)) expect((await odd.page('files.test/from/text')).title).toBe('A page');
  }
  expect(seen).toEqual(read);
  expect(short(await odd.read('files.test/untyped-pdf'))).toEqual(['http://out.test/', '/from/untyped']);
  await http.close();
});

test('XML is read as its style sheet renders it, except feeds and where the sheet renders nothing', async ({ odd }) => {
  const page = await odd.page('files.test/transformed');
  const links = page.links.filter(({ technique }) => technique !== 'request');
  expect([page.title, ...links.map(({ raw }) => raw)]).toEqual([
    'Staff',
    '/from/transformed',
    'http://files.test/from/act',
  ]);
  expect(await odd.read('files.test/styled.rss')).toMatchObject({ kind: 'file' });
  const none = await odd.read('files.test/untransformed');
  expect([none.kind, ...short(none)]).toEqual(['file', '(/none.xsl)', '/from/untransformed']);
});

test('an endless feed is read as far as it arrived', async ({ odd }) => {
  const patience = { answer: 10_000, page: 400, requests: 300, script: 1000 };
  const hostRules = parseHostRules(odd.server.hostRules);
  const options = { now: Date.now, patience };
  const http = new HttpCapture({ ...options, hostRules, userAgent: 'Forager' });
  const say = () => undefined;
  const browser = new BrowserCapture({ ...options, headed: false, hostRules: odd.server.hostRules, workers: 1, say });
  for (const capture of [http, browser]) {
    const file = await capture.read({ url: 'http://files.test/endless', site: 1 });
    expect(file).toMatchObject({ kind: 'file', limits: ['still loading'] });
    expect(file.links[0]).toMatchObject({ raw: '/from/endless', anchor: 'More' });
    expect((await capture.read({ url: 'http://files.test/from/text', site: 1 })).kind).toBe('page');
    await capture.close();
  }
});

test('redirects keep their headers and their text, however long these are', async ({ odd }) => {
  const client = new HttpClient({ hostRules: parseHostRules(odd.server.hostRules), now: Date.now });
  const session = new HttpSession(client, 'Forager', undefined);
  const times = { answerWithin: 5000, bodyWithin: 30_000 };
  const pace = () => new VisitPace(new DocumentSchedule(() => 0));
  const moved = await session.load('http://files.test/moved', times, pace());
  expect(moved).toMatchObject({ url: 'http://files.test/feed.rss', answer: { status: 200 } });
  expect(moved.redirects).toEqual([
    {
      url: 'http://files.test/moved',
      headers: expect.objectContaining({ link: '</from/header>; rel=next' }),
      text: '<a href="/from/moved">here</a>',
    },
  ]);
  // Its body is endless.
  expect(await session.load('http://files.test/moves', times, pace())).toMatchObject({
    url: 'http://files.test/from/moves',
    redirects: [{ url: 'http://files.test/moves' }],
  });
  const chain = await session.load('http://redirects.test/chain', times, pace());
  expect(chain.redirects.map(({ url }) => new URL(url).pathname)).toEqual(['/chain', '/301', '/303', '/307', '/308']);
  await client.close();
});
