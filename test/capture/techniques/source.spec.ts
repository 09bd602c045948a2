import { expect, test } from '../fixtures.ts';

const ways = [
  ...['parameter', 'parameter-in-front', 'without-parameters', 'order', 'scheme', 'host', 'language', 'prefix'],
  ...['redirect', 'redirect-by-path', 'redirect-in-path', 'redirect-in-base-64'],
];

for (const way of ways) {
  test(`what a shown element bears in another form is not listed from the source: ${way}`, async ({ odd }) => {
    const { links } = await odd.page(`scripted.test/rewritten/${way}`);
    expect(links.filter(({ technique }) => technique === 'source').map(({ raw }) => raw)).toEqual(['/gone']);
    expect(links.filter(({ technique, role }) => technique === 'dom' && role === 'link')).toHaveLength(9);
  });
}

test('links whose elements were replaced by others are listed from the source', async ({ odd }) => {
  const { links } = await odd.page('scripted.test/rewritten/not');
  expect(links.filter(({ technique }) => technique === 'source').map(({ raw }) => raw)).toEqual([
    '/page/1',
    '/list?at=2',
    '/news',
    '/read/a',
    '/read/b',
  ]);
});

test('what a document was loaded with is resolved as it was loaded, though its address was set since', async ({
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
