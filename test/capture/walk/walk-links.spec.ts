import fc from 'fast-check';
import type { Page } from 'playwright';
import { addressResolver } from '../../../src/capture/addresses/resolve-address.ts';
import { launchChromium } from '../../../src/capture/browser/chromium.ts';
import { pageFunction, pageFunctions } from '../../../src/capture/browser/page-functions.ts';
import { MOST_PARTS, parseMarkup } from '../../../src/capture/documents/parse-markup.ts';
import { readDocument } from '../../../src/capture/documents/read-document.ts';
import { pageWalk } from '../../../src/capture/walk/walk.ts';
import { walkedLinks } from '../../../src/capture/walk/walked-links.ts';
import { test as base, expect } from '../fixtures.ts';

const URL = 'http://random.test/folder/page?x';

/** A page that can show any markup under one address. */
const test = base.extend<Record<never, never>, { show: (markup: string) => Promise<Page> }>({
  show: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
      const page = await browser.newPage();
      await page.addInitScript(pageFunctions());
      let body = '';
      await page.route('**', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
      await use(async (markup) => {
        body = markup;
        await page.goto(URL, { waitUntil: 'domcontentloaded' });
        return page;
      });
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

const ask = (from: string): readonly string[] => from.split(' ');
const tag = fc.constantFrom(
  ...ask('a a a p div span b i nobr h1 ul li dl dd table tr td th caption form button svg math mtext title template'),
  ...ask('foreignObject textarea article section area map img link base body html head br hr font center option'),
  ...ask('style script pre address my-element marquee object fieldset details rb rt ruby desc'),
);
const attribute = fc.constantFrom(
  ...ask('href=/x href=y?z#w href="" href=//other.test/ href=mailto:a@b href="a b" href=http://[ src=/s rel=next'),
  ...ask('action=/do method=post method=get method=dialog formaction=/button formmethod=put name=_method value=delete'),
  ...ask(
    'srcset=/1.png,/2.png data-url=/data style=background:url(s.png) hx-post=/hx poster=/p background=/b.png type=submit',
  ),
  ...ask('rel=stylesheet xlink:href=/l title=T alt=A aria-label=L shadowrootmode=open name=n type=hidden HREF=/up'),
);
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(tag, fc.array(attribute, { maxLength: 3 }))
      .map(([name, attributes]) => `<${[name, ...attributes].join(' ')}>`),
  },
  { weight: 4, arbitrary: tag.map((name) => `</${name}>`) },
  {
    weight: 4,
    arbitrary: fc.constantFrom('words', ' ', '\n\n', 'more words ', '&amp;', '&eacute', '&#8364;', 'я 日', '<'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '<!-- c -->',
      '<!doctype html>',
      '<![CDATA[ d ]]>',
      '</p/>',
      '<a/href=/s>',
      '<br/>',
      '<!--',
    ),
  },
);
const markup = fc.array(piece, { minLength: 1, maxLength: 40 }).map((pieces) => pieces.join(''));

test('any markup has the same links in a browser and over a parsed tree', async ({ show }) => {
  const property = fc.asyncProperty(markup, async (text) => {
    const page = await show(text);
    const { walk, base, encoding } = pageWalk.parse(await page.evaluate(`${pageFunction('walkPage')}(1)`));
    const shown = walkedLinks(walk, addressResolver(base, encoding)).links;
    const title = await page.evaluate(() => document.title);
    const markup = { text, encoding: 'utf-8' };
    const parsed = readDocument({ url: URL, parentUrl: undefined, markup, isXml: false });
    // Content dropped by the parser comes last: in a browser it is found in the source.
    const { links } = parsed.walked;
    const hasDropped = parseMarkup(text, false, MOST_PARTS).dropped.childNodes.length > 0;
    const own = hasDropped ? links.slice(0, shown.length) : links;
    expect({ title: parsed.title, links: own }).toEqual({ title, links: shown });
  });
  await fc.assert(property, { numRuns: 60, seed: 3 });
});

test('a repeated walk reports only new links and changed targets', async ({ show }) => {
  const page = await show('<a href="/one">1</a><a href="two">2</a><a href="/one">again</a><img src="/i.png">');
  const read = async (time: number) => {
    const { walk } = pageWalk.parse(await page.evaluate(`${pageFunction('walkPage')}(${time})`));
    return [...walk.links.map(({ url }) => url), ...walk.carriers.map(({ value }) => value)];
  };
  const told = ['http://random.test/one', 'http://random.test/folder/two', 'http://random.test/one', '/i.png'];
  expect(await read(1)).toEqual(told);
  expect(await read(1), 'the same walk, with what else it sees').toEqual(told);
  expect(await read(2)).toEqual([]);
  await page.evaluate(() => document.body.insertAdjacentHTML('afterbegin', '<a href="three">3</a><img src="/j.png">'));
  expect(await read(3)).toEqual(['http://random.test/folder/three', '/j.png']);
  await page.evaluate(() => history.pushState(null, '', '/other/'));
  expect((await read(4)).slice(0, 3)).toEqual([
    'http://random.test/other/three',
    'http://random.test/one',
    'http://random.test/other/two',
  ]);
});
