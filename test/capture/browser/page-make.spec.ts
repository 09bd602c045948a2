import { expect, test } from '@playwright/test';
import { makeOf } from '../../../src/capture/browser/page-make.ts';

const page = (inline: string, body = '<p>text</p>') =>
  `<html><head><script>${inline}</script></head><body>${body}</body>`;
const base = page(`menu('first', 12, "some words")`);
const scripts = ['http://uni.test/a.js?v=1'];
const make = (source: string, { url = 'http://uni.test/docs/one.html', elements = 5, files = scripts } = {}) =>
  makeOf(url, source, elements, files);

const alike = {
  'other numbers and texts in a script': make(page(`menu('first', 7, "other words")`)),
  'another page of the folder': make(base, { url: 'http://uni.test/docs/two.html' }),
  'another version of a script': make(base, { files: ['http://uni.test/a.js?v=2'] }),
  'data in a script': make(
    page(`menu('first', 1)`, '<p></p><script type="application/ld+json">{"name": "x"}</script>'),
  ),
};
for (const [what, other] of Object.entries(alike)) {
  test(`pages are made alike: ${what}`, () => {
    expect(other).toBe(make(base));
  });
}

const unlike = {
  'another call': make(page(`menu.open('first')`)),
  'a text of one word, such as an event': make(page(`menu('second')`)),
  'another script': make(base, { files: ['http://uni.test/b.js'] }),
  'another folder': make(base, { url: 'http://uni.test/news/one.html' }),
  'a handler': make(page(`menu('first')`, '<p onclick="more()">text</p>')),
  'an address that is a script': make(page(`menu('first')`, '<a href="javascript:more()">text</a>')),
};
for (const [what, other] of Object.entries(unlike)) {
  test(`pages are not made alike: ${what}`, () => {
    expect(other).toBeDefined();
    expect(other).not.toBe(make(base));
  });
}

test('what scripts have made is like nothing else', () => {
  expect(make(base, { elements: 500 })).toBeUndefined();
});
