import { expect, test } from '@playwright/test';
import { layoutKeyOf } from '../../../src/capture/browser/layout-key.ts';

const page = (inline: string, body = '<p>text</p>') =>
  `<html><head><script>${inline}</script></head><body>${body}</body>`;
const base = page(`menu('first', 12, "some words")`);
const scripts = ['http://uni.test/a.js?v=1'];
const key = (source: string, { url = 'http://uni.test/docs/one.html', files = scripts } = {}) =>
  layoutKeyOf(url, source, files);

const alike = {
  'other numbers and texts in a script': key(page(`menu('first', 7, "other words")`)),
  'another page of the folder': key(base, { url: 'http://uni.test/docs/two.html' }),
  'a part of the page': key(base, { url: 'http://uni.test/docs/one.html#part' }),
  'another version of a script': key(base, { files: ['http://uni.test/a.js?v=2'] }),
  'data in a script': key(page(`menu('first', 1)`, '<p></p><script type="application/ld+json">{"name": "x"}</script>')),
};
for (const [what, other] of Object.entries(alike)) {
  test(`pages have one layout: ${what}`, () => {
    expect(other).toBe(key(base));
  });
}

const unlike = {
  'another call': key(page(`menu.open('first')`)),
  'a text of one word, such as an event': key(page(`menu('second')`)),
  'another script': key(base, { files: ['http://uni.test/b.js'] }),
  'another route': key(base, { url: 'http://uni.test/docs/one.html#/news/1' }),
  'another folder': key(base, { url: 'http://uni.test/news/one.html' }),
  'a handler': key(page(`menu('first')`, '<p onclick="more()">text</p>')),
  'an address that is a script': key(page(`menu('first')`, '<a href="javascript:more()">text</a>')),
};
for (const [what, other] of Object.entries(unlike)) {
  test(`pages have not one layout: ${what}`, () => {
    expect(other).toBeDefined();
    expect(other).not.toBe(key(base));
  });
}
