import { expect, test } from '@playwright/test';
import { STATIC, shapeOf } from '../../../src/capture/documents/page-shape.ts';
import { readDocument } from '../../../src/capture/documents/read-document.ts';

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

test('a page of several documents, and one of XML, may need a browser', () => {
  const plain = parsed('<p>x</p>');
  expect(shapeOf([plain, plain])).not.toBe(STATIC);
  expect(shapeOf([parsed('<p>x</p>', true)])).not.toBe(STATIC);
});

const article = (id: number, more = '') =>
  `<script src="/js/main.3f2a9c${id}.js?v=${id}"></script><article id=n${id}><p>Text ${id}</p></article>
   <div id="block-${id}" class=feed></div><script>var page = { id: ${id}, name: "page ${id}" }; show(page)</script>${more}`;

test('pages of one make have one shape: texts, numbers and versions make no difference', () => {
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
