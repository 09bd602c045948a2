import { expect } from '@playwright/test';
import { launchChromium } from '../../src/capture/browser/chromium.ts';
import { identityKey } from '../../src/url/normalise.ts';
import { parseUrl } from '../../src/url/parse.ts';
import { test } from '../plain-test.ts';

/** All of ASCII, some characters beyond it, and valid and broken escapes. */
const pieces = [
  ...Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code)),
  ...['\u0080', '\u00a0', 'ä', 'ß', 'İ', 'Ω', '\u00ad', '\u2028', '\ufeff', '漢', '😀', '\ud800', '\udc00'],
  ...['%', '%2', '%zz', '%41', '%7e', '%5e', '%5E', '%7C', '%27', '%c3%bc'],
];
const places: readonly ((piece: string) => string)[] = [
  (piece) => `http://uni.edu/a${piece}b/c`,
  (piece) => `http://uni.edu/a${piece}`,
  (piece) => `http://uni.edu/p?a${piece}b=c`,
  (piece) => `http://uni.edu/p?a${piece}`,
  (piece) => `http://uni.edu/p#a${piece}b`,
  (piece) => `http://uni.edu/p#/a${piece}`,
  (piece) => `http://u${piece}v@uni.edu/`,
  (piece) => `http://u:p${piece}q@uni.edu/`,
  (piece) => `wss://uni.edu/a${piece}b?c${piece}d`,
  (piece) => `ftp://uni.edu/a${piece}b`,
];
const written = places.flatMap((place) => pieces.map(place));

test('Chromium and Node parse addresses alike: in all parts, with all characters', async () => {
  const browser = await launchChromium({ headed: false, hostRules: '', say: () => undefined });
  const page = await browser.newPage();
  const theirs = await page.evaluate((texts) => {
    const anchor = document.createElement('a');
    return texts.map((text) => {
      anchor.href = text;
      return [URL.canParse(text) ? new URL(text).href : undefined, URL.canParse(anchor.href) ? anchor.href : undefined];
    });
  }, written);
  await browser.close();
  const differing = written.flatMap((text, at) => {
    const own = parseUrl(text)?.href;
    const said = theirs[at] ?? [];
    // Repeated parsing does not change it.
    const again = said.map((one) => parseUrl(one ?? '')?.href);
    return [...said, ...again].every((one) => one === own) ? [] : [{ text, own, said }];
  });
  expect(differing).toEqual([]);
});

test('escaped and unescaped spellings are one page where browsers escape', () => {
  const key = (text: string) => {
    const url = parseUrl(text);
    return url && identityKey(url, { foldCase: false, ignored: new Set() });
  };
  expect(key('http://uni.edu/a^b|c')).toBe(key('http://uni.edu/a%5Eb%7Cc'));
  expect(key('http://uni.edu/?a^b|c')).not.toBe(key('http://uni.edu/?a%5Eb%7Cc'));
});
