import { expect } from '@playwright/test';
import fc from 'fast-check';
import {
  anchorWord,
  BUCKETS,
  featuresOf,
  GROUPS,
  NONE,
  SECTIONS,
  TOKENS,
} from '../../../src/link-orders/learned/link-features.ts';
import { test } from '../../plain-test.ts';
import { webAddressWithFragment } from '../../url/web-address.ts';
import { candidate } from './candidate.ts';

const groupsInCommon = (one: Float32Array, other: Float32Array) =>
  GROUPS.flatMap(({ name }, at) => (one[at] === other[at] ? [name] : []));

test('each group shrinks towards an earlier one in the list', () => {
  for (const [at, { within }] of GROUPS.entries()) expect(within ?? -1).toBeLessThan(at);
});

test('common groups of two links', () => {
  const one = featuresOf(candidate({}));
  const sister = featuresOf(candidate({ url: 'http://a.test/people/bob.html', anchor: 'Bob' }));
  expect(groupsInCommon(one, sister)).toEqual(
    expect.arrayContaining(['site', 'folder', 'tag path', 'its page', 'its page, tag path', 'ending']),
  );
  expect(groupsInCommon(one, sister)).not.toContain('anchor');
  const abroad = featuresOf(
    candidate({ site: 2, url: 'http://b.test/staff/', tagPath: 'html body a', page: undefined }),
  );
  expect(groupsInCommon(one, abroad)).toEqual(['all links', 'anchor on any site']);
});

test('words of anchors and addresses, once each, numbers as one, in any script', () => {
  const words = (anchor: string) => {
    const { from, to } = SECTIONS.anchorWords;
    return [...featuresOf(candidate({ anchor })).subarray(from, to)].filter((token) => token !== NONE);
  };
  expect(words('Links, LINKS and 42 or 7 more: Ссылки')).toEqual(
    ['links', 'and', '0', 'or', 'more', 'ссылки'].map(anchorWord),
  );
  expect(words('a b c')).toEqual([]);
  expect(words('one two three four five six seven')).toHaveLength(6);
});

test('features of any address are numbers within their range, and the same when computed again', () => {
  fc.assert(
    fc.property(webAddressWithFragment, fc.string(), (url, anchor) => {
      const features = featuresOf(candidate({ url, anchor }));
      const isInRange = (token: number) => Number.isInteger(token) && token >= NONE && token < BUCKETS;
      expect([...features.subarray(0, TOKENS)].filter((token) => !isInRange(token))).toEqual([]);
      expect([...featuresOf(candidate({ url, anchor }))]).toEqual([...features]);
    }),
  );
});

test('an address with invalid escapes is read as it is', () => {
  expect(featuresOf(candidate({ url: 'http://a.test/%E0%A4%A/100%' })).every(Number.isFinite)).toBe(true);
});
