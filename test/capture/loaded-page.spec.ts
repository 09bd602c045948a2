import { expect, test } from './fixtures.ts';

/** Visible text of each page, by blocks. */
const shown: Readonly<Record<string, readonly string[]>> = {
  blocks: [
    'A heading',
    'One Two',
    'Loose words',
    'A bold paragraph, over lines.',
    'behind it',
    'First',
    'Second',
    'Nested',
    'Cell',
    'Another',
    'line one',
    'line two',
    'café & tea',
    'Press',
    'Red',
    'Green',
    'written',
  ],
  unseen: ['shown', 'drawn'],
  framed: ['before', 'after', 'inner', 'innermost', 'plain text'],
  rendered: ['sent', 'made by a script'],
  shadow: ['in the shadow'],
};
for (const [path, blocks] of Object.entries(shown)) {
  test(`the visible text of ${path}`, async ({ odd }) => {
    expect((await odd.page(`texts.test/${path}`)).text).toEqual(blocks);
  });
}

test('text beyond the limit is reported as a limit of the page', async ({ odd }) => {
  const many = await odd.largePage('texts.test/many');
  expect(many.text).toHaveLength(20_000);
  expect(many.limits).toEqual(['long text']);
  const long = await odd.largePage('texts.test/long');
  expect(long.text.map(({ length }) => length)).toEqual([749_999]);
  expect(long.limits).toEqual(['long text']);
});
