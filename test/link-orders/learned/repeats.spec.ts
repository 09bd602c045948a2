import { expect } from '@playwright/test';
import { featuresOf } from '../../../src/link-orders/learned/link-features.ts';
import { LinkModel, Repeats } from '../../../src/link-orders/learned/link-model.ts';
import { test } from '../../plain-test.ts';
import { candidate } from './candidate.ts';

const page = (language: string, name: string, site = 1) =>
  featuresOf(candidate({ site, url: `http://a.test/${language}/${name}.html` }));

test('no deduction for the first page of its name, nor before a repeat was read', () => {
  const repeats = new Repeats();
  repeats.learn(page('en', 'apt'), 2, 0);
  expect(repeats.factor(page('en', 'dpkg'))).toBe(1);
  expect(repeats.factor(page('fr', 'apt'))).toBe(1);
});

test('repeats are expected to bring the mean of other repeats on that site only', () => {
  const repeats = new Repeats();
  for (const name of ['a', 'b', 'c', 'd']) {
    repeats.learn(page('en', name), 2, 2);
    repeats.learn(page('fr', name), 2, 0);
  }
  repeats.learn(page('en', 'e'), 2, 2);
  // (2 + 0) / (2 + 2 (1 + .98 + .98^2 + .98^3))
  expect(repeats.factor(page('fr', 'e'))).toBeCloseTo(2 / (2 + 2 * (1 + 0.98 + 0.98 ** 2 + 0.98 ** 3)), 5);
  expect(repeats.factor(page('fr', 'e', 2))).toBe(1);
  expect(repeats.factor(page('fr', 'f'))).toBe(1);
});

test('no deduction where repeats bring the expected value', () => {
  const repeats = new Repeats();
  for (const folder of ['x', 'y', 'z']) repeats.learn(page(folder, 'links'), 2, 3);
  expect(repeats.factor(page('w', 'links'))).toBe(1);
});

test('pages of folders are not repeats of each other', () => {
  const repeats = new Repeats();
  for (const folder of ['x', 'y', 'z']) repeats.learn(page(folder, 'index'), 2, 0);
  expect(repeats.factor(page('w', 'index'))).toBe(1);
});

test('translations of read pages come after pages unread in any language', () => {
  const model = new LinkModel(undefined);
  const names = ['apt', 'dpkg', 'boot', 'mail', 'users', 'disks', 'print', 'cups'];
  const visit = (id: number, features: Float32Array, reward: number) =>
    model.learn({ id, features }, undefined, reward, []);
  names.forEach((name, at) => {
    visit(2 * at, page('en', name), 8);
    visit(2 * at + 1, page(`t${at}`, name), 0);
  });
  visit(100, page('en', 'kernel'), 8);
  expect(model.expected(page('new', 'kernel'))).toBeLessThan(model.expected(page('new', 'network')));
});
