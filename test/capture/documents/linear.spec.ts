import { expect } from '@playwright/test';
import {
  metaAddresses,
  refreshTarget,
  reportAddresses,
  srcsetAddresses,
} from '../../../src/capture/addresses/attribute-addresses.ts';
import { jsonAddresses, linkedDataAddresses } from '../../../src/capture/addresses/json-addresses.ts';
import { scriptAddresses } from '../../../src/capture/addresses/script-addresses.ts';
import { styleAddresses } from '../../../src/capture/addresses/style-addresses.ts';
import { shownAddresses } from '../../../src/capture/addresses/text-addresses.ts';
import { layoutOf } from '../../../src/capture/browser/layout.ts';
import { guessesIn } from '../../../src/capture/documents/guesses.ts';
import { lostLinks, rewritten } from '../../../src/capture/documents/lost-links.ts';
import { parseMarkup } from '../../../src/capture/documents/parse-markup.ts';
import { readDocument } from '../../../src/capture/documents/read-document.ts';
import { decode } from '../../../src/capture/encoding/decode.ts';
import { rootOf, xmlElements } from '../../../src/capture/files/xml.ts';
import { linkHeader } from '../../../src/capture/find/link-header.ts';
import { headerSaysNofollow } from '../../../src/capture/network/answer-rules.ts';
import type { WalkedLink } from '../../../src/capture/walk/walked-links.ts';
import { identityKey } from '../../../src/url/normalise.ts';
import { test } from '../../plain-test.ts';

const url = 'http://linear.test/';
const markup = (text: string) =>
  readDocument({ url, parentUrl: undefined, markup: { text, encoding: 'utf-8' }, isXml: false });
const xml = async (text: string) => {
  const file = {
    url,
    contentType: 'text/xml',
    bytes: Buffer.from(text),
    isCutOff: true,
  };
  for await (const _ of xmlElements(file));
};
const guesses = (kind: 'markup' | 'shown' | 'script') => (text: string) =>
  guessesIn({ kind, texts: [text], base: url, encoding: 'utf-8' });
const xhtml = (text: string) => parseMarkup(text, true);

const lost = (text: string) =>
  lostLinks({ url, parentUrl: undefined, bytes: Buffer.from(text), encoding: 'utf-8', isXml: false, shown: [] });

/**
 * Links found and links shown, in the given number, with one path and text; every other pair is one rewritten address.
 */
const manyRewritten = (text: string) => {
  const link = (n: number, at: number): WalkedLink => ({
    ...{ raw: '', role: 'link' as const, method: 'GET', anchor: 'More', context: '' },
    ...{ rel: '', element: 'a', tagPath: 'html a' },
    url: `${url}list?at=${n}${at === 0 ? '' : n % 2 ? '&mod=x' : `&by=${n}`}`,
  });
  const numbers = Array.from({ length: text.length / 100 }, (_, n) => n);
  rewritten(
    numbers.map((n) => link(n, 0)),
    numbers.map((n) => link(n + 1, 1)),
  );
};

/** Readers of pages, headers and files, and texts of a given length that would take them long if they backtracked. */
const readers: Readonly<Record<string, readonly [(text: string) => unknown, (n: number) => string]>> = {
  'comments: <!': [guesses('markup'), (n) => '<!'.repeat(n / 2)],
  'comments: <a': [guesses('markup'), (n) => '<a'.repeat(n / 2)],
  'comments: [endif]': [guesses('markup'), (n) => `${'<![endif]'.repeat(n / 9)}x`],
  'shown text: brackets': [shownAddresses, (n) => `http://a.bc/${')'.repeat(n)}`],
  'shown text: stops': [shownAddresses, (n) => `http://a.bc/${'.'.repeat(n)}x`],
  'shown text: labels': [shownAddresses, (n) => `http://${'a.'.repeat(n / 2)}`],
  'links rewritten': [manyRewritten, (n) => 'x'.repeat(n)],
  'scripts: names': [scriptAddresses, (n) => `'${'a/'.repeat(n / 2)}'`],
  'scripts: escapes': [scriptAddresses, (n) => `'${'\\'.repeat(n)}`],
  'scripts: templates': [scriptAddresses, (n) => '`${'.repeat(n / 3)],
  'scripts: slashes': [scriptAddresses, (n) => '/['.repeat(n / 2)],
  'JSON: brackets': [jsonAddresses, (n) => '['.repeat(n)],
  'JSON: ends of comments': [jsonAddresses, (n) => `${'-->'.repeat(n / 3)}x`],
  'JSON-LD: stops': [linkedDataAddresses, (n) => JSON.stringify({ url: `a${'.'.repeat(n)} b` })],
  'srcset: commas': [srcsetAddresses, (n) => `a${','.repeat(n)}b`],
  'srcset: brackets': [srcsetAddresses, (n) => `a ${'('.repeat(n)}),`],
  'srcset: blanks': [srcsetAddresses, (n) => ' '.repeat(n)],
  'styles: brackets': [styleAddresses, (n) => 'url('.repeat(n / 4)],
  'styles: escapes': [styleAddresses, (n) => `"${'\\'.repeat(n)}`],
  'Link header: parameters': [linkHeader, (n) => `<>;!="\\${'!,";!=\n;!="\\'.repeat(n / 13)}!`],
  'Link header: addresses': [linkHeader, (n) => '<>;a="'.repeat(n / 6)],
  'X-Robots-Tag: blanks': [headerSaysNofollow, (n) => `${'\t'.repeat(n)}:\n`],
  'meta: tags': [(text) => metaAddresses('description', text), (n) => `<a ${'href=" '.repeat(n / 6)}`],
  'meta: begins': [(text) => metaAddresses('description', text), (n) => '<a '.repeat(n / 3)],
  'script: comments': [(text) => scriptAddresses(text), (n) => `/*${'/a'.repeat(n / 2)}*/`],
  'shown: words': [(text) => shownAddresses(text), (n) => '/a.'.repeat(n / 3)],
  'meta: stops': [(text) => metaAddresses('og:url', text), (n) => `${'.'.repeat(n)}\t`],
  'meta: keys': [(text) => metaAddresses(text, '/x'), (n) => `og:${'-'.repeat(n)}`],
  'report-uri': [reportAddresses, (n) => `report-uri ${' /'.repeat(n / 2)}`],
  'refresh: blanks': [refreshTarget, (n) => `0${' ;'.repeat(n / 2)}`],
  'XHTML: quotes': [xhtml, (n) => `<a b="<a c='`.repeat(n / 12)],
  'XHTML: CDATA': [xhtml, (n) => `<![CDATA[${']'.repeat(n)}`],
  'XHTML: many CDATA': [xhtml, (n) => '<![CDATA['.repeat(n / 9)],
  'XML: declarations': [xml, (n) => `<?${'-'.repeat(n)} =?><a/>`],
  'XML: heads': [rootOf, () => '<?'.repeat(2048)],
  'layouts: scripts': [(text) => layoutOf(url, text, []), (n) => '<script>'.repeat(n / 8)],
  'layouts: types': [(text) => layoutOf(url, text, []), (n) => `<script ${'type='.repeat(n / 5)}></script>`],
  'layouts: texts': [(text) => layoutOf(url, text, []), (n) => `<script>${'"\\'.repeat(n / 2)}</script>`],
  'lost links: preconnect': [lost, (n) => `<link ${'preconnect '.repeat(n / 11)}<`],
  'lost links: scripts': [lost, (n) => '<script>'.repeat(n / 8)],
  'identity: slashes': [
    (text) => identityKey(new URL(text), { foldCase: true, ignored: new Set() }),
    (n) => `${url}${'/'.repeat(n)}x`,
  ],
  'documents: attributes': [
    markup,
    (n) => `<a ${Array.from({ length: n / 10 }, (_, at) => `data-${at}=/`).join(' ')}>`,
  ],
  'documents: nested links': [markup, (n) => '<x-x href=/>'.repeat(n / 12)],
  'documents: nested elements that scripts may fill, around a word': [
    markup,
    (n) => `<script>1</script>${'<div id=a>'.repeat((n - 30) / 10)}<p>x<p>y`,
  ],
  'documents: links without text': [markup, (n) => '<a href=/><img></a>'.repeat(n / 19)],
  'documents: letters of another encoding': [
    (text) => readDocument({ url, parentUrl: undefined, markup: { text, encoding: 'windows-1251' }, isXml: false }),
    (n) => `<a href="?${'ж'.repeat(n)}">`,
  ],
  'parser: tags': [(text) => parseMarkup(text, false), (n) => '<b><p></b>'.repeat(n / 10)],
  'parser: ends': [(text) => parseMarkup(text, false), (n) => '<div>'.repeat(n / 10) + '</p>'.repeat(n / 8)],
  'parser: tables': [(text) => parseMarkup(text, false), (n) => `<table>${'<b>x'.repeat(n / 4)}`],
  'encodings: bytes of any': [(text) => decode(Buffer.from(text, 'latin1'), ''), (n) => '\xe9<a'.repeat(n / 3)],
  'encodings: labels': [
    (text) => decode(Buffer.from(text, 'latin1'), ''),
    (n) => `<meta charset=${'\t'.repeat(n)}8\xff`,
  ],
};

/** Milliseconds of process time: the least of several, as the machine is shared, or the first below `enough`. */
async function cost(read: (text: string) => unknown, text: string, enough = 0): Promise<number> {
  const costs: number[] = [];
  while (costs.length < 3 && !costs.some((one) => one < enough)) {
    const before = process.cpuUsage();
    await read(text);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  return Math.min(...costs);
}

const LENGTH = 20_000;
/** Text growing by this factor may take somewhat more than that factor of time; backtracking takes its square. */
const TIMES = 8;
const MOST = 24;
/** Milliseconds below which measurements are meaningless. */
const LEAST = 4;

for (const [name, [read, text]] of Object.entries(readers)) {
  test(`takes time linear in the length of its text: ${name}`, async () => {
    await read(text(LENGTH));
    const long = await cost(read, text(TIMES * LENGTH), MOST * LEAST);
    // Below this it passes, whatever the shorter text takes.
    const short = long < MOST * LEAST ? LEAST : await cost(read, text(LENGTH));
    expect(long).toBeLessThan(MOST * Math.max(LEAST, short));
  });
}
