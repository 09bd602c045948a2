import { expect } from '@playwright/test';
import { test } from '../plain-test.ts';
import { rewardNamed, visit } from './visits.ts';

const targets = { types: ['pdf'], relevance: 0.2, read: false };

test('a page is worth its relevance in hundredths, a document reached the full 1', () => {
  const reward = rewardNamed('relevant-pages', {}, {});
  expect(reward.of(visit({ relevance: 0.125 }), undefined)).toBe(12.5);
  expect(reward.of(visit({ relevance: 0 }), undefined)).toBe(0);
  expect(reward.of(visit({ outcome: 'file', relevance: 1 }), undefined)).toBe(100);
  expect(reward.of(visit(), undefined)).toBe(0);
});

test('if the topic sets a minimum relevance for targets, each target is worth 1', () => {
  const reward = rewardNamed('relevant-pages', {}, { targets });
  expect(reward.of(visit({ relevance: 0.2 }), undefined)).toBe(1);
  expect(reward.of(visit({ relevance: 0.19 }), undefined)).toBe(0);
});

test('the parameter takes precedence over the topic, and irrelevant pages are worth nothing', () => {
  const reward = rewardNamed('relevant-pages', { least: 0 }, { targets });
  expect(reward.of(visit({ relevance: 0.01 }), undefined)).toBe(1);
  expect(reward.of(visit({ relevance: 0 }), undefined)).toBe(0);
});
