import { ParsedDocument } from '../../src/capture/documents/page-reader.ts';
import { readDocument } from '../../src/capture/documents/read-document.ts';
import { jsonText } from '../../src/capture/find/data.ts';
import { header } from '../../src/capture/find/header.ts';
import { scriptText } from '../../src/capture/find/scripts.ts';
import { style } from '../../src/capture/find/style.ts';
import type { Technique } from '../../src/capture/find/technique.ts';
import { comment, plainText } from '../../src/capture/find/text.ts';
import { WalkedPage } from '../../src/capture/find/walked-page.ts';
import { HttpCapture } from '../../src/capture/http/http.ts';
import type { LoadedPage, LoadedText } from '../../src/capture/loaded-page.ts';
import { parseHostRules } from '../../src/capture/network/host-rules.ts';
import type { FoundLink } from '../../src/domain/link.ts';
import { guessable, markupCases } from '../site/attributes.ts';
import { expect, test as odd } from './fixtures.ts';

/** Resources loaded by a page, by type. */
const loading =
  (...texts: LoadedText[]): LoadedPage['loaded'] =>
  async (type) =>
    texts.filter(({ contentType }) => type.test(contentType));

const test = odd.extend<
  Record<never, never>,
  { read: (path: string) => Promise<Record<'browser' | 'http', FoundLink[]>> }
>({
  read: [
    async ({ odd: { server, patience, page } }, use) => {
      const http = new HttpCapture({
        hostRules: parseHostRules(server.hostRules),
        userAgent: 'F',
        now: Date.now,
        patience,
      });
      await use(async (path) => {
        const plain = await http.read({ url: `http://attributes.test${path}`, site: 900 });
        return {
          browser: [...(await page(`attributes.test${path}`)).links],
          http: plain.kind === 'page' ? [...plain.links] : [],
        };
      });
      await http.close();
    },
    { scope: 'worker' },
  ],
});

const OF_MARKUP = new Set(['dom', 'attribute']);

/** Role, method where it is not GET, element, and address without the site's own host. */
const line = ({ role, method, element, url = '' }: FoundLink): string =>
  [role, ...(method === 'GET' ? [] : [method]), element, url.replace('http://attributes.test', '')].join(' ');
const lines = (links: readonly FoundLink[]): string[] => links.map(line);

test('every attribute with addresses is read, with and without a browser', async ({ read }) => {
  const { browser, http } = await read('/markup');
  const found = browser.filter(({ technique }) => OF_MARKUP.has(technique));
  expect(http.filter(({ technique }) => OF_MARKUP.has(technique))).toEqual(found);
  for (const { what, found: expected } of markupCases) {
    const own = new Set(expected);
    expect(
      lines(found)
        .filter((one) => own.has(one))
        .sort(),
      what,
    ).toEqual([...expected].sort());
  }
  const all = markupCases.flatMap(({ found }) => found);
  expect(
    lines(found).filter((one) => !all.includes(one)),
    'nothing else',
  ).toEqual([]);
  const after = found.find(({ raw }) => raw === '/t/after');
  expect(after).toMatchObject({ anchor: 'after', context: expect.not.stringMatching(/words/) });
});

test('closed shadow roots: nested, of custom elements, declared', async ({ read }) => {
  const { browser } = await read('/closed');
  expect(lines(browser).sort()).toEqual([
    'embedded img /closed.png',
    ...['/card', '/in-both', '/in-closed', '/light', '/slotted'].map((path) => `link a ${path}`),
  ]);
  expect(browser.find(({ raw }) => raw === '/in-both')).toMatchObject({
    anchor: 'both',
    context: expect.stringMatching(/light words in closed ?both/),
    tagPath: 'html body div #shadow p span #shadow a',
    technique: 'dom',
  });
  const declared = await read('/closed/declared');
  expect(lines(declared.browser)).toEqual(['link a /declared', 'link a /light']);
  expect(declared.http).toEqual(declared.browser);
});

test('links removed by scripts, and links shown in an empty document', async ({ read }) => {
  const { browser, http } = await read('/lost');
  const expected = [
    'link a /noembed',
    'link a /noscript?a&b',
    'link a /removed',
    'link a /stays',
    'embedded img /pixel.gif',
  ].sort();
  expect(lines(browser).sort()).toEqual(expected);
  expect(browser.find(({ raw }) => raw === '/removed')).toMatchObject({ technique: 'source', anchor: 'removed' });
  expect(lines(http).sort()).toEqual([...expected, 'link a /%7B%7Bhole%7D%7D'].sort());
});

test('elements dropped by the parser', async ({ read }) => {
  const { browser, http } = await read('/dropped');
  const expected = [
    ...['link a /stays', 'link form /stays/form', 'link frame /dropped/frame', 'link form /dropped/form'],
    'embedded tr /dropped/row.png',
  ].sort();
  expect(lines(browser).sort()).toEqual(expected);
  expect(lines(http).sort()).toEqual(expected);
});

test('links in documents embedded in addresses', async ({ read }) => {
  for (const found of Object.values(await read('/data'))) {
    const inside = found.flatMap(({ url = '' }) => (/test\/in\/\w+$/.test(url) ? [new URL(url).pathname] : []));
    expect(inside.sort()).toEqual(['/in/base64', '/in/frame', '/in/link', '/in/object']);
    expect(found.filter(({ url = '' }) => url.startsWith('http') && !url.includes('/in/'))).toEqual([]);
  }
});

test('headers', async ({ read }) => {
  const { browser, http } = await read('/headers');
  const found = browser.filter(({ technique }) => technique === 'header');
  expect(http.filter(({ technique }) => technique === 'header')).toEqual(found);
  expect(lines(found)).toEqual([
    'link header:link /h/next',
    'embedded header:link /h/style.css',
    'link header:link /h/relative',
    'link header:content-location /h/content',
    'link header:refresh /h/refresh',
    'embedded header:content-security-policy /h/csp',
    'embedded header:content-security-policy https://other.test/csp',
    'embedded header:reporting-endpoints /h/endpoint',
    'embedded header:reporting-endpoints https://other.test/reports',
    'embedded header:report-to https://other.test/report-to',
  ]);
  expect(found.map(({ rel }) => rel).slice(0, 3)).toEqual(['next', 'preload', 'prev start']);
});

/** Input of a technique: a page with its own markup, answers and bodies. */
const loadedPage = (text: string, rest: Partial<LoadedPage> = {}): LoadedPage => {
  const url = 'http://attributes.test/page';
  const source = { url, parentUrl: undefined, markup: { text, encoding: 'utf-8' }, isXml: false, wantsTexts: true };
  const frame = new ParsedDocument(source, readDocument(source));
  return {
    frames: [frame],
    answers: [],
    observed: [],
    texts: async () => [await frame.texts()],
    limit: () => undefined,
    loaded: async () => [],
    globals: async () => [],
    leftAlone: [],
    ...rest,
  };
};

const find = async (technique: Technique, page: LoadedPage) =>
  (await technique.find?.(page, new WalkedPage(page))) ?? [];

test('redirects: their targets and the links in their bodies; not the page itself', async () => {
  const answers = [
    {
      url: 'http://attributes.test/from',
      headers: { location: '/over' },
      text: '<a href=/over>here</a><a href=/body>b</a>',
    },
    { url: 'http://attributes.test/over', headers: { location: '/page', refresh: '5' } },
    { url: 'http://attributes.test/page', headers: { 'content-location': 'page#part', link: '<' } },
  ];
  expect(lines(await find(header, loadedPage('', { answers })))).toEqual(['link a /body']);
});

test('style sheets loaded by the page', async () => {
  const text =
    '@import "two.css"; a { background: url(../image.png) } b { background: url(../image.png) } c { d: url(#e)';
  const url = 'http://attributes.test/styles/one.css';
  const page = loadedPage('', {
    loaded: loading(
      { url, contentType: 'text/css', text },
      { url: 'http://attributes.test/not.js', contentType: 'text/javascript', text },
    ),
  });
  const expected = ['embedded style /styles/two.css', 'embedded style /image.png'];
  expect(lines(await find(style, page))).toEqual(expected);
  expect(lines(await find(style, page)), 'the same, remembered').toEqual(expected);
});

test('guesses: in scripts, data, comments and running text', async () => {
  const page = loadedPage(guessable, {
    loaded: loading(
      {
        url: 'http://attributes.test/app/main.js',
        contentType: 'text/javascript',
        text: 'go("/g/loaded", "/g/known", "/")',
      },
      {
        url: 'http://attributes.test/api/data',
        contentType: 'application/json',
        text: '{"next": "./next", "no": "a/b"}',
      },
    ),
  });
  const found = await Promise.all([scriptText, jsonText, comment, plainText].map((technique) => find(technique, page)));
  expect(found.map(lines)).toEqual([
    [
      ...['/g/script', '/g/joined', '/g/template', 'https://other.test/escaped', '/g/page.html'],
      ...['/module', '/g/in-comment'],
      ...['/g/handler', '/g/javascript', '/g/loaded'],
    ].map((one) => `guess script ${one}`),
    ['guess script /g/json', 'guess script https://other.test/json', 'guess json /api/next'],
    ['/g/template-markup', '/g/comment', 'http://other.test/named', '/g/ie.png'].map((one) => `guess comment ${one}`),
    ['https://other.test/a_(b)', 'http://www.other.test/www', 'http://other.test/c'].map((one) => `guess text ${one}`),
  ]);
});

test('addresses in plain texts embedded in addresses', async () => {
  const texts = ['data:text/plain,See%20https://other.test/plain,%20/rooted', 'data:,https://other.test/untyped'];
  const base64 = `data:text/plain;charset=utf-8;base64,${Buffer.from('https://other.test/base64').toString('base64')}`;
  const markup = [...texts, base64, 'data:text/css,http://other.test/not'].map((url) => `<a href="${url}">x</a>`);
  expect(lines(await find(plainText, loadedPage(markup.join(' '))))).toEqual(
    ['plain', 'untyped', 'base64'].map((name) => `guess text https://other.test/${name}`),
  );
});

test('the base of a document is recorded as a link', async ({ odd }) => {
  const http = new HttpCapture({ hostRules: parseHostRules(odd.server.hostRules), userAgent: 'F', now: Date.now });
  for (const [path, base] of [
    ['page', 'http://elsewhere.test/root/'],
    ['relative', 'http://links.test/base/deep/er/'],
  ]) {
    const url = `http://links.test/base/${path}`;
    for (const { links } of [await odd.page(`links.test/base/${path}`), await http.read({ url, site: 901 })])
      expect(links.filter(({ element }) => element === 'base').map((link) => [link.role, link.url])).toEqual([
        ['embedded', base],
      ]);
  }
  await http.close();
});
