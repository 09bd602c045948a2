import { expect } from '@playwright/test';
import { headerSaysNofollow, saysNofollow } from '../../../src/capture/network/answer-rules.ts';
import { test } from '../../plain-test.ts';

const metas: readonly (readonly [string, boolean])[] = [
  ['', false],
  ['nofollow', true],
  ['NoIndex , NoFollow', true],
  ['none', true],
  ['index, follow', false],
  ['noindex', false],
  ['nofollowed', false],
];
for (const [directives, expected] of metas) {
  test(`<meta name=robots content="${directives}">`, () => expect(saysNofollow(directives)).toBe(expected));
}

const headers: readonly (readonly [string, boolean])[] = [
  ['nofollow', true],
  ['noindex', false],
  ['noindex, none', true],
  ['otherbot: nofollow', false],
  ['otherbot: noindex, nofollow', false],
  ['otherbot: noindex, forager: nofollow', true],
  ['Forager: none', true],
  ['nofollow, otherbot: noindex', true],
  ['unavailable_after: 25 Jun 2030 15:00:00 PST, nofollow', true],
  ['max-snippet: 5, nofollow', true],
];
for (const [header, expected] of headers) {
  test(`X-Robots-Tag: ${header}`, () => expect(headerSaysNofollow(header)).toBe(expected));
}
