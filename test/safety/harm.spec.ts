import { expect } from '@playwright/test';
import { harmOfVisit } from '../../src/safety/harm.ts';
import { test } from '../plain-test.ts';

const harm = (path: string, isInSession: boolean) =>
  harmOfVisit({ url: `http://wiki.test${path}`, anchor: 'A page', isGuess: false }, isInSession);

test('forms in which a page is edited are not visited, with a session or without: some lock it for all others', () => {
  for (const isInSession of [false, true])
    for (const path of ['/doku.php?id=start&do=edit', '/issues/3/edit', '/index.php?title=A&veaction=edit'])
      expect(harm(path, isInSession), path).toBe('doubtful');
});

test('what may do harm is visited without a session, but for guesses', () => {
  expect(harm('/items/3/delete', true)).toBe('sure');
  expect(harm('/items/3/delete', false)).toBeUndefined();
  const guess = { url: 'http://wiki.test/items/3/delete', anchor: '', isGuess: true };
  expect(harmOfVisit(guess, false)).toBe('sure');
});
