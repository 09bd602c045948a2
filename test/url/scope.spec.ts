import { expect } from '@playwright/test';
import type { ScopeKind } from '../../src/domain/site.ts';
import { registrableDomain, siteScope } from '../../src/url/scope.ts';
import { test } from '../plain-test.ts';

const cases: readonly [ScopeKind, string, string, boolean][] = [
  ['host', 'http://phys.uni.edu/', 'https://phys.uni.edu/a', true],
  ['host', 'http://uni.edu/', 'http://www.uni.edu/', true],
  ['host', 'http://www.uni.edu/', 'http://uni.edu/', true],
  ['host', 'http://uni.edu/', 'http://phys.uni.edu/', false],
  ['host', 'http://127.0.0.1:8001/', 'http://127.0.0.1:8002/', false],
  ['domain', 'http://www.ox.ac.uk/', 'http://cs.ox.ac.uk/', true],
  ['domain', 'http://www.ox.ac.uk/', 'http://www.cam.ac.uk/', false],
  ['domain', 'http://a.github.io/', 'http://b.github.io/', false],
  ['domain', 'http://127.0.0.1/', 'http://127.0.0.1:81/', true],
  ['domain', 'http://localhost/', 'http://localhost/a', true],
  ['prefix', 'http://uni.edu/~ann/', 'http://uni.edu/~ann/papers/', true],
  ['prefix', 'http://uni.edu/~ann/', 'http://uni.edu/~ann', true],
  ['prefix', 'http://uni.edu/~ann/index.html', 'http://uni.edu/~ann/cv', true],
  ['prefix', 'http://uni.edu/~ann/', 'http://uni.edu/~anna/', false],
  ['prefix', 'http://uni.edu/~ann/', 'http://uni.edu/', false],
];

for (const [kind, start, url, belongs] of cases) {
  test(`${kind} scope of ${start}: ${url} ${belongs ? 'belongs' : 'does not belong'}`, () => {
    expect(siteScope(new URL(start), kind)(new URL(url))).toBe(belongs);
  });
}

test('registrable domains by the public suffix list', () => {
  expect(registrableDomain('www.spbu.ru')).toBe('spbu.ru');
  expect(registrableDomain('a.b.co.jp')).toBe('b.co.jp');
  expect(registrableDomain('127.0.0.1')).toBe('127.0.0.1');
  expect(registrableDomain('a.edu.test')).toBe('edu.test');
});
