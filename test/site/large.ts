import { gzipSync } from 'node:zlib';
import type { HttpAnswer } from '../../src/demo/portal.ts';
import { html, site, typed } from './site.ts';

const MB = 2 ** 20;

/** A text of the given number of bytes, by repeating a piece. */
const filled = (piece: string, bytes: number): string => piece.repeat(Math.ceil(bytes / piece.length));

const counted = (count: number, piece: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => piece(n)).join('');

/** Markup by its costs to a parser (elements, attributes, nesting, text buffered until a tag ends) or a reader. */
export const largeMarkup: Readonly<Record<string, () => string>> = {
  'ten million bytes of i': () => filled('<i>', 10_000_000),
  'a million nested divs': () => '<div>'.repeat(1_000_000),
  'three hundred thousand links': () => counted(300_000, (n) => `<a href=/${n}>x</a>`),
  'attributes without end': () => `<a ${counted(1_000_000, (n) => `a${n} `)}>`,
  'a name without end': () => `<${filled('a', 16 * MB)}`,
  'a table of loose words': () => `<table>${filled(' x', 8 * MB)}`,
  'formats that are opened again and again': () =>
    `<p>${counted(20_000, (n) => `<b a=${n}>`)}${'<p>x'.repeat(200_000)}`,
  'a body with more and more attributes': () => counted(300_000, (n) => `<body a${n}>`),
  'links that all resolve to long addresses': () =>
    `<base href="http://large.test/${'x'.repeat(2000)}/">${counted(200_000, (n) => `<a href=${n}>x</a>`)}`,
  'links by a base without end': () =>
    `<base href="http://large.test/${'x'.repeat(4 * MB)}/">${counted(100_000, (n) => `<a href=${n}>x</a>`)}`,
  'links below long names': () =>
    `${counted(99, (n) => `<${'y'.repeat(5000)}${n}>`)}${filled('<p><a href=/x></a></p>', MB)}`,
  'frames in frames': () => `<iframe srcdoc="${filled('<i>', 200_000)}"></iframe>`.repeat(100),
};

/** The same with few parts, which is read in full. */
export const wholeMarkup: typeof largeMarkup = {
  'references without end': () => filled('&notit;', 8_000_000),
  'quarter of a million bytes of <!': () => filled('<!', 240_000),
  'a comment of many <a': () => `<!--${filled('<a', 500_000)}-->`,
};

const gzipped = (text: string): HttpAnswer =>
  typed('text/html; charset=utf-8', gzipSync(text, { level: 1 }), { 'content-encoding': 'gzip' });

/** Items that take a thousand times their bytes after parsing. */
const items = (count: number): string =>
  `{"version":"https://jsonfeed.org/version/1.1","home_page_url":"/home","items":[${'{},'.repeat(count)}{}]}`;

/** Answers that are small on the wire and very large in memory. Created on request. */
export const large = site('large.test', {
  '/': () =>
    html(
      `<a href=/next>x</a>${Object.keys(largeMarkup)
        .map((name) => `<a href="/${addressOf(name)}">x</a>`)
        .join('')}`,
    ),
  '/next': html('<a href=/>x</a>'),
  '/feed.json': () => typed('application/feed+json', gzipSync(items(5_000_000)), { 'content-encoding': 'gzip' }),
  '/nested.json': () =>
    typed(
      'application/feed+json',
      gzipSync(`{"version":"https://jsonfeed.org/version/1.1","items":${'['.repeat(8 * MB)}`),
      {
        'content-encoding': 'gzip',
      },
    ),
  '/sitemap.xml': () =>
    typed(
      'application/xml',
      gzipSync(
        `<?xml version="1.0"?><urlset>${counted(300_000, (n) => `<url><loc>http://large.test/${n}</loc></url>`)}`,
      ),
      {
        'content-encoding': 'gzip',
      },
    ),
  '/based.xml': () =>
    typed(
      'application/xml',
      gzipSync(
        `<?xml version="1.0"?><urlset xml:base="http://large.test/${'x'.repeat(MB)}/">${'<url><loc>/a</loc></url>'.repeat(100_000)}`,
      ),
      { 'content-encoding': 'gzip' },
    ),
  '/frames': html(
    '<a href=/first>First</a><iframe src=/frame-without-end></iframe><iframe src=/long-comment></iframe>',
  ),
  '/frame-without-end': () =>
    typed('text/html', [{ pause: 0, bytes: gzipSync('<a href=/in/frame>x</a> and words') }], {
      'content-encoding': 'gzip',
    }),
  '/page-without-end': () =>
    typed('text/html', [{ pause: 0, bytes: gzipSync('<a href=/first>x</a> and words') }], {
      'content-encoding': 'gzip',
    }),
  '/long-comment': () => gzipped(`<a href=/first>First</a><!--${filled(' ', 40 * MB)}-->`),
  ...Object.fromEntries(
    Object.entries({ ...largeMarkup, ...wholeMarkup }).map(([name, markup]) => [
      `/${addressOf(name)}`,
      () => gzipped(`<title>${name}</title><a href=/first>First</a>${markup()}`),
    ]),
  ),
});

/** Address of the markup of a name. */
export function addressOf(name: string): string {
  return name.replace(/[^a-z]+/g, '-');
}
