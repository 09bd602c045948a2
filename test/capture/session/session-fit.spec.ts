import { expect } from '@playwright/test';
import { sessionWarnings } from '../../../src/capture/session/session-fit.ts';
import type { SessionFile } from '../../../src/capture/session/session-state.ts';
import { test } from '../../plain-test.ts';

const NOW = Date.UTC(2026, 10, 22);
const seconds = (year: number) => Date.UTC(year, 0) / 1000;

type Cookie = SessionFile['state']['cookies'][number];
const cookie = (given: Partial<Cookie>): Cookie => ({
  ...{ name: 'n', value: 'v', domain: 'a.uni.test', path: '/', expires: -1 },
  ...{ httpOnly: false, secure: false, sameSite: 'Lax' },
  ...given,
});
const store = (origin: string) => ({ origin, localStorage: [{ name: 'n', value: 'v' }] });

const cases: readonly (readonly [
  string,
  Partial<SessionFile['state']>,
  string,
  'host' | 'domain' | 'prefix',
  RegExp?,
])[] = [
  ['a cookie of the host', { cookies: [cookie({})] }, 'http://a.uni.test/', 'host'],
  ['a cookie of the host, and the site begins with www.', { cookies: [cookie({})] }, 'http://www.a.uni.test/', 'host'],
  ['a cookie of the domain', { cookies: [cookie({ domain: '.uni.test' })] }, 'http://a.uni.test/', 'host'],
  [
    "a cookie of the domain's own host",
    { cookies: [cookie({ domain: 'uni.test' })] },
    'http://a.uni.test/',
    'host',
    /cookies are for uni\.test, and no site/,
  ],
  ['a cookie of a host of the domain', { cookies: [cookie({ domain: 'b.uni.test' })] }, 'http://a.uni.test/', 'domain'],
  [
    'a cookie of another host',
    { cookies: [cookie({ domain: 'b.uni.test' })] },
    'http://a.uni.test/',
    'host',
    /are for b\.uni\.test, and no site of this crawl gets them/,
  ],
  [
    'a cookie of a name that ends alike',
    { cookies: [cookie({ domain: '.ni.test' })] },
    'http://uni.test/',
    'host',
    /are for ni\.test/,
  ],
  [
    'a cookie of another folder',
    { cookies: [cookie({ path: '/b' })] },
    'http://a.uni.test/a/',
    'prefix',
    /are for a\.uni\.test\/b, and/,
  ],
  ['a cookie of a folder within', { cookies: [cookie({ path: '/a/b' })] }, 'http://a.uni.test/a/', 'prefix'],
  ['a cookie of a folder around', { cookies: [cookie({ path: '/a' })] }, 'http://a.uni.test/a/b/', 'prefix'],
  ['a cookie of a folder of the host', { cookies: [cookie({ path: '/b' })] }, 'http://a.uni.test/', 'host'],
  ['a cookie for https', { cookies: [cookie({ secure: true })] }, 'https://a.uni.test/', 'host'],
  ['a cookie for https only', { cookies: [cookie({ secure: true })] }, 'http://a.uni.test/', 'host', /for https only/],
  [
    'one of this machine',
    { cookies: [cookie({ secure: true, domain: 'localhost' })] },
    'http://localhost:8080/',
    'host',
  ],
  [
    'a cookie that has expired',
    { cookies: [cookie({ expires: seconds(2020) })] },
    'http://a.uni.test/',
    'host',
    /all cookies have expired, the last on 2020-01-01/,
  ],
  [
    'some that have',
    { cookies: [cookie({ expires: seconds(2020) }), cookie({ expires: seconds(2030) })] },
    'http://a.uni.test/',
    'host',
  ],
  [
    'the fitting one has expired',
    { cookies: [cookie({ expires: seconds(2020) }), cookie({ domain: 'x.test' })] },
    'http://a.uni.test/',
    'host',
    /are for x\.test, and/,
  ],
  ['nothing at all', {}, 'http://a.uni.test/', 'host', /holds no cookies/],
  ['local storage', { origins: [store('http://a.uni.test')] }, 'http://a.uni.test/', 'host'],
  ['local storage of a host of the domain', { origins: [store('https://b.uni.test')] }, 'http://a.uni.test/', 'domain'],
  [
    'local storage of another host',
    { origins: [store('https://b.uni.test')] },
    'http://a.uni.test/',
    'host',
    /local storage of https:\/\/b\.uni\.test only/,
  ],
  [
    'local storage, and expired cookies',
    { cookies: [cookie({ expires: 1 })], origins: [store('http://a.uni.test')] },
    'http://a.uni.test/',
    'host',
  ],
];

for (const [what, state, url, scope, warning] of cases) {
  test(`${what}: ${warning ? 'a warning' : 'none'}`, () => {
    const files: SessionFile[] = [
      { option: '--cookies', file: 'c.txt', state: { cookies: [], origins: [], ...state } },
    ];
    const sites = [
      { url: 'http://other.test/', scope: 'host' as const },
      { url, scope },
    ];
    const lines = sessionWarnings(files, sites, true, NOW);
    expect(lines).toEqual(warning ? [expect.stringMatching(warning)] : []);
    for (const line of lines) expect(line).toMatch(/^--cookies: c\.txt/);
  });
}

test('local storage is useless without scripts', () => {
  const state = { cookies: [], origins: [store('http://a.uni.test')] };
  const files: SessionFile[] = [{ option: '--storage-state', file: 's.json', state }];
  expect(sessionWarnings(files, [{ url: 'http://a.uni.test/', scope: 'host' }], false, NOW)).toEqual([
    '--storage-state: s.json holds local storage only, which --render http does not use',
  ]);
});
