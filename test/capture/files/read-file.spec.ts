import { gzipSync } from 'node:zlib';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { pdf } from '../../../src/capture/files/pdf.ts';
import { capturedFile } from '../../../src/capture/files/read-file.ts';
import type { CapturedFile } from '../../../src/domain/page.ts';
import { test } from '../../plain-test.ts';
import { bomb, linkedPdf, packedPdfOf, pdfOf, writtenPdf } from '../../site/pdf.ts';

const URL = 'http://files.test/in/file';

function read(type: string, body: string | Uint8Array, limit?: string): Promise<CapturedFile> {
  const contentType = type.split(';')[0] ?? '';
  const answer = { url: URL, httpStatus: 200, contentType, headers: { 'content-type': type } };
  return capturedFile(answer, { bytes: typeof body === 'string' ? Buffer.from(body) : body, limit });
}

/**
 * Each link in short form: the embedding element in parentheses, the address without our host, the anchor behind it.
 */
const short = ({ links }: CapturedFile): string[] =>
  links.map(({ url, raw, role, anchor }) => {
    const address = (url ?? `? ${raw}`).replace(/^http:\/\/files\.test(?=\/)/, '');
    return `${role === 'embedded' ? `(${address})` : address}${anchor === '' ? '' : ` ${anchor}`}`;
  });

const rss = `<?xml version="1.0"?><rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
  <title>News</title><link>/home</link><atom:link rel="self" href="/feed.rss"/><atom:link rel="hub" href="http://hub.test/"/>
  <image><url>/logo.png</url><title>Logo</title><link>/home</link></image>
  <item><link>/one?a=1&amp;b=2</link><title>One</title><guid>http://files.test/guid</guid><comments>/one/comments</comments><slash:comments>9</slash:comments>
    <description><![CDATA[See <a href="more">more</a>.]]></description>
    <content:encoded>&lt;p&gt;&lt;a href="http://out.test/x"&gt;out&lt;/a&gt;</content:encoded>
    <enclosure url="/one.mp3" type="audio/mpeg"/></item>
  <item><title>Two</title><guid isPermaLink="false">http://files.test/no</guid><link></link><source url="/other.rss">Other</source></item>
</channel></rss>`;

const cases: readonly (readonly [
  what: string,
  type: string,
  body: string,
  links: readonly string[],
  technique: string,
])[] = [
  [
    'a sitemap with languages, images and videos',
    'text/xml',
    `<?xml version="1.0"?><urlset><url><loc> http://files.test/a?x=1&amp;y=2
        </loc><xhtml:link rel="alternate" hreflang="de" href="/de/a"/><image:image><image:loc>/a.png</image:loc></image:image>
        <video:video><video:content_loc>/a.mp4</video:content_loc></video:video><lastmod>2026-01-01</lastmod></url>
        <url><loc>mailto:x@files.test</loc></url></urlset>`,
    ['/a?x=1&y=2', 'mailto:x@files.test', '/de/a', '(/a.png)', '(/a.mp4)'],
    'sitemap',
  ],
  [
    'an index of sitemaps',
    'application/xml',
    '<!-- made by hand --><sitemapindex><sitemap><loc>/1.xml.gz</loc></sitemap><sitemap><loc>2.xml</loc></sitemap></sitemapindex>',
    ['/1.xml.gz', '/in/2.xml'],
    'sitemap',
  ],
  [
    'a sitemap as text',
    'text/plain',
    '\uFEFFhttp://files.test/a\r\n\r\nhttps://b.test/\n',
    ['/a', 'https://b.test/'],
    'sitemap',
  ],
  [
    'RSS 2.0',
    'application/rss+xml',
    rss,
    [
      ...['(/logo.png) Logo', '/home Logo', '/in/more more', 'http://out.test/x out', '/one?a=1&b=2 One'],
      ...['/guid One', '/one/comments One', '(/one.mp3) One', '/other.rss Other', '/home News', '/feed.rss News'],
      '(http://hub.test/) News',
    ],
    'feed',
  ],
  ['RSS as text', 'text/plain', '<rss><channel><item><link>/x</link></item></channel></rss>', ['/x'], 'feed'],
  [
    'RSS 0.91',
    'text/xml',
    '<!DOCTYPE rss PUBLIC "-//Netscape//DTD RSS 0.91//EN" "x.dtd"><rss version="0.91"><channel><item><title>A</title><link>/x</link></item></channel></rss>',
    ['/x A'],
    'feed',
  ],
  [
    'RSS 1.0',
    'application/rdf+xml',
    '<rdf:RDF><channel rdf:about="/"><link>/home</link></channel><item rdf:about="/x"><title>A</title><link>/x</link></item></rdf:RDF>',
    ['/home', '/x A'],
    'feed',
  ],
  [
    'Atom, with a base of its own',
    'application/atom+xml',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/base/"><link rel="next" href="?page=2"/><icon>/i.png</icon>
        <author><name>A</name><uri>/a</uri></author><entry xml:base="e/"><title>First</title><link href="first"/>
        <link rel="enclosure" href="x.zip"/><link rel="edit" href="edit"/>
        <content type="xhtml"><div><a href="inside">in</a><img src="i.jpg"/></div></content>
        <summary type="html">&lt;a href="said"&gt;said&lt;/a&gt;</summary></entry></feed>`,
    [
      ...['/a', '/base/e/inside in', '(/base/e/i.jpg)', '/base/e/said said', '/base/e/first First'],
      ...['(/base/e/x.zip) First', '(/base/e/edit) First', '/base/?page=2', '(/i.png)'],
    ],
    'feed',
  ],
  [
    'a list of feeds',
    'text/x-opml+xml',
    '<opml><body><outline text="All"><outline text="A" xmlUrl="/a.rss" htmlUrl="/a"/></outline></body></opml>',
    ['/a.rss A', '/a A'],
    'feed',
  ],
  [
    'JSON Feed',
    'application/feed+json',
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      home_page_url: '/home',
      next_url: '/feed.json?2',
      icon: 7,
      items: [
        { url: '/one', title: 'One', content_html: '<a href=/in>in</a>', attachments: [{ url: '/one.pdf' }] },
        null,
        { authors: [{ url: '/author' }] },
      ],
    }),
    ['/home', '/feed.json?2', '/one One', '(/one.pdf) One', '/in in', '/author'],
    'feed',
  ],
  [
    'a web app manifest',
    'application/manifest+json',
    '{"name":"App","start_url":"/?app","scope":"/","icons":[{"src":"i.png"}],"shortcuts":[{"name":"New","url":"/new","icons":[{"src":"n.png"}]}]}',
    ['/?app App', '/ App', '/new New', '(/in/i.png)', '(/in/n.png)'],
    'manifest',
  ],
  [
    'a style sheet',
    'text/css',
    `@charset "utf-8"; @import "a.css" screen; @import url(b.css); @namespace url(http://www.w3.org/1999/xhtml);
        /* url(no.png) */ .x { background: url( 'c\\20 d.png' ), url(data:,x); content: "text"; cursor: url(#part) }
        .y { background-image: image-set("e.png" 1x, url(f.png) 2x) } @font-face { src: url(g.woff2) format("woff2") }`,
    ['(/in/a.css)', '(/in/b.css)', '(/in/c%20d.png)', '(/in/e.png)', '(/in/f.png)', '(/in/g.woff2)'],
    'css',
  ],
  [
    'XLink and style sheets',
    'image/svg+xml',
    '<?xml version="1.0"?><?xml-stylesheet href="s.xsl" type="text/xsl"?><svg><a xlink:href="/x">Go</a><use xlink:href="#p"/><image xlink:href="i.png"/></svg>',
    ['(/in/s.xsl)', '/x Go', '(/in/i.png)'],
    'xml',
  ],
  ['XHTML as XML', 'text/xml', '<?xml version="1.0"?><html><body><a href="/x">Go</a></body></html>', ['/x Go'], 'xml'],
];
for (const [what, type, body, links, technique] of cases) {
  test(`links of ${what}`, async () => {
    const file = await read(type, body);
    expect(short(file)).toEqual(links);
    expect(new Set(file.links.map((link) => link.technique))).toEqual(new Set([technique]));
    expect(file.limits).toEqual([]);
  });
}

test('compressed files are recognised by content, whatever their type', async () => {
  for (const type of ['application/octet-stream', 'application/x-gzip', 'text/plain']) {
    expect((await read(type, gzipSync(gzipSync(rss)))).links).toEqual((await read('text/xml', rss)).links);
  }
});

test('an XML sitemap is recognised whatever its type, and may be as long as sitemaps may be', async () => {
  for (const type of ['text/html', 'image/png', 'application/xhtml+xml', 'text/css', 'nonsense'])
    expect(short(await read(type, '<urlset><url><loc>/a</loc></url></urlset>')), type).toEqual(['/a']);
  const entry = (n: number) =>
    `<url><loc>http://files.test/${n}/${'x'.repeat(930)}</loc><image:image><image:loc>/i${n}</image:loc></image:image></url>`;
  const full = await read(
    'text/xml',
    `<urlset>${Array.from({ length: 50_000 }, (_, n) => entry(n)).join('')}</urlset>`,
  );
  expect(full.links.filter(({ role }) => role === 'link').length).toBe(50_000);
  expect(full.limits).toEqual(['too many links']);
});

test('DTD entities are not expanded, and texts with them are not addresses', async () => {
  const map =
    '<!DOCTYPE urlset [<!ENTITY h "http://files.test">]><urlset><url><loc>&h;/a</loc></url><url><loc>/b?x=1&y=2</loc></url></urlset>';
  expect(short(await read('text/xml', map))).toEqual(['/b?x=1&y=2']);
});

test('files without links', async () => {
  const silent = {
    'text/plain': 'Read http://files.test/a or http://files.test/b.',
    'application/json': '{"url": "http://files.test/a"}',
    'text/html': '<a href="/x">',
    'image/png': '<rss><channel><link>/x</link></channel></rss>',
    'application/octet-stream': '\0\x01\x02',
  };
  for (const [type, body] of Object.entries(silent))
    expect(await read(type, body)).toMatchObject({ links: [], limits: [] });
  expect((await read('text/plain', 'http://files.test/a\nand more')).links).toEqual([]);
});

test('encodings: by header, by declaration, by detection', async () => {
  const item = (head: string) =>
    `${head}<rss><channel><item><title>Кафедра</title><link>/x</link></item></channel></rss>`;
  const cp1251 = (text: string) =>
    Buffer.from([...text].map((c) => (c >= 'А' ? c.charCodeAt(0) - 0x350 : c.charCodeAt(0))));
  for (const [type, body] of [
    ['text/xml; charset=windows-1251', cp1251(item(''))],
    ['text/xml', cp1251(item('<?xml version="1.0" encoding="windows-1251"?>'))],
    ['text/xml', Buffer.from(`\uFEFF${item('<?xml version="1.0"?>')}`, 'utf16le')],
  ] as const)
    expect(short(await read(type, body))).toEqual(['/x Кафедра']);
});

test('links of PDF documents: on pages, in outlines, compressed or not', async () => {
  const objects = linkedPdf(['http://out.test/a', '/b', 'javascript:x'], '/outlined');
  for (const bytes of [pdfOf(objects), packedPdfOf(objects), gzipSync(packedPdfOf(objects))]) {
    const file = await read('application/pdf', bytes);
    expect(short(file)).toEqual([
      '/outlined The outline',
      'http://out.test/a A note',
      '/b A note',
      'javascript:x A note',
    ]);
    expect(file).toMatchObject({
      limits: [],
      links: [{ technique: 'pdf', element: 'outline' }, { element: 'annotation' }, {}, {}],
    });
  }
});

test('damaged files are read as far as possible', async () => {
  const pdf = pdfOf(linkedPdf(['http://out.test/a'], '/o'));
  expect(short(await read('application/pdf', pdf.subarray(0, pdf.length - 20)))).toEqual([
    '/o The outline',
    'http://out.test/a A note',
  ]);
  expect(await read('application/pdf', '%PDF-1.7 and nothing else')).toMatchObject({ links: [], limits: ['damaged'] });
  for (const end of ['<url><loc>/b</lo', '<url><loc>/b', '<url><lo']) {
    const torn = await read('text/xml', `<urlset><url><loc>/a</loc></url>${end}`);
    expect([short(torn), torn.limits], end).toEqual([['/a'], ['damaged']]);
  }
  const feed = await read('text/xml', '<rss><channel><item><link>/a</link><comments>/b');
  expect([short(feed), feed.limits]).toEqual([['/a'], ['damaged']]);
  const lines = await read('text/plain', 'http://files.test/a\nhttp://files.test/par', 'still loading');
  expect([short(lines), lines.limits]).toEqual([['/a'], ['still loading']]);
  expect(short(await read('text/xml', '<urlset><url><loc>/a</url>&nope;<url><loc>/b</loc></urlset>'))).toEqual([
    '/a',
    '/b',
  ]);
  expect(await read('application/feed+json', '{"version":"https://jsonfeed.org/version/1","items":[')).toMatchObject({
    links: [],
    limits: ['damaged'],
  });
  const half = gzipSync(`<urlset><url><loc>/a</loc></url>${'<url/>'.repeat(1000)}`);
  expect(await read('application/gzip', half.subarray(0, half.length - 12))).toMatchObject({ limits: ['cut off'] });
});

test('limits: bytes, links, depth, bombs', async () => {
  const many = await read('text/xml', `<urlset>${'<url><loc>/x</loc></url>'.repeat(60_000)}</urlset>`);
  expect([many.links.length, many.limits]).toEqual([50_000, ['too many links']]);
  const bomb = gzipSync(`<urlset><url><loc>/a</loc></url>${' '.repeat(60_000_000)}<url><loc>/b</loc></url></urlset>`);
  expect(await read('application/x-gzip', bomb)).toMatchObject({ links: [{ raw: '/a' }], limits: ['cut off'] });
  const deep = await read('text/xml', `<urlset><url><loc>/a</loc></url>${'<a>'.repeat(500_000)}`);
  expect([short(deep), deep.limits]).toEqual([['/a'], ['damaged']]);
  const doctype =
    '<!DOCTYPE rss [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;">]><rss><channel><link>/&b;</link></channel></rss>';
  expect((await read('text/xml', doctype)).limits).toEqual([]);
});

test('any bytes of any type, and damaged files, never throw', async () => {
  const types = [
    'text/xml',
    'application/rss+xml',
    'text/css',
    'application/json',
    'text/plain',
    'application/gzip',
    '',
  ];
  const whole = [...cases.map(([, , body]) => Buffer.from(body)), gzipSync(rss)];
  const damaged = fc
    .tuple(fc.constantFrom(...whole), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }), fc.nat())
    .map(([bytes, changes, end]) => {
      const copy = Buffer.from(bytes);
      for (const [at, byte] of changes) copy[at % copy.length] = byte;
      return copy.subarray(0, end % (copy.length + 1));
    });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...types), fc.oneof(damaged, fc.uint8Array()), async (type, bytes) => {
      for (const { raw, role } of (await read(type, bytes)).links) {
        expect(raw).not.toBe('');
        expect(['link', 'embedded']).toContain(role);
      }
    }),
    { numRuns: 500 },
  );
});

test('a damaged PDF document never throws', async () => {
  const whole = packedPdfOf(linkedPdf(['http://out.test/a'], '/o'));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }), async (changes) => {
      const copy = Buffer.from(whole);
      for (const [at, byte] of changes) copy[at] = byte;
      await read('application/pdf', copy);
    }),
    { numRuns: 15 },
  );
});

test('a PDF document that unpacks to gigabytes uses its limit, and is given up after one try', async () => {
  const limits: string[] = [];
  const bytes = packedPdfOf(linkedPdf(['/a'], '/o'), bomb);
  const file = { url: URL, contentType: 'application/pdf', bytes, isCutOff: false, text: () => undefined };
  const links = pdf.links({ ...file, limit: (name) => limits.push(name) });
  for await (const link of links) expect(link).toBeUndefined();
  expect(limits).toEqual([expect.stringMatching(/^too (large|slow)$/)]);
});

test('the text of a PDF document is read; other files and PDF documents without text have none', async () => {
  const written = await read('application/pdf', pdfOf(writtenPdf('Notes on  query plans')));
  expect(written.text?.map((block) => block.replace(/\s+/g, ' '))).toEqual(['Notes on query plans']);
  expect(await read('application/pdf', pdfOf(linkedPdf(['/x'], '/y')))).not.toHaveProperty('text');
  expect(await read('text/xml', rss)).not.toHaveProperty('text');
});
