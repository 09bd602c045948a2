import type { FoundLink } from '../../../src/domain/link.ts';
import { expect, test } from '../fixtures.ts';

const ways = [
  ...['parameter', 'parameter-in-front', 'without-parameters', 'order', 'scheme', 'host', 'language', 'prefix'],
  ...['redirect', 'redirect-by-path', 'redirect-in-path', 'redirect-in-base-64', 'path-in-base-64'],
  ...['text', 'icon', 'session-in-path', 'ending', 'index'],
];

for (const way of ways) {
  test(`a link of a visible element in another form is not listed from the source: ${way}`, async ({ odd }) => {
    const { links } = await odd.page(`scripted.test/rewritten/${way}`);
    const gone = links.filter(({ technique }) => technique === 'source').map(({ raw }) => raw.replace(/\d+$/, ''));
    expect(gone).toEqual(['/gone/']);
    expect(links.filter(({ technique, role }) => technique === 'dom' && role === 'link')).toHaveLength(9);
  });
}

const linksOf = async (page: Promise<{ links: readonly FoundLink[] }>) =>
  (await page).links.flatMap(({ url, role }) =>
    role === 'link' && url ? [url.replace('http://scripted.test', '')] : [],
  );

test('links that a timer changed all over the page are not listed as loaded', async ({ odd }) => {
  expect((await linksOf(odd.page('scripted.test/rewritten-later/parameter'))).sort()).toEqual(
    [
      ...['/one/page?mod=W', '/two/page?id=2&mod=W', '/three/page?mod=W'],
      ...['/list/?at=1&mod=W', '/four?mod=W', '/gone?mod=W'],
    ].sort(),
  );
  expect((await linksOf(odd.page('scripted.test/rewritten-later/anew'))).sort()).toEqual(
    [
      ...['/one/page?v=2&', '/two/page?v=2&id=2', '/three/page?v=2&'],
      ...['/list/?v=2&at=1', '/four?v=2&', '/gone?v=2&'],
    ].sort(),
  );
});

test('single links that a timer changed are listed as loaded, too', async ({ odd }) => {
  expect((await linksOf(odd.page('scripted.test/rewritten-later/not'))).sort()).toEqual(
    [
      ...['/one/page', '/two/page?id=2', '/three/page', '/list/?at=1', '/four', '/gone'],
      ...['/one/page/2', '/list/?at=7', '/four?seen', '/news'],
    ].sort(),
  );
});

test('links whose elements were replaced are listed from the source', async ({ odd }) => {
  const { links } = await odd.page('scripted.test/rewritten/not');
  expect(links.filter(({ technique }) => technique === 'source').map(({ raw }) => raw)).toEqual([
    '/page/1',
    '/list?at=2',
    '/news',
    '/read/a',
    '/read/b',
  ]);
});

test('links of the source are resolved against the address at load time, though it has changed since', async ({
  odd,
}) => {
  const { links } = await odd.page('scripted.test/moved/');
  const [host, own] = ['http://scripted.test', links.filter(({ technique }) => technique !== 'navigation')];
  expect(own.map(({ url, role }) => `${role} ${url?.replace(host, '')}`).sort()).toEqual(
    [
      'embedded /deep/first/made.js',
      'embedded /moved/drawn.png',
      'embedded /moved/set-address.js',
      'embedded /moved/style.css',
      'link /deep/item',
    ].sort(),
  );
});
