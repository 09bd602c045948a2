import { expect } from '@playwright/test';
import { STATIC, shapeOf } from '../../../src/capture/documents/page-shape.ts';
import { readDocument } from '../../../src/capture/documents/read-document.ts';
import { test } from '../../plain-test.ts';

const parsed = (text: string, isXml = false) => {
  const markup = { text, encoding: 'utf-8' };
  return {
    isXml,
    reading: readDocument({ url: 'http://uni.edu/', parentUrl: undefined, markup, isXml, wantsFeatures: true }),
  };
};
const shape = (text: string): string => shapeOf([parsed(text)]);

const inert = [
  '<p>text</p><a href=/a>a</a><a href=mailto:me@uni.edu>me</a>',
  '<script type=application/ld+json>{"a": 1}</script>',
  '<script type="text/template"><a href=/x></a></script>',
  '<div id=empty></div><p data-id=7>x</p><my-card></my-card>',
  '<link rel=stylesheet href=a.css><style>a { color: red }</style><img src=a.png>',
  '<form action=/search><input name=q></form>',
  '<div><template shadowrootmode=open><a href=/in>x</a></template></div>',
];
for (const markup of inert) {
  test(`static: ${markup}`, () => {
    expect(shape(markup)).toBe(STATIC);
  });
}

const lively = [
  '<script>1</script>',
  '<script src=/a.js></script>',
  '<script type=module src=/a.js></script>',
  '<script type="text/JavaScript">1</script>',
  '<svg><script>1</script></svg>',
  '<div><template shadowrootmode=open><script>1</script></template></div>',
  '<body onload=go()>',
  '<p onclick="go()">x</p>',
  '<a href="javascript:go()">x</a>',
  '<a href=" java&#10;script:go()">x</a>',
  '<iframe src=/a></iframe>',
  '<frameset><frame src=/a></frameset>',
  '<object data=/a.html></object>',
  '<noscript><a href=/x>x</a></noscript>',
  '<meta http-equiv=Refresh content="5; url=/x">',
  '<svg><a href=/a><set attributeName=href to=/b /></a></svg>',
];
for (const markup of lively) {
  test(`may need a browser: ${markup}`, () => {
    expect(shape(markup)).not.toBe(STATIC);
  });
}

test('a page of several documents and an XML page may need a browser', () => {
  const plain = parsed('<p>x</p>');
  expect(shapeOf([plain, plain])).not.toBe(STATIC);
  expect(shapeOf([parsed('<p>x</p>', true)])).not.toBe(STATIC);
});

const article = (id: number, more = '') =>
  `<script src="/js/main.3f2a9c${id}.js?v=${id}"></script><article id=n${id}><p>Text ${id}</p></article>
   <div id="block-${id}" class=feed></div><script>var page = { id: ${id}, name: "page ${id}" }; show(page)</script>${more}`;

test('pages of one template have one shape, whatever their texts, numbers and versions', () => {
  expect(shape(article(2, '<p>More</p><ul><li>a</li></ul>'))).toBe(shape(article(1)));
  expect(shape(article(1))).toMatch(/^[\da-f]{12}$/);
});

const changes = {
  'another script': '<script src=/js/related.js></script>',
  'another name in a script': '<script>related(page)</script>',
  'something to fill': '<div id=related></div>',
  'something that scripts look for': '<p data-related=1>x</p>',
  'a handler': '<p onclick="show(page)">x</p>',
  'an element of its own': '<related-pages></related-pages>',
  'a frame': '<iframe src=/related></iframe>',
};
for (const [change, markup] of Object.entries(changes)) {
  test(`${change} makes another shape`, () => {
    expect(shape(article(1, markup))).not.toBe(shape(article(1)));
  });
}

/** Elements whose values a script may resolve only in part. */
const placeholders: readonly ((value: string) => string)[] = [
  (value) => `<a href="#0" data-to=${value}>x</a>`,
  (value) => `<a href=about:blank data-to=${value}>x</a>`,
  (value) => `<a href="javascript:void(0)" data-ns="${value}">x</a>`,
  (value) => `<a href="#" data-ns="${value}">x</a>`,
  (value) => `<a href="" id="${value}">x</a>`,
  (value) => `<a href=# class="link ${value}">x</a>`,
  (value) => `<a data-to="${value}">x</a>`,
  (value) => `<a href="javascript:go('${value}')">x</a>`,
  (value) => `<a href="#">${value}</a>`,
  (value) => `<span onclick="go('${value}')">x</span>`,
  (value) => `<li role=menuitem data-key=${value}>x</li>`,
  (value) => `<button data-view=${value}>x</button>`,
  (value) => `<div data-feed=${value}></div>`,
  (value) => `<news-list section=${value}></news-list>`,
];
for (const placeholder of placeholders) {
  test(`containers that scripts fill by a value are recognised by it: ${placeholder('news')}`, () => {
    const page = (value: string) => shape(`<script src=/nav.js></script>${placeholder(value)}`);
    expect(page('staff')).not.toBe(page('news'));
    expect(page('7')).not.toBe(page('12'));
    expect(page('news')).toBe(page('news'));
    expect(page('news')).not.toBe(shape('<script src=/nav.js></script>'));
    // The page's own script may resolve it.
    const own = (key: string) => shape(`<script>resolve({ x: "${key}" })</script>${placeholder('news')}`);
    expect(own('news')).not.toBe(own('staff'));
  });
}

test('link targets and counters do not change the shape', () => {
  const page = (one: string) => shape(`<script src=/nav.js></script>${one}`);
  expect(page('<a href=/a data-ns=x onclick="track(1)">x</a>')).toBe(
    page('<a href=/b data-ns=y onclick="track(2)">y</a>'),
  );
  expect(page('<a href=# data-post=12345>Like</a>')).toBe(page('<a href=# data-post=67890>Like</a>'));
  expect(page('<p data-ns=x>x</p>')).toBe(page('<p data-ns=y>y</p>'));
});
