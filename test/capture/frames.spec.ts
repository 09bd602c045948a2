import { addresses, expect, linkTo, test } from './fixtures.ts';

const cases: Record<string, readonly string[]> = {
  nested: ['/outer', '/from/outer', '/inner', '/from/inner', '/leaf', '/from/leaf', '/outer', '/inner', '/leaf'],
  frameset: ['/leaf', '/outer', '/from/leaf', '/from/outer', '/inner', '/from/inner', '/leaf'],
  'closed-late': ['/leaf', '/from/leaf', '/leaf'],
  lazy: ['/leaf', '/from/leaf', '/leaf'],
  srcdoc: ['/in-doc', '/leaf', '/from/leaf', '/leaf'],
  data: ["data:text/html,<a href='http://frames.test/from/data'>d</a>", '/from/data'],
  blank: ['/written', '/blank'],
  blob: ['/from/blob'],
  'script-frame': ['/late-leaf', '/from/late-leaf', '/late-leaf'],
  'no-src': ['/from/leaf', '/leaf'],
  redirected: ['/to-leaf', '/from/leaf', '/leaf'],
  object: ['/from/leaf', '/leaf'],
};
for (const [path, expected] of Object.entries(cases)) {
  test(`frames: ${path}`, async ({ odd }) => {
    const page = await odd.page(`frames.test/${path}`);
    expect(new Set(addresses(page))).toEqual(new Set(expected));
    expect(page.limits).toEqual([]);
  });
}

test('a link names its frame', async ({ odd }) => {
  const page = await odd.page('frames.test/nested');
  expect(page.links[0]).toMatchObject({ element: 'iframe', technique: 'dom', frame: '' });
  expect(linkTo(page, '/from/inner')).toMatchObject({ frame: 'http://frames.test/inner', technique: 'dom' });
  expect(page.links.filter(({ technique }) => technique === 'frame').map(({ url, frame }) => [url, frame])).toEqual([
    ['http://frames.test/outer', 'http://frames.test/nested'],
    ['http://frames.test/inner', 'http://frames.test/outer'],
    ['http://frames.test/leaf', 'http://frames.test/inner'],
  ]);
});

test('frames of other sites, and frames in a sandbox', async ({ odd }) => {
  const urls = addresses(await odd.page('frames.test/cross-site'));
  for (const url of ['http://framed.test/from/framed', 'http://framed.test/later', 'http://framed.test/boxed-link']) {
    expect(urls).toContain(url);
  }
  expect(urls).toContain('/from/leaf');
});

test('an unclosed frameset', async ({ odd }) => {
  expect((await odd.page('frames.test/unclosed-frameset')).links).toEqual([]);
});

test('frames without content do not block reading the page', async ({ odd }) => {
  const urls = addresses(await odd.page('frames.test/dead'));
  for (const url of ['/alive', '/missing', 'http://nowhere.invalid/', '/file.zip', '/no-content']) {
    expect(urls).toContain(url);
  }
  expect(urls).toContain('/from/javascript');
});

test('a page that frames itself is read', async ({ odd }) => {
  expect(addresses(await odd.page('frames.test/self'))).toContain('/from/self');
});

test('a frame that reloads forever does not block reading the page', async ({ odd }) => {
  const page = await odd.page('frames.test/reloading');
  expect(addresses(page)).toContain('/from/reloading');
});

test('of very many frames, the first hundred documents are read', async ({ odd }) => {
  const { links } = await odd.largePage('frames.test/many');
  expect(links.filter(({ element }) => element === 'iframe')).toHaveLength(150);
  expect(links.filter(({ element }) => element === 'a')).toHaveLength(99);
});

test('a document whose server forbids framing has no links there', async ({ odd }) => {
  for (const [path, to] of [
    ['x-frame', 'denied'],
    ['ancestors', 'no-ancestors'],
  ]) {
    const { links } = await odd.page(`linkless.test/${path}`);
    expect(links.map(({ url }) => url)).toEqual([`http://linkless.test/${to}`]);
  }
});
