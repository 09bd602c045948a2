import { expect, linkTo, test } from '../fixtures.ts';

for (const encoding of ['koi8-r', 'windows-1251']) {
  test(`undeclared ${encoding}`, async ({ odd }) => {
    const page = await odd.page(`encodings.test/${encoding}`);
    expect(page.title).toBe('Кафедра русской литературы');
    expect(linkTo(page, '/history.html').anchor).toBe('История кафедры и её преподаватели');
    expect(linkTo(page, '/news.html').context).toContain('студенты и аспиранты кафедры изучают');
  });
}

test('UTF-16 declared only by its byte order mark', async ({ odd }) => {
  expect(linkTo(await odd.page('encodings.test/utf-16'), '/x').anchor).toBe('Новости');
});

for (const encoding of ['utf-16le', 'utf-16be']) {
  test(`undeclared ${encoding}, in 7-bit bytes only`, async ({ odd }) => {
    const page = await odd.page(`encodings.test/${encoding}-of-low-bytes`);
    expect(page.title).toBe('Новости');
    expect(linkTo(page, '/x?q=%D0%9D%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8').anchor).toBe('Кафедра');
  });
}

test('labels of Hebrew and Macintosh encodings', async ({ odd }) => {
  const russian = await odd.page('encodings.test/x-mac-cyrillic');
  expect(linkTo(russian, '/x?q=%8D%EE%E2%EE%F1%F2%E8').anchor).toBe('Кафедра');
  const hebrew = await odd.page('encodings.test/iso-8859-8-i');
  expect(linkTo(hebrew, '/x?q=%F2%E1%F8%E9%FA').anchor).toBe('חדשות');
});
