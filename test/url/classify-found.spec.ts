import { expect } from '@playwright/test';
import type { LinkRole } from '../../src/domain/link.ts';
import { classifyFound, MAX_URL_LENGTH } from '../../src/url/classify.ts';
import { siteScope } from '../../src/url/scope.ts';
import { FOLDED } from '../frontier/world.ts';
import { test } from '../plain-test.ts';

const base = 'http://www.uni.edu/dept/';
const scope = siteScope(new URL(base), 'host');
const understood = (raw: string, role: LinkRole, method = 'GET', url?: string) =>
  classifyFound({ raw, url, role, method }, base, scope, FOLDED);

test('a link with a safe method is internal, external or bad, as usual', () => {
  expect(understood('/a', 'link')?.kind).toBe('internal');
  expect(understood('/a', 'link', 'HEAD')?.kind).toBe('internal');
  expect(understood('//x.org/', 'link')?.kind).toBe('external');
  for (const raw of ['javascript:go()', 'data:,x', 'about:blank', 'http://'])
    expect(understood(raw, 'link')?.kind, raw).toBe('bad');
});

test('all other links are resources, with the method in the key', () => {
  expect(understood('Logo.png#x', 'embedded')).toEqual({
    kind: 'resource',
    url: 'http://www.uni.edu/dept/Logo.png',
    key: 'http://www.uni.edu/dept/logo.png',
    method: 'GET',
    role: 'embedded',
    host: 'www.uni.edu',
    domain: 'uni.edu',
  });
  expect(understood('', 'request', 'GET', 'wss://api.x.org/feed')).toMatchObject({ role: 'request', domain: 'x.org' });
  expect(understood('/a', 'request', 'HEAD')).toMatchObject({ role: 'request', key: 'HEAD http://www.uni.edu/a' });
  for (const role of ['link', 'embedded', 'request', 'guess'] as const)
    expect(understood('/a', role, 'POST')).toMatchObject({ role: 'write', key: 'POST http://www.uni.edu/a' });
});

test('a guess is internal if it may be a page of the site', () => {
  expect(understood('/a', 'guess')?.kind).toBe('internal');
  for (const raw of ['/a.pdf', 'http://x.org/a', 'ws://www.uni.edu/a'])
    expect(understood(raw, 'guess'), raw).toMatchObject({ kind: 'resource', role: 'guess' });
});

test('addresses without a server are left out, and bad only if they are links', () => {
  const long = `/${'x'.repeat(MAX_URL_LENGTH)}`;
  for (const raw of [
    'data:image/png;base64,AA',
    'blob:x',
    'javascript:go()',
    'about:blank',
    'mailto:a@b.c',
    'http://',
    long,
  ])
    for (const role of ['embedded', 'request', 'guess'] as const) expect(understood(raw, role), raw).toBeUndefined();
  expect(understood('mailto:a@b.c', 'link', 'POST')).toMatchObject({ kind: 'bad', reason: 'scheme' });
});
