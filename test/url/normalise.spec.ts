import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { identityKey, keyHash } from '../../src/url/normalise.ts';

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
  ['http://uni.edu/app#!news', 'http://uni.edu/app#!news'],
  ['http://uni.edu/app/#/', 'http://uni.edu/app/#'],
];

for (const [address, key] of folded) {
  test(`the key of ${address}`, () => expect(identityKey(new URL(address), true)).toBe(key));
}

test('without case folding only scheme and host lose their case', () => {
  expect(identityKey(new URL('HTTP://Uni.EDU/A/?B=C#d'), false)).toBe('http://uni.edu/A/?B=C');
});

test('the key of a key is the key, and a fragment never matters', () => {
  fc.assert(
    fc.property(
      fc.webUrl({ withQueryParameters: true }),
      fc.boolean(),
      fc.stringMatching(/^[a-z]{0,8}$/),
      (address, fold, fragment) => {
        const key = identityKey(new URL(address), fold);
        expect(identityKey(new URL(key), fold)).toBe(key);
        expect(identityKey(new URL(`${address}#${fragment}`), fold)).toBe(key);
      },
    ),
  );
});

test('the hash is 53 bits of SHA-1', () => {
  // printf abc | sha1sum: a9993e364706816aba3e25717850c26c9cd0d89d
  expect(keyHash('abc')).toBe(Number(0xa9993e364706816an >> 11n));
  fc.assert(fc.property(fc.string(), (key) => Number.isSafeInteger(keyHash(key)) && keyHash(key) >= 0));
});
