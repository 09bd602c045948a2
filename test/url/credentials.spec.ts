import { expect } from '@playwright/test';
import fc from 'fast-check';
import { classify, classifyFound } from '../../src/url/classify.ts';
import { bareAddress, bareText } from '../../src/url/credentials.ts';
import { siteScope } from '../../src/url/scope.ts';
import { must } from '../in-loops.ts';
import { test } from '../plain-test.ts';

const scope = siteScope(new URL('http://a.test/'), 'host');
const identity = { foldCase: false, ignored: new Set<never>() };

test('an address without its user name and password', () => {
  for (const [address, bare] of [
    ['http://user:pw@a.test/x?q#h', 'http://a.test/x?q#h'],
    ['https://user@a.test:8443/', 'https://a.test:8443/'],
    ['http://:pw@a.test/', 'http://a.test/'],
    ['http://a.test/@x?mail=a@b.c', 'http://a.test/@x?mail=a@b.c'],
    ['HTTP://a.test', 'HTTP://a.test'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
  ] as const)
    expect(bareAddress(address)).toBe(bare);
});

test('an intended address without credentials', () => {
  for (const [text, bare] of [
    ['http://user:pw@ho st/', 'http://ho st/'],
    [' ftp://user:p@ss@host/x', ' ftp://host/x'],
    ['http:user:pw@host', 'http:host'],
    ['//user:pw@host/x', '//host/x'],
    ['javascript:go("http://user:pw@host/@x")', 'javascript:go("http://host/@x")'],
    ['mailto:a@b.c', 'mailto:a@b.c'],
    ['/@user/x', '/@user/x'],
  ] as const)
    expect(bareText(text)).toBe(bare);
});

test('no link of any kind is stored with credentials', () => {
  const name = fc.stringMatching(/^[a-z0-9]{1,8}$/);
  const secret = fc.stringMatching(/^[A-Za-z0-9!$%&*+,;=.~_-]{1,12}$/).map((text) => `s3cret${text}`);
  const begin = fc.constantFrom('http://', 'https://', '//', 'http:\\\\', 'ftp://', 'ws://', 'ssh://', ' http://');
  const host = fc.constantFrom('a.test', 'b.test', 'ho st', '[', 'a.test:99999', `${'x'.repeat(3000)}.test`);
  const role = fc.constantFrom('link' as const, 'embedded' as const, 'request' as const, 'guess' as const);
  fc.assert(
    fc.property(begin, name, secret, host, role, fc.constantFrom('GET', 'POST'), (before, user, pw, at, as, method) => {
      const raw = `${before}${user}:${pw}@${at}/x`;
      const links = [
        classify(raw, { base: 'http://a.test/' }, scope, identity),
        classifyFound({ raw, url: undefined, role: as, method }, `http://${user}:${pw}@a.test/`, scope, identity),
        classifyFound({ raw: 'x', url: undefined, role: as, method }, `http://${user}:${pw}@a.test/`, scope, identity),
      ];
      must(!JSON.stringify(links).includes('s3cret'), 'no link has the password');
    }),
    { numRuns: 500 },
  );
});
