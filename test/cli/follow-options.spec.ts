import { expect } from '@playwright/test';
import { refuseIdle } from '../../src/cli/verbs/crawl/crawl.ts';
import { followOptions } from '../../src/options/crawl.ts';
import { test } from '../plain-test.ts';

test('kinds and domains, in one text or in several', () => {
  const { text: followExcept } = followOptions.followExcept;
  expect(followExcept.parse('social, example.com')).toEqual(['social', 'example.com']);
  expect(followExcept.parse(['social', 'a.org,b.org'])).toEqual(['social', 'a.org', 'b.org']);
  expect(followExcept.parse(undefined)).toHaveLength(5);
  expect(followExcept.parse('none')).toEqual([]);
  expect(followExcept.safeParse('none,social').error?.issues[0]?.message).toMatch(/^"none" is not a kind of site/);
});

test('options for found sites are refused where none are followed, unless an earlier run followed some', () => {
  expect(() => refuseIdle('sites', { newSites: '5' })).toThrow('--new-sites needs --follow domains or --follow web');
  expect(() => refuseIdle('web', { newSites: '5' })).not.toThrow();
  expect(() => refuseIdle('sites', { newSites: false, follow: 'sites' })).not.toThrow();
});
