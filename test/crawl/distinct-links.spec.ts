import { expect } from '@playwright/test';
import { distinctLinks } from '../../src/crawl/distinct-links.ts';
import type { FoundLink } from '../../src/domain/link.ts';
import type { NofollowKind } from '../../src/domain/page.ts';
import { siteScope } from '../../src/url/scope.ts';
import { FOLDED } from '../frontier/world.ts';
import { test } from '../plain-test.ts';

const url = 'http://a.test/';

const found = (raw: string, given: Partial<FoundLink> = {}): FoundLink => ({
  raw,
  url: undefined,
  role: 'link',
  method: 'GET',
  anchor: '',
  context: '',
  rel: '',
  element: 'a',
  tagPath: '',
  frame: '',
  technique: '',
  ...given,
});

/** The links as `kind technique`, with `nofollow` where it is obeyed. */
const distinct = (links: readonly FoundLink[], nofollow: NofollowKind[] = [], obeyed: NofollowKind[] = []) =>
  distinctLinks({ url, links, nofollow }, siteScope(new URL(url), 'host'), FOLDED, obeyed).map(
    ({ link, found, isNofollow }) => `${link.kind} ${found.technique}${isNofollow ? ' nofollow' : ''}`,
  );

test('each once per kind and identity, in the order of the page', () => {
  const embedded = { role: 'embedded' } as const;
  const links = [
    found('/x', { technique: '1' }),
    found('/x', { ...embedded, technique: '2' }),
    found('/X#top', { technique: '3' }),
    found('/x', { method: 'POST', technique: '4' }),
    found('/x', { role: 'request', technique: '5' }),
    found('/x', { role: 'request', method: 'POST', technique: '6' }),
    found('javascript:go()', { technique: '7' }),
    found('javascript:go()', { technique: '8' }),
    found('data:,x', { ...embedded, technique: '9' }),
    found('http://b.test/', { technique: '10' }),
  ];
  expect(distinct(links)).toEqual(['internal 1', 'resource 5', 'internal 3', 'resource 4', 'bad 7', 'external 10']);
});

test('a guess is replaced by a link or a resource, in either order', () => {
  const guess = (raw: string) => found(raw, { role: 'guess', technique: 'guess' });
  const embedded = (raw: string) => found(raw, { role: 'embedded', technique: 'embedded' });
  const cases: readonly (readonly [FoundLink, FoundLink, readonly string[]])[] = [
    [guess('/x'), found('/x'), ['internal ']],
    [guess('/x'), embedded('/x'), ['resource embedded']],
    [guess('/x.pdf'), found('/x.pdf'), ['internal ']],
    [guess('/x.pdf'), embedded('/x.pdf'), ['resource embedded']],
    [guess('http://b.test/'), found('http://b.test/'), ['external ']],
    [guess('http://b.test/'), embedded('http://b.test/'), ['resource embedded']],
    [guess('/x'), guess('/x'), ['internal guess']],
    [guess('/x'), found('/x', { method: 'POST', technique: 'form' }), ['internal guess', 'resource form']],
  ];
  for (const [one, other, expected] of cases) {
    expect(distinct([one, other]), `${one.raw} ${other.role}`).toEqual(expected);
    expect(distinct([other, one]).sort(), `${one.raw} ${other.role}`).toEqual(expected);
  }
});

test('of two links, the one that may be followed', () => {
  const links = [found('/x', { rel: 'nofollow', technique: '1' }), found('/x', { technique: '2' })];
  expect(distinct(links, [], ['rel'])).toEqual(['internal 2']);
  expect(distinct(links)).toEqual(['internal 1']);
  expect(distinct(links, ['meta'], ['rel', 'meta'])).toEqual(['internal 1 nofollow']);
});
