import { expect } from '@playwright/test';
import fc from 'fast-check';
import { MOST_OCTETS, parseRobots } from '../../../src/frontier/hosts/robots.ts';
import { expectSame } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';
import { webAddress } from '../../url/web-address.ts';

const site = 'https://www.example.edu';
const allows = (text: string, path: string): boolean => parseRobots(text).allows(new URL(path, site));

/** Cases of RFC 9309: its section, the file, permitted paths and forbidden paths. */
const cases: readonly (readonly [string, string, readonly string[], readonly string[]])[] = [
  ['§2.2: no rules', '', ['/', '/x', '/robots.txt'], []],
  ['§2.2.1: everyone', 'User-agent: *\nDisallow: /x', ['/', '/y', '/a/x'], ['/x', '/xy', '/x/y', '/x?q']],
  ['§2.2.1: our token', 'User-agent: *\nDisallow: /\n\nUser-agent: Forager\nDisallow: /x', ['/', '/y'], ['/x']],
  ['§2.2.1: in any case', 'USER-AGENT: fORAGER\nDISALLOW: /x', ['/'], ['/x']],
  ['§2.2.1: with a version', 'User-agent: Forager/0.1 (+http://x.test)\nDisallow: /x', ['/'], ['/x']],
  [
    '§2.2.1: another crawler',
    'User-agent: ForagerBot\nUser-agent: Fora\nUser-agent: My-Forager\nDisallow: /',
    ['/'],
    [],
  ],
  ['§2.2.1: ours in front of everyone', 'User-agent: forager\nAllow: /\n\nUser-agent: *\nDisallow: /', ['/'], []],
  ['§2.2.1: ours is empty', 'User-agent: *\nDisallow: /\n\nUser-agent: forager', ['/', '/x'], []],
  [
    '§2.2.1: groups of the same agent are one',
    'User-agent: forager\nDisallow: /a\n\nUser-agent: x\nDisallow: /b\n\nUser-agent: forager\nDisallow: /c',
    ['/b'],
    ['/a', '/c'],
  ],
  ['§2.2.1: so are groups of everyone', 'User-agent: *\nDisallow: /a\nUser-agent: *\nDisallow: /b', [], ['/a', '/b']],
  [
    '§2.2.1: several agents, one group',
    'User-agent: x\nUser-agent: forager\nUser-agent: y\nDisallow: /a',
    ['/'],
    ['/a'],
  ],
  ['§2.2.1: rules before any agent', 'Disallow: /\nUser-agent: forager\nDisallow: /a', ['/'], ['/a']],
  [
    '§2.2.2: the longest wins',
    'User-agent: *\nAllow: /a/b\nDisallow: /a\nDisallow: /a/b/c',
    ['/', '/a/b', '/a/b/d'],
    ['/a', '/a/c', '/a/b/c'],
  ],
  ['§2.2.2: whatever comes first', 'User-agent: *\nDisallow: /a/\nAllow: /a/b', ['/a/b', '/a'], ['/a/', '/a/c']],
  ['§2.2.2: allow wins a tie', 'User-agent: *\nDisallow: /page\nAllow: /page', ['/page'], []],
  ['§2.2.2: the same, the other way round', 'User-agent: *\nAllow: /page\nDisallow: /page', ['/page'], []],
  ['§2.2.2: nothing matches', 'User-agent: *\nAllow: /a', ['/b', '/a'], []],
  ['§2.2.2: an empty rule', 'User-agent: *\nDisallow:\nDisallow: /x', ['/', '/y'], ['/x']],
  ['§2.2.2: case matters in paths', 'User-agent: *\nDisallow: /Dir', ['/dir'], ['/Dir', '/Dir/x']],
  [
    '§2.2.2: the query belongs to the path',
    'User-agent: *\nDisallow: /a?b=1\nDisallow: /*?s=',
    ['/a', '/a?b=2'],
    ['/a?b=1', '/a?b=12', '/x/y?s=3'],
  ],
  ['§2.2.2: no slash in front', 'User-agent: *\nDisallow: a', ['/a', '/'], []],
  [
    '§2.2.2: robots.txt itself',
    'User-agent: *\nDisallow: /',
    ['/robots.txt'],
    ['/', '/robots.txt.bak', '/a/robots.txt'],
  ],
  // The table of §2.2.2.
  ['§2.2.2: row 1', 'User-agent: *\nDisallow: /foo/bar?baz=quz', [], ['/foo/bar?baz=quz']],
  ['§2.2.2: row 2', 'User-agent: *\nDisallow: /foo/bar?baz=https://foo.bar', [], ['/foo/bar?baz=https://foo.bar']],
  ['§2.2.2: row 3', 'User-agent: *\nDisallow: /foo/bar/\u30C4', [], ['/foo/bar/%E3%83%84', '/foo/bar/\u30C4']],
  ['§2.2.2: row 4', 'User-agent: *\nDisallow: /foo/bar/%E3%83%84', [], ['/foo/bar/%E3%83%84', '/foo/bar/%e3%83%84']],
  ['§2.2.2: row 5', 'User-agent: *\nDisallow: /foo/bar/%62%61%7A', [], ['/foo/bar/baz', '/foo/bar/%62az']],
  ['§2.2.2: escapes of reserved characters stay', 'User-agent: *\nDisallow: /a%2Fb', ['/a/b'], ['/a%2Fb', '/a%2fb']],
  [
    '§2.2.2: characters that browsers escape in some part',
    "User-agent: *\nDisallow: /a^b\nDisallow: /{c}|'d\nDisallow: /e%5Ef",
    ['/ab'],
    ['/a^b', '/a%5Eb', '/%7Bc%7D%7C%27d', "/{c}|'d", '/e^f'],
  ],
  ['§2.2.3: a comment', 'User-agent: * # all\nDisallow: /a # b\n#Disallow: /c', ['/c'], ['/a']],
  [
    '§2.2.3: the end',
    'User-agent: *\nDisallow: /this/path/exactly$',
    ['/this/path/exactly/', '/this/path/exactly?x'],
    ['/this/path/exactly'],
  ],
  [
    '§2.2.3: any characters',
    'User-agent: *\nDisallow: /this/*/exactly',
    ['/this/exactly'],
    ['/this/path/exactly', '/this/a/b/exactly/c'],
  ],
  ['§2.2.3: both', 'User-agent: *\nDisallow: /*.gif$', ['/a.gifs', '/a.gif?x'], ['/a.gif', '/a.gif.gif', '/b/c.gif']],
  [
    '§2.2.3: the shortest way is not enough',
    'User-agent: *\nDisallow: /*ab*ab$',
    ['/ab', '/aab'],
    ['/abab', '/ababab', '/abxab'],
  ],
  ['§2.2.3: the parts overlap', 'User-agent: *\nDisallow: /a*a$', ['/a', '/ab'], ['/aa', '/aba']],
  [
    '§2.2.3: escaped special characters',
    'User-agent: *\nDisallow: /file-with-a-%2A.html',
    ['/file-with-a-b.html'],
    ['/file-with-a-*.html', '/file-with-a-%2A.html'],
  ],
  [
    '§2.2.3: an escaped end',
    'User-agent: *\nDisallow: /path/foo-%24',
    ['/path/foo-', '/path/foo-x'],
    ['/path/foo-$', '/path/foo-%24x'],
  ],
  ['§2.2.3: a $ in the middle', 'User-agent: *\nDisallow: /a$b', ['/a', '/ab'], ['/a$b', '/a$bc']],
  ['§2.2.3: only a star', 'User-agent: *\nDisallow: *\nAllow: /$', ['/'], ['/a']],
  ['§2.2.3: an end alone', 'User-agent: *\nDisallow: /$', ['/a'], ['/']],
  [
    '§2.2.4: other records do not end a group',
    'User-agent: forager\nSitemap: https://x.test/s.xml\nHost: x\nUser-agent: *\nDisallow: /a',
    ['/'],
    ['/a'],
  ],
  ['§2.2.4: nor do crawl delays', 'User-agent: forager\nCrawl-delay: 3\nUser-agent: x\nDisallow: /a', ['/'], ['/a']],
  ['§2.3: a byte order mark', '\uFEFFUser-agent: *\nDisallow: /a', ['/'], ['/a']],
  ['§2.3: line ends', 'User-agent: *\rDisallow: /a\r\nDisallow: /b\n\r\nDisallow: /c', ['/'], ['/a', '/b', '/c']],
  ['§2.3: white space', '\t User-agent :\t* \n  Disallow  :  /a  \n', ['/'], ['/a']],
  [
    '§5.1: the example',
    'User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\nUser-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\nUser-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\nUser-Agent: quxbot',
    ['/publications/x', '/a.gifs', '/example'],
    ['/a.gif', '/example/page.html'],
  ],
  [
    '§5.2: the longest match',
    'User-Agent: forager\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif',
    ['/example/page/', '/x'],
    ['/example/page/disallowed.gif'],
  ],
  ['a page where the file should be', '<!doctype html>\n<p>User-agent: *\n<p>Disallow: /', ['/', '/x'], []],
  [
    'a forgotten colon, as Google reads it',
    'User-agent *\nDisallow /a\nDisallow /b /c\nrubbish\n:\n: /x',
    ['/', '/x', '/b'],
    ['/a'],
  ],
  [
    'misspelt keys, as Google reads them',
    'useragent: *\nDissallow: /a\nDisalow: /b\nDisallow : /c\nDenied: /d',
    ['/d'],
    ['/a', '/b', '/c'],
  ],
  ['a name that begins with a star is not everyone', 'User-agent: *OrkashBot*\nDisallow: /', ['/', '/x'], []],
  ['nor is one with a version', 'User-agent: */1.0\nUser-agent: *bot\nDisallow: /', ['/'], []],
  ['a star with words behind it is everyone', 'User-agent: * all of you\nDisallow: /x', ['/'], ['/x']],
  [
    'a name with a star ends the group before',
    'User-agent: *\nDisallow: /a\n\nUser-agent: *OrkashBot*\nDisallow: /b',
    ['/b'],
    ['/a'],
  ],
  [
    'an empty query counts',
    'User-agent: *\nDisallow: /search?\nDisallow: /end?$',
    ['/search', '/search/', '/end', '/end?x'],
    ['/search?', '/search?#top', '/search?q', '/end?', '/end?#'],
  ],
  ['a question mark in a fragment is none', 'User-agent: *\nDisallow: /*?', ['/a#b?c'], ['/?', '/a?#b']],
  ['lines between do not end a group', 'User-agent: *\n\n \nfoo: bar\n\nDisallow: /a', ['/'], ['/a']],
];

for (const [name, text, may, mayNot] of cases) {
  test(name, () => {
    for (const path of may) expect(allows(text, path), `${path} may be visited`).toBe(true);
    for (const path of mayNot) expect(allows(text, path), `${path} may not be visited`).toBe(false);
  });
}

test('§2.5: content beyond 500 KiB is ignored', () => {
  const filling = '# ten bytes\n'.repeat(Math.ceil(MOST_OCTETS / 12));
  expect(allows(`User-agent: *\nDisallow: /a\n${filling}Disallow: /b`, '/b')).toBe(true);
  expect(allows(`User-agent: *\nDisallow: /a\n${filling}Disallow: /b`, '/a')).toBe(false);
});

test('§2.5: a line truncated at 500 KiB is dropped, one that ends there is read', () => {
  const begin = 'User-agent: *\nDisallow: /a\n';
  for (const [last, end, isRead] of [
    ['Disallow: /b', '\n', true],
    ['Disallow: /b', '\r\n', true],
    ['Disallow: /b', '/only-this\n', false],
    ['Disallow: /', 'b\n', false],
  ] as const) {
    const filling = `#${'x'.repeat(MOST_OCTETS - begin.length - last.length - 2)}\n`;
    const text = `${begin}${filling}${last}${end}# more`;
    expect(text.indexOf(end, MOST_OCTETS)).toBe(MOST_OCTETS);
    expect([allows(text, '/a'), allows(text, '/b')]).toEqual([false, !isRead]);
  }
});

test('an address with credentials is matched by its path', () => {
  const { allows: may } = parseRobots('User-agent: *\nDisallow: /search?');
  expect(may(new URL('http://user:a%2Fb@x.test/search?'))).toBe(false);
  expect(may(new URL('http://user:a%2Fb@x.test/search'))).toBe(true);
});

test("crawl delays: Forager's, else everyone’s; the first valid one", () => {
  const delay = (text: string) => parseRobots(text).crawlDelay;
  expect(delay('User-agent: *\nCrawl-delay: 2.5')).toBe(2.5);
  expect(delay('User-agent: *\nCrawl-delay: 2\n\nUser-agent: forager\nCrawl-delay: 7')).toBe(7);
  expect(delay('User-agent: *\nCrawl-delay: 2\n\nUser-agent: forager\nDisallow: /x')).toBeUndefined();
  expect(delay('User-agent: *\nCrawl-delay: soon\nCrawl-delay: -1\nCrawl-delay:\nCrawl-delay: 4')).toBe(4);
  expect(delay('Crawl-delay: 4')).toBeUndefined();
});

test('a pattern matches like its regular expression', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*', '$'), maxLength: 12 });
  const path = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 });
  fc.assert(
    fc.property(text, path, (pattern, rest) => {
      const isAnchored = pattern.endsWith('$');
      const body = (isAnchored ? pattern.slice(0, -1) : pattern).replaceAll('$', '\\$').replaceAll('*', '.*');
      const expected = new RegExp(`^/${body}${isAnchored ? '$' : ''}`).test(`/${rest}`);
      expectSame(
        parseRobots(`User-agent: *\nDisallow: /${pattern}`).allows(new URL(`http://x.test/${rest}`)),
        !expected || `/${rest}` === '/robots.txt',
      );
    }),
    { numRuns: 2000 },
  );
});

test('no file causes an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), webAddress, (text, url) => {
      expectSame(typeof parseRobots(`user-agent: *\ndisallow: ${text}`).allows(new URL(url)), 'boolean');
    }),
  );
});

test('§2.2.4: sitemaps are independent of groups', () => {
  const { sitemaps, allows: may } = parseRobots(
    'Sitemap: http://a.test/1.xml\nUser-agent: x\nSITEMAP : /2.xml.gz # ours\nUser-agent: forager\nDisallow: /a\nSitemap:\nDisallow: /b',
  );
  expect(sitemaps).toEqual(['http://a.test/1.xml', '/2.xml.gz']);
  expect(['/a', '/b', '/c'].filter((path) => may(new URL(path, site)))).toEqual(['/c']);
});
