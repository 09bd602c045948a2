import { addresses, expect, linkTo, test } from './fixtures.ts';

test('elements that lead to pages, and others that do not', async ({ odd }) => {
  const page = await odd.page('links.test/elements');
  const links = page.links.filter(({ role }) => role === 'link');
  expect(links.map(({ raw, element }) => `${element} ${raw}`)).toEqual([
    'link /next',
    'link /prev',
    'a /a',
    'area /area',
    'svg:a /svg-xlink',
    'svg:a /svg-href',
    'embed /embed',
    'my-link /custom',
    'a /noscript',
    'mrow /math',
    'frame http://links.test/embed',
  ]);
  expect(addresses(page)).toContain('/svg-xlink');
  expect(page).toMatchObject({ httpStatus: 200, contentType: 'text/html', title: 'A page', limits: [] });
});

test('the canonical address in the head', async ({ odd }) => {
  expect((await odd.page('links.test/canonical')).canonical).toBe('http://links.test/own?b=1');
  for (const path of ['canonical/in-body', 'canonical/empty', 'text'])
    expect((await odd.page(`links.test/${path}`)).canonical, path).toBeUndefined();
});

test('unusual addresses', async ({ odd }) => {
  const page = await odd.page('links.test/odd-addresses');
  expect(page.links.map(({ raw, url, anchor }) => [anchor, raw.slice(0, 50), url?.slice(0, 50)])).toEqual([
    ['empty', '', 'http://links.test/odd-addresses'],
    ['part', '#part', 'http://links.test/odd-addresses#part'],
    ['query', '?q=1', 'http://links.test/odd-addresses?q=1'],
    ['blanks', '  /blanks  ', 'http://links.test/blanks'],
    ['line', '/new\nline\t/tab', 'http://links.test/newline/tab'],
    ['scheme relative', '//other.test/x', 'http://other.test/x'],
    ['script', 'javascript:void( 0 )', 'javascript:void( 0 )'],
    ['mail', 'mailto:a@b.test', 'mailto:a@b.test'],
    ['malformed', 'http://[', undefined],
    ['nothing', 'http://', undefined],
    ['long', `/?q=${'x'.repeat(46)}`, `http://links.test/?q=${'x'.repeat(29)}`],
    ['encoded', '/a%20b%D1%8F?x=%zz', 'http://links.test/a%20b%D1%8F?x=%zz'],
    ['not encoded', '/я?ж=ё', 'http://links.test/%D1%8F?%D0%B6=%D1%91'],
    ['data', 'data:text/html,x', 'data:text/html,x'],
    ['blob', 'blob:http://links.test/1', 'blob:http://links.test/1'],
    ['upper', 'HTTP://LINKS.TEST:80/Upper/../Case', 'http://links.test/Case'],
    ['entity', '/&amp;', 'http://links.test/&amp;'],
    ['blank', '/a b', 'http://links.test/a%20b'],
    ['backslash', '\\\\back\\slash', 'http://back/slash'],
    ['ftp', 'ftp://links.test/', 'ftp://links.test/'],
  ]);
  const long = linkTo(page, 'xxx');
  expect([long.raw.length, long.url?.length]).toEqual([5000, 5000]);
});

test('the base of the page and of a frame', async ({ odd }) => {
  expect(addresses(await odd.page('links.test/base/page'), 'elsewhere.test')).toEqual([
    '/root/sub',
    '/abs',
    '/root/',
    '/root/framed',
    '/root/drawn',
    '/root/framed',
  ]);
  expect(addresses(await odd.page('links.test/base/relative'))).toEqual(['/base/deep/er/sub']);
  expect(addresses(await odd.page('links.test/base/frame'))).toEqual([
    '/base/own',
    '/base/relative',
    '/base/deep/er/sub',
    '/base/relative',
  ]);
  expect(addresses(await odd.page('links.test/base/target-only'))).toEqual(['/base/sub']);
  expect(addresses(await odd.page('links.test/base/malformed'))).toEqual(['? sub']);
});

test('open shadow roots, nested and declared', async ({ odd }) => {
  const page = await odd.page('links.test/shadow');
  expect(addresses(page).sort()).toEqual(['/declared', '/in-nested', '/in-shadow', '/light']);
  expect(linkTo(page, '/in-nested').tagPath).toBe('html body div #shadow p span #shadow a');
});

test("a query uses the page's encoding, as in browsers", async ({ odd }) => {
  expect(addresses(await odd.page('links.test/cp1251'))).toEqual([
    '/%D0%B6?q=%E6',
    '/f%D0%B6?q=%E6',
    '/%E6?q=%E6',
    '/cp1251?q=%88%26%2326085%3B',
    '/f%D0%B6?q=%E6',
  ]);
});

test('anchor text: nested markup, an image, a title, a label', async ({ odd }) => {
  const page = await odd.page('links.test/text');
  const links = page.links.filter(({ role }) => role === 'link');
  expect(links.map(({ raw, anchor }) => `${raw} ${anchor}`)).toEqual([
    '/nested Laboratory of dark matter',
    '/image A picture',
    '/two-images Second',
    '/title A title',
    '/label A label',
    '/none ',
    '/area An area',
    '/blocks One Two',
    '/blanks many blanks here',
    '/script text',
    '/rel rel',
  ]);
  expect(linkTo(page, '/nested').context).toMatch(
    /^Faculty of Physics Before Laboratory of dark matter after One Two many/,
  );
  expect(linkTo(page, '/nested').tagPath).toBe('html body p a');
  expect(linkTo(page, '/rel').rel).toBe('nofollow UGC');
});

test('the context is about a hundred characters on each side', async ({ odd }) => {
  const page = await odd.page('links.test/context');
  const { context } = linkTo(page, '/x');
  expect(context).toBe(`${'left '.repeat(20)}the link${' right'.repeat(16)} rig`);
  expect(linkTo(page, '/y').context).toMatch(/right one two three$/);
});

test('truncated and invalid characters', async ({ odd }) => {
  const page = await odd.page('links.test/surrogates');
  expect(page.links).toHaveLength(2);
  for (const text of [page.title, ...page.links.flatMap(({ anchor, context, raw }) => [anchor, context, raw])]) {
    expect(text).not.toMatch(/\p{Surrogate}|\0/u);
  }
});

test('twenty thousand links', async ({ odd }) => {
  const { links } = await odd.largePage('links.test/many');
  expect(links).toHaveLength(20_000);
  expect(links[19_999]).toMatchObject({ raw: '/item/19999', anchor: 'Item 19999', tagPath: 'html body li a' });
});

test('five thousand levels', async ({ odd }) => {
  const page = await odd.page('links.test/deep');
  expect(addresses(page)).toEqual(['/bottom', '/shadows']);
  expect(linkTo(page, '/bottom').tagPath.split(' ')).toHaveLength(100);
});

test('elements adopted from a removed document', async ({ odd }) => {
  expect(addresses(await odd.page('links.test/adopted'))).toEqual(['/moved']);
});

test('XHTML', async ({ odd }) => {
  const page = await odd.page('links.test/xhtml');
  expect(page).toMatchObject({ contentType: 'application/xhtml+xml', title: 'XHTML' });
  expect(addresses(page)).toEqual(['/x', '/drawn']);
  expect(linkTo(page, '/x').anchor).toBe('in CDATA');
});
