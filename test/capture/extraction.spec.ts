import { expect } from '@playwright/test';
import fc from 'fast-check';
import { metaAddresses, refreshTarget, srcsetAddresses } from '../../src/capture/addresses/attribute-addresses.ts';
import { jsonAddresses, linkedDataAddresses } from '../../src/capture/addresses/json-addresses.ts';
import { isLikeAddress } from '../../src/capture/addresses/like-address.ts';
import { scriptAddresses as readScript } from '../../src/capture/addresses/script-addresses.ts';
import { styleAddresses } from '../../src/capture/addresses/style-addresses.ts';
import { shownAddresses } from '../../src/capture/addresses/text-addresses.ts';
import { linkHeader } from '../../src/capture/find/link-header.ts';
import { test } from '../plain-test.ts';

const scriptAddresses = (script: string) => readScript(script).map(({ raw }) => raw);

const piece = fc.oneof(
  fc.string({ maxLength: 8 }),
  fc.constantFrom(
    ...'/a http://x.test/ ../ // , ( ) url( " \' ; \\ @import image-set( $\x7b ` + /* */ <!-- { } [ ] 1x'.split(' '),
  ),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

test('no text makes an extraction fail, and all results are substrings of it', () => {
  const extractions = {
    linkedDataAddresses,
    jsonAddresses,
    scriptAddresses,
    shownAddresses,
    srcsetAddresses,
    styleAddresses,
  };
  for (const [name, extract] of Object.entries({
    ...extractions,
    refresh: (one: string) => [refreshTarget(one) ?? ''],
  })) {
    fc.assert(
      fc.property(text, (one) => extract(one).every((found) => typeof found === 'string')),
      { numRuns: 500 },
    );
    expect(extract(''), name).toEqual(name === 'refresh' ? [''] : []);
  }
  fc.assert(fc.property(text, (one) => shownAddresses(one).every((found) => one.includes(found))));
  fc.assert(
    fc.property(text, (one) => srcsetAddresses(one).every((found) => one.includes(found) && !/\s|,$/.test(found))),
  );
  fc.assert(fc.property(text, (one) => linkHeader(one).every(({ raw }) => one.includes(raw))));
  fc.assert(fc.property(text, (one) => metaAddresses('og:url', one).every((found) => one.includes(found))));
});

test('candidates of a srcset are read back as written', () => {
  const address = fc.stringMatching(/^[a-z/.][a-z/.,]{0,9}[a-z/.]$/);
  const descriptor = fc.constantFrom(' 1x', ' 480w', ' 2x ', '  calc(1, 2)w');
  const candidates = fc.array(fc.tuple(address, descriptor), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(candidates, fc.constantFrom(',', ', ', ' ,\n'), (all, comma) => {
      expect(srcsetAddresses(all.map((one) => one.join('')).join(comma))).toEqual(all.map(([one]) => one));
    }),
  );
});

test('long and deeply nested texts take no time', () => {
  const long = {
    slashes: '/'.repeat(100_000),
    braces: '('.repeat(100_000),
    quotes: 'url("'.repeat(20_000),
    open: '<!--<a '.repeat(20_000),
  };
  for (const one of [
    ...Object.values(long),
    '[{"a":'.repeat(50_000),
    `</a>${'; rel=x'.repeat(20_000)}`,
    '<a>;'.repeat(20_000),
  ]) {
    for (const extract of [
      styleAddresses,
      srcsetAddresses,
      scriptAddresses,
      shownAddresses,
      jsonAddresses,
      linkHeader,
    ]) {
      expect(extract(one).length).toBeLessThan(30_000);
    }
    expect(isLikeAddress(one)).toBe(false);
  }
});

const likeAddresses =
  '/a /a/b.html /a?b=c&d=e /%C3%A4 /я ./x ../x ../../x/y http://a.test https://a.test:80/?x#y //cdn.test/x /~ann/';
const unlike =
  '/ // . .. 1/2 a/b /^a$/ /a|b/ /abc/gi /a+/ /* ./ // .//a text/html #a ?a /{id} /a{b} javascript:x http:// http://. /a.';
test('candidates for addresses', () => {
  for (const one of likeAddresses.split(' ')) expect(isLikeAddress(one), one).toBe(true);
  for (const one of unlike.split(' ')) expect(isLikeAddress(one), one).toBe(false);
});

test('addresses in running text, without trailing punctuation', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'See http://a.test/x, (http://b.test/y) and [http://c.test].': [
      'http://a.test/x',
      'http://b.test/y',
      'http://c.test',
    ],
    '«https://a.test/z» “https://b.test/q?a=1&b=2”…': ['https://a.test/z', 'https://b.test/q?a=1&b=2'],
    'https://en.test/wiki/A_(b) https://en.test/wiki/A_(b). (https://en.test/A_(b))': [
      'https://en.test/wiki/A_(b)',
      'https://en.test/A_(b)',
    ],
    'www.a.test WWW.B.TEST/x a@www.c.test xwww.d.test www. http:// http://x': ['www.a.test', 'WWW.B.TEST/x'],
    '参照https://a.test/日本。次': ['https://a.test/日本'],
  };
  for (const [one, found] of Object.entries(cases)) expect(shownAddresses(one), one).toEqual(found);
});

test('refreshes', () => {
  const cases: Readonly<Record<string, string | undefined>> = {
    '5; url=/a': '/a',
    '5;URL="/a b"c': '/a b',
    "0,url = '/a": '/a',
    '.5 /a': '/a',
    '1.5;/a': '/a',
    '5': undefined,
    '5;': undefined,
    '': undefined,
    'url=/a': undefined,
  };
  for (const [content, target] of Object.entries(cases)) expect(refreshTarget(content), content).toBe(target);
});
