import { gzipSync } from 'node:zlib';
import { linkedPdf, packedPdfOf, pdfOf } from './pdf.ts';
import { html, site, typed } from './site.ts';

const sitemap = (...addresses: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${addresses
    .map((address) => `<url><loc>${address}</loc></url>`)
    .join('')}</urlset>`;

const index = `<?xml version="1.0"?><sitemapindex><sitemap><loc>http://files.test/maps/packed.xml.gz</loc></sitemap>
  <sitemap><loc>http://files.test/maps/coded.xml</loc></sitemap></sitemapindex>`;

const rss = `<rss version="2.0"><channel><link>http://files.test/</link><item><title>An item</title>
  <link>http://files.test/from/rss</link><enclosure url="/talk.mp3"/>
  <description>&lt;a href="http://out.test/described"&gt;out&lt;/a&gt;</description></item></channel></rss>`;

const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link rel="next" href="/older.atom"/>
  <entry><title>An entry</title><link href="/from/atom"/></entry></feed>`;

/** A part of an endless feed, above the size of one read. */
const item = `<item><title>More</title><link>/from/endless</link><description>${'words '.repeat(5000)}</description></item>`;
const endless = Array.from({ length: 1000 }, (_, part) => ({
  pause: part === 0 ? 0 : 50,
  bytes: part === 0 ? `<rss><channel>${item}` : item,
}));

/** Files with links, which lead to pages without other links. */
export const files = site('files.test', {
  '/robots.txt': typed(
    'text/plain',
    `User-agent: *\nDisallow: /secret\nSitemap: http://files.test/maps/index.xml.gz\nSitemap: http://other.test/map.xml\nsitemap: /map.txt`,
  ),
  '/maps/index.xml.gz': typed('application/x-gzip', gzipSync(index)),
  '/maps/packed.xml.gz': typed(
    'application/octet-stream',
    gzipSync(sitemap('http://files.test/from/packed', 'http://out.test/mapped')),
  ),
  '/maps/coded.xml': typed('text/xml', gzipSync(sitemap('/from/coded', '/secret/page')), {
    'content-encoding': 'gzip',
  }),
  '/map.txt': typed('text/plain', 'http://files.test/from/text\nhttp://files.test/paper\n'),
  '/': html(`<link rel="alternate" type="application/rss+xml" href="/feed.rss">
    <link rel="alternate" type="application/atom+xml" href="/news.atom">
    <link rel="alternate" type="application/feed+json" href="/feed.json">
    <a href="/paper.pdf">PDF</a> <a href="/paper">paper</a> <a href="/broken">broken</a> <a href="/style.css">s</a>
    <a href="/sheet">sheet</a> <a href="/app">app</a> <a href="/drawing">drawing</a> <a href="/notes">notes</a>
    <a href="/saved">saved</a> <a href="/nofollow">nofollow</a> <a href="/moved">moved</a>`),
  '/feed.rss': typed('application/rss+xml', rss),
  '/news.atom': typed('application/atom+xml', atom),
  '/older.atom': typed('application/atom+xml', atom.replace('rel="next" href="/older.atom"', 'href="/from/older"')),
  '/feed.json': typed(
    'application/feed+json',
    '{"version":"https://jsonfeed.org/version/1.1","items":[{"url":"/from/json"}]}',
  ),
  '/paper.pdf': typed('application/pdf', pdfOf(linkedPdf(['/from/paper.pdf'], 'http://out.test/unread'))),
  '/paper': typed('application/pdf', packedPdfOf(linkedPdf(['/from/pdf', '/paper.pdf'], 'http://out.test/outlined'))),
  '/broken': typed('application/pdf', '%PDF-1.7 broken'),
  '/sheet': typed('text/css', '@import "/more.css"; a { background: url(/a.png) }'),
  '/app': typed('application/manifest+json', '{"start_url":"/from/manifest","icons":[{"src":"/icon.png"}]}'),
  '/drawing': typed('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><a href="/from/drawing">x</a></svg>'),
  '/notes': typed('text/plain', 'See http://files.test/from/notes for more.'),
  '/saved': typed('text/xml', sitemap('/from/saved'), { 'content-disposition': 'attachment' }),
  '/nofollow': typed('text/xml', sitemap('/from/nofollow'), { 'x-robots-tag': 'nofollow' }),
  '/moved': {
    status: 302,
    headers: { location: '/feed.rss', 'content-type': 'text/html; charset=utf-8', link: '</from/header>; rel=next' },
    body: '<a href="/from/moved">here</a>',
  },
  '/moves': { status: 302, headers: { location: '/from/moves' }, body: endless },
  '/endless': { status: 200, headers: { 'content-type': 'text/xml' }, body: endless },
  '/transformed': typed(
    'text/xml',
    '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/sheet.xsl"?><staff><one at="/from/transformed">A</one></staff>',
  ),
  '/untransformed': typed(
    'text/xml',
    '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/none.xsl"?><staff xmlns:xlink="http://www.w3.org/1999/xlink"><one xlink:href="/from/untransformed">A</one></staff>',
  ),
  '/styled.rss': typed('text/xml', rss.replace('<rss', '<?xml-stylesheet type="text/xsl" href="/sheet.xsl"?><rss')),
  '/sheet.xsl': typed(
    'text/xsl',
    `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">
    <html><head><title>Staff</title></head><body><xsl:for-each select="staff/one"><a href="{@at}"><xsl:value-of select="."/></a>
    </xsl:for-each><p onclick="location = '/from/act'">More</p></body></html></xsl:template></xsl:stylesheet>`,
  ),
  '/untyped-pdf': typed('', pdfOf(linkedPdf(['/from/untyped'], 'http://out.test/'))),
  '/untyped-xml': typed('', rss.replace('<rss', '<?xml version="1.0"?><rss')),
  ...Object.fromEntries(
    'packed coded text rss atom older json pdf paper.pdf manifest drawing saved nofollow moves untyped'
      .split(' ')
      .map((name) => [`/from/${name}`, html(name)]),
  ),
});
