import { expect } from '@playwright/test';
import { layoutOf } from '../../../src/capture/browser/layout.ts';
import { test } from '../../plain-test.ts';

const page = (inline: string, body = '<p>text</p>') =>
  `<html><head><script>${inline}</script></head><body>${body}</body>`;
const base = page(`menu('first', 12, "some words")`);
const scripts = ['http://uni.test/a.js?v=1'];
const layout = (source: string, { url = 'http://uni.test/docs/one.html', files = scripts } = {}) =>
  layoutOf(url, source, files);

const alike = {
  'other numbers and texts in a script': layout(page(`menu('first', 7, "other words")`)),
  'another page of the folder': layout(base, { url: 'http://uni.test/docs/two.html' }),
  'a part of the page': layout(base, { url: 'http://uni.test/docs/one.html#part' }),
  'another version of a script': layout(base, { files: ['http://uni.test/a.js?v=2'] }),
  'data in a script': layout(
    page(`menu('first', 1)`, '<p></p><script type="application/ld+json">{"name": "x"}</script>'),
  ),
};
for (const [what, other] of Object.entries(alike)) {
  test(`pages have one layout: ${what}`, () => {
    expect(other).toEqual(layout(base));
  });
}

const unlike = {
  'another call': layout(page(`menu.open('first')`)),
  'a text of one word, such as an event': layout(page(`menu('second')`)),
  'another script': layout(base, { files: ['http://uni.test/b.js'] }),
  'another route': layout(base, { url: 'http://uni.test/docs/one.html#/news/1' }),
  'a route without a slash before it': layout(base, { url: 'http://uni.test/docs/one.html#news/1' }),
  'another folder': layout(base, { url: 'http://uni.test/news/one.html' }),
  'a handler': layout(page(`menu('first')`, '<p onclick="more()">text</p>')),
  'an address that is a script': layout(page(`menu('first')`, '<a href="javascript:more()">text</a>')),
};
for (const [what, other] of Object.entries(unlike)) {
  test(`pages have different layouts: ${what}`, () => {
    expect(other).toBeDefined();
    expect(other).not.toEqual(layout(base));
  });
}
