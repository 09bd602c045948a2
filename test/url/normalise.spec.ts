import { expect } from '@playwright/test';
import fc from 'fast-check';
import { type Identity, identityKey, ignorableParts, keyHash } from '../../src/url/normalise.ts';
import { FOLDED } from '../frontier/world.ts';
import { expectSame } from '../in-loops.ts';
import { test } from '../plain-test.ts';
import { webAddress } from './web-address.ts';

const AS_WRITTEN: Identity = { foldCase: false, ignored: new Set() };
type IgnorablePart = (typeof ignorableParts)[number];

const ignoring = (...ignored: IgnorablePart[]): Identity => ({ foldCase: false, ignored: new Set(ignored) });
const key = (address: string, identity: Identity) => identityKey(new URL(address), identity);

const folded: readonly [string, string][] = [
  ['http://Uni.EDU/', 'http://uni.edu'],
  ['http://uni.edu', 'http://uni.edu'],
  ['http://uni.edu:80/A/', 'http://uni.edu/a'],
  ['https://uni.edu:443/a', 'https://uni.edu/a'],
  ['http://uni.edu:8080/a', 'http://uni.edu:8080/a'],
  ['http://uni.edu/a/#top', 'http://uni.edu/a'],
  ['http://uni.edu/A/B.HTML', 'http://uni.edu/a/b.html'],
  ['http://uni.edu/a/../b', 'http://uni.edu/b'],
  ['http://uni.edu/a?X=1', 'http://uni.edu/a?x=1'],
  ['http://uni.edu/a/?x=/', 'http://uni.edu/a/?x=/'],
  ['http://uni.edu/app#/Course/1/', 'http://uni.edu/app#/course/1'],
  ['http://uni.edu/app#!news', 'http://uni.edu/app#!/news'],
  ['http://uni.edu/app/#/', 'http://uni.edu/app/#/'],
];

for (const [address, expected] of folded) {
  test(`the key of ${address}`, () => expect(key(address, FOLDED)).toBe(expected));
}

test('without case folding only scheme and host are case-insensitive', () => {
  expect(key('HTTP://Uni.EDU/A/?B=C#d', AS_WRITTEN)).toBe('http://uni.edu/A/?B=C');
});

/** Optional folding: an address, and its key if that part is ignored. */
const onRequest: readonly [IgnorablePart, string, string][] = [
  ['session-ids', 'http://a.b/x;jsessionid=0A1B?q=1', 'http://a.b/x?q=1'],
  ['session-ids', 'http://a.b/x;JSESSIONID=0A1B!-1/y', 'http://a.b/x/y'],
  ['session-ids', 'http://a.b/(S(mnv0aj55vq3tvt45))/p.aspx', 'http://a.b/p.aspx'],
  ['session-ids', 'http://a.b/(X(1)S(mnv0aj55vq3tvt45))', 'http://a.b'],
  ['session-ids', 'http://a.b/x?PHPSESSID=abc&q=1', 'http://a.b/x?q=1'],
  ['session-ids', 'http://a.b/x/?PHPSESSID=abc', 'http://a.b/x'],
  ['session-ids', 'http://a.b/x?CFID=12&CFTOKEN=34&q=1', 'http://a.b/x?q=1'],
  ['session-ids', 'http://a.b/x?q=1&sid=2f1a67cd0b4ee91a', 'http://a.b/x?q=1'],
  ['session-ids', 'http://a.b/x?sid=12&session_id=3', 'http://a.b/x?sid=12&session_id=3'],
  ['session-ids', 'http://a.b/x?sid=a-page-about-2019', 'http://a.b/x?sid=a-page-about-2019'],
  ['session-ids', 'http://a.b/x;v=1/y', 'http://a.b/x;v=1/y'],
  ['tracking', 'http://a.b/x?utm_source=n&id=1&UTM_medium=m&fbclid=2&gclid=3', 'http://a.b/x?id=1'],
  ['tracking', 'http://a.b/x/?_ga=1.2', 'http://a.b/x'],
  ['tracking', 'http://a.b/x?utm=1&ref=2', 'http://a.b/x?utm=1&ref=2'],
  ['parameter-order', 'http://a.b/x?b=2&a=2&b=1&a', 'http://a.b/x?a=2&a&b=2&b=1'],
  ['default-documents', 'http://a.b/x/index.html', 'http://a.b/x'],
  ['default-documents', 'http://a.b/Default.aspx?id=1', 'http://a.b/?id=1'],
  ['default-documents', 'http://a.b/index.php/x', 'http://a.b/index.php/x'],
  ['default-documents', 'http://a.b/myindex.html', 'http://a.b/myindex.html'],
  ['percent-encoding', 'http://a.b/%7euser/%e4?q=%41%2f', 'http://a.b/~user/%E4?q=A%2F'],
];

for (const [part, address, expected] of onRequest) {
  test(`${part}: the key of ${address}`, () => {
    expect(key(address, ignoring(part))).toBe(expected);
    if (address !== expected) expect(key(address, AS_WRITTEN)).not.toBe(expected);
  });
}

test('several parts at once, and case', () => {
  const all = { foldCase: true, ignored: new Set(ignorableParts) };
  expect(key('http://A.b/X/Index.PHP;jsessionid=1?b=%7E&PHPSESSID=2&a=1&utm_id=3', all)).toBe(
    'http://a.b/X/?a=1&b=~'.toLowerCase(),
  );
});

const identities = fc.record({
  foldCase: fc.boolean(),
  ignored: fc.subarray([...ignorableParts]).map((parts) => new Set(parts)),
});

/** Addresses made of parts that the rules examine, in any order. */
const pieces = fc.constantFrom(
  ...[
    '/',
    '//',
    '/.',
    '/..',
    ';',
    ';jsessionid=1',
    ';sid=',
    '/(S(a1))',
    '/index.html',
    '/Default.aspx',
    '/x',
    'y',
    '.',
    '%',
    '%7',
    '%7e',
    '%37E',
  ],
  ...[
    '%2E',
    '%25',
    '%41',
    '?',
    '&',
    '=',
    'a=1',
    'A=2',
    '&b',
    '&sid=0123456789abcdef',
    '&PHPSESSID=',
    '&utm_id=1',
    '&%75tm_a',
    '#',
    '#/',
    '#!',
  ],
);
const oddAddress = fc.array(pieces, { maxLength: 12 }).map((parts) => `http://uni.edu/${parts.join('')}`);

test('the key of a key is the key, whatever is ignored', () => {
  fc.assert(
    fc.property(fc.oneof(oddAddress, webAddress), identities, (address, identity) => {
      const first = key(address, identity);
      return key(first, identity) === first;
    }),
    { numRuns: 5000 },
  );
});

test('a fragment never matters', () => {
  const anchors = fc.stringMatching(/^[a-z]{0,8}$/);
  fc.assert(
    fc.property(webAddress, identities, anchors, (address, identity, anchor) => {
      expectSame(key(`${address}#${anchor}`, identity), key(address, identity));
    }),
  );
});

/** An address without ignorable parts, split; parameters in order of their names. */
const word = fc.stringMatching(/^[a-z]{1,3}$/);
const clean = fc.record({
  path: fc.array(word, { maxLength: 3 }),
  parameters: fc
    .array(fc.tuple(word, word), { maxLength: 4 })
    .map((all) => all.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))),
});
type Clean = typeof clean extends fc.Arbitrary<infer T> ? T : never;
const address = ({ path, parameters }: Clean): string => {
  const query = parameters.map(([name, value]) => `${name}=${value}`).join('&');
  return `http://uni.edu/${path.join('/')}${query && `?${query}`}`;
};

/** Adds something to an address that makes no difference if that part is ignored. */
const noise: Record<IgnorablePart, (from: Clean, pick: (n: number) => number) => string> = {
  'session-ids': (from, pick) => {
    const written = address(from);
    const [path = '', query = ''] = written.split('?');
    const number = `${pick(9)}f3a9c0de77b1e24${pick(9)}`;
    if (pick(2) === 0) return `${path};jsessionid=${number}${query && `?${query}`}`;
    return `${path}?${['PHPSESSID', 'sid', 'CFTOKEN'][pick(3)]}=${number}${query && `&${query}`}`;
  },
  tracking: (from, pick) => {
    const [path = '', query = ''] = address(from).split('?');
    return `${path}?${query && `${query}&`}${['utm_source', 'gclid', '_openstat'][pick(3)]}=${pick(9)}`;
  },
  'parameter-order': (from, pick) => {
    // Swaps neighbours, unless they have the same name.
    const parameters = [...from.parameters];
    for (let turn = 0; turn < 4 && parameters.length > 1; turn++) {
      const at = pick(parameters.length - 1);
      const [one, other] = [parameters[at], parameters[at + 1]];
      if (one && other && one[0] !== other[0]) parameters.splice(at, 2, other, one);
    }
    return address({ ...from, parameters });
  },
  'default-documents': (from, pick) => {
    const [path = '', query = ''] = address(from).split('?');
    return `${path.replace(/\/$/, '')}/${['index.html', 'default.asp'][pick(2)]}${query && `?${query}`}`;
  },
  'percent-encoding': (from, pick) => {
    const written = address(from);
    const at = 'http://uni.edu/'.length + pick(Math.max(1, written.length - 'http://uni.edu/'.length));
    const letter = written[at];
    if (letter === undefined || !/[a-z]/.test(letter)) return written;
    return `${written.slice(0, at)}%${letter.charCodeAt(0).toString(16)}${written.slice(at + 1)}`;
  },
};

for (const part of ignorableParts) {
  test(`${part}: ignored parts make no difference, and all others do`, () => {
    const numbers = fc.infiniteStream(fc.nat({ max: 1e6 }));
    fc.assert(
      fc.property(clean, clean, numbers, (one, other, stream) => {
        const pick = (n: number) => (stream.next().value ?? 0) % n;
        // The address of a folder ends with a slash if its document's does: only then are they the same by query.
        const plain = (from: Clean) => {
          const written = address(from);
          return part === 'default-documents' ? written.replace(/([^/])\?/, '$1/?') : written;
        };
        const [a, b] = [noise[part](one, pick), noise[part](other, pick)];
        expectSame(key(a, ignoring(part)), key(plain(one), AS_WRITTEN));
        expectSame(
          key(a, ignoring(part)) === key(b, ignoring(part)),
          key(plain(one), AS_WRITTEN) === key(plain(other), AS_WRITTEN),
        );
      }),
      { numRuns: 500 },
    );
  });
}

test('an address without ignored parts has the same key as without ignoring', () => {
  fc.assert(
    fc.property(clean, identities, (from, identity) => {
      expectSame(key(address(from), identity), key(address(from), AS_WRITTEN));
    }),
  );
});

test('the hash is 53 bits of SHA-1', () => {
  // printf abc | sha1sum: a9993e364706816aba3e25717850c26c9cd0d89d
  expectSame(keyHash('abc'), Number(0xa9993e364706816an >> 11n));
  fc.assert(fc.property(fc.string(), (text) => Number.isSafeInteger(keyHash(text)) && keyHash(text) >= 0));
});
