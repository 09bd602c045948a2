import { expect } from '@playwright/test';
import { type Identity, identityKey } from '../../src/url/normalise.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { test } from '../plain-test.ts';

/** Nothing is folded and nothing left out: equality by the standards alone. */
const AS_WRITTEN: Identity = { foldCase: false, ignored: new Set() };
const ESCAPES: Identity = { foldCase: false, ignored: new Set(['percent-encoding']) };

const BASE = 'http://example.com/a/b';
const key = (address: string, identity = AS_WRITTEN) => {
  const url = parseUrl(address, BASE);
  return url && identityKey(url, identity);
};

/** Two equal addresses, and the section that says so. */
const same: readonly [section: string, one: string, other: string, identity?: Identity][] = [
  ['RFC 3986 §6.2.2.1 case of the scheme', 'HTTP://example.com/x', 'http://example.com/x'],
  ['RFC 3986 §6.2.2.1 case of the host', 'http://www.EXAMPLE.com/x', 'http://www.example.com/x'],
  ['RFC 3986 §6.2.2.1 case of an escape', 'http://example.com/%c3%bc', 'http://example.com/%C3%BC', ESCAPES],
  [
    'RFC 3986 §6.2.2.2 an escape that needs not be',
    'http://example.com/%7Esmith/',
    'http://example.com/~smith/',
    ESCAPES,
  ],
  ['RFC 3986 §6.2.2.2 letters and digits', 'http://example.com/%41%39?%61=%5F', 'http://example.com/A9?a=_', ESCAPES],
  [
    'RFC 3986 §6.2.2.3 dot segments',
    'http://example.com/a/./b/../b/%63/%7bfoo%7d',
    'http://example.com/a/b/c/%7Bfoo%7D',
    ESCAPES,
  ],
  ['RFC 3986 §5.2.4 remove dot segments', 'http://example.com/a/b/c/./../../g', 'http://example.com/a/g'],
  ['RFC 3986 §5.4.2 no way above the root', '../../../g', 'http://example.com/g'],
  ['RFC 3986 §5.4.1 an empty reference', '', BASE],
  ['RFC 3986 §5.4.1 a query alone', '?y', 'http://example.com/a/b?y'],
  ['RFC 3986 §5.4.1 a fragment alone', '#s', BASE],
  ['RFC 3986 §5.4.1 without the scheme', '//example.com/g', 'http://example.com/g'],
  ['RFC 3986 §6.2.3 an empty path', 'http://example.com', 'http://example.com/'],
  ['RFC 3986 §6.2.3 the default port', 'http://example.com:80/', 'http://example.com/'],
  ['RFC 3986 §6.2.3 an empty port', 'http://example.com:/', 'http://example.com/'],
  ['RFC 9110 §4.2.3 the default port of https', 'https://example.com:443/', 'https://example.com/'],
  ['WHATWG §3.5 host parser: an IDN in punycode', 'http://bücher.example/', 'http://xn--bcher-kva.example/'],
  ['WHATWG §3.5 host parser: IDNA maps case', 'http://BÜCHER.example/', 'http://xn--bcher-kva.example/'],
  ['WHATWG §3.5 host parser: a full-width dot', 'http://example。com/', 'http://example.com/'],
  ['WHATWG §3.5 host parser: escapes in a host', 'http://ex%61mple.com/', 'http://example.com/'],
  ['WHATWG §3.5 host parser: an IPv4 number', 'http://2130706433/', 'http://127.0.0.1/'],
  ['WHATWG §3.5 host parser: IPv4 in hexadecimal', 'http://0x7f.1/', 'http://127.0.0.1/'],
  ['WHATWG §3.5 host serializer: IPv6', 'http://[2001:DB8:0:0:0:0:0:1]/', 'http://[2001:db8::1]/'],
  ['WHATWG §4.4 URL parser: blanks around', '  http://example.com/x \n', 'http://example.com/x'],
  ['WHATWG §4.4 URL parser: tabs and line ends inside', 'http://exa\tmple.com/a\nb\r', 'http://example.com/ab'],
  ['WHATWG §4.4 path state: backslashes', 'http:\\\\example.com\\x\\y', 'http://example.com/x/y'],
  ['WHATWG §4.1 dot segments in escapes', 'http://example.com/a/%2e%2E/b/%2e/c', 'http://example.com/b/c'],
  ['WHATWG §4.4 scheme state: too many slashes', 'http:////example.com/x', 'http://example.com/x'],
  ['WHATWG §4.4 port state: leading zeros', 'http://example.com:0080/x', 'http://example.com/x'],
  ['WHATWG §1.3 a blank in a path', 'http://example.com/a b', 'http://example.com/a%20b'],
  ['WHATWG §1.3 other letters in UTF-8', 'http://example.com/ü', 'http://example.com/%C3%BC'],
  ['WHATWG §1.3 quotes in a path', 'http://example.com/"<>`{}', 'http://example.com/%22%3C%3E%60%7B%7D'],
  ['WHATWG §1.3 a circumflex in a path', 'http://example.com/a^b', 'http://example.com/a%5Eb'],
  ['Chromium: a bar in a path', 'http://example.com/a|b', 'http://example.com/a%7Cb'],
  ["WHATWG §1.3 a ' in a query", "http://example.com/?a'b", 'http://example.com/?a%27b'],
  ['digest: the slash at the end', 'http://example.com/x/', 'http://example.com/x'],
  ['digest: the fragment', 'http://example.com/x#part', 'http://example.com/x'],
  ['digest: an empty query', 'http://example.com/x?', 'http://example.com/x'],
  ['routers: a hash-bang with a slash', 'http://example.com/#!a/b', 'http://example.com/#!/a/b/'],
  ['digest: user and password', 'http://me:secret@example.com/x', 'http://example.com/x'],
];

for (const [section, one, other, identity] of same) {
  test(`${section}: ${JSON.stringify(one)} is ${JSON.stringify(other)}`, () => {
    expect(key(one, identity)).toBe(key(other, identity));
  });
}

/** Two addresses that a server may distinguish, and so do we. */
const different: readonly [section: string, one: string, other: string, identity?: Identity][] = [
  ['RFC 3986 §6.2.2.1 case of a path', 'http://example.com/X', 'http://example.com/x'],
  ['RFC 3986 §6.2.2.2 reserved characters', 'http://example.com/a%2Fb', 'http://example.com/a/b', ESCAPES],
  ['RFC 3986 §6.2.2.2 reserved characters of a query', 'http://example.com/?a%26b', 'http://example.com/?a&b', ESCAPES],
  ['RFC 3986 §2.4 an escape of an escape', 'http://example.com/%2541', 'http://example.com/A', ESCAPES],
  ['RFC 3986 §2.4 a stray percent sign', 'http://example.com/%%341', 'http://example.com/A', ESCAPES],
  ['servers may route by escapes', 'http://example.com/%7Esmith', 'http://example.com/~smith'],
  ['RFC 3986 §6.2.3 another port', 'http://example.com:81/', 'http://example.com/'],
  ['RFC 3986 §6.2.3 the default port of another scheme', 'http://example.com:443/', 'http://example.com/'],
  ['RFC 3986 §3.1 another scheme', 'https://example.com/', 'http://example.com/'],
  ['RFC 3986 §3.3 empty segments', 'http://example.com/a//b', 'http://example.com/a/b'],
  ['RFC 3986 §3.3 parameters of a segment', 'http://example.com/a;v=1', 'http://example.com/a'],
  ['RFC 3986 §3.4 order of parameters', 'http://example.com/?a=1&b=2', 'http://example.com/?b=2&a=1'],
  ['RFC 3986 §3.4 a slash at the end before a query', 'http://example.com/x/?a', 'http://example.com/x?a'],
  ['WHATWG §4.4 query state: a backslash', 'http://example.com/?a\\b', 'http://example.com/?a/b'],
  ['WHATWG §5.1 plus and blank', 'http://example.com/?a+b', 'http://example.com/?a%20b'],
  ['WHATWG §1.3 a circumflex in a query', 'http://example.com/?a^b', 'http://example.com/?a%5Eb'],
  ["WHATWG §1.3 a ' in a path", "http://example.com/a'b", 'http://example.com/a%27b'],
  ['RFC 1034 §3.1 the dot at the end of a host', 'http://example.com./', 'http://example.com/'],
  ['www. is another host', 'http://www.example.com/', 'http://example.com/'],
  ['a route of an application', 'http://example.com/#/a', 'http://example.com/#/b'],
  ['a hash-bang route', 'http://example.com/#!a', 'http://example.com/'],
];

for (const [section, one, other, identity] of different) {
  test(`${section}: ${JSON.stringify(one)} is not ${JSON.stringify(other)}`, () => {
    expect(key(one, identity)).not.toBe(key(other, identity));
  });
}
