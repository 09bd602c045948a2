import { expect, linkTo, test } from './fixtures.ts';

for (const encoding of ['koi8-r', 'windows-1251']) {
  test(`${encoding} that nothing declares`, async ({ odd }) => {
    const page = await odd.page(`encodings.test/${encoding}`);
    expect(page.title).toBe('Кафедра русской литературы');
    expect(linkTo(page, '/history.html').anchor).toBe('История кафедры и её преподаватели');
    expect(linkTo(page, '/news.html').context).toContain('студенты и аспиранты кафедры изучают');
  });
}

test('UTF-16 that only its first bytes declare', async ({ odd }) => {
  expect(linkTo(await odd.page('encodings.test/utf-16'), '/x').anchor).toBe('Новости');
});
