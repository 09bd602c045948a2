import { expect } from '@playwright/test';
import { harmOfVisit, markedRel } from '../../src/safety/harm.ts';
import { test } from '../plain-test.ts';

const harm = (path: string, isInSession: boolean) =>
  harmOfVisit({ url: `http://wiki.test${path}`, anchor: 'A page', rel: '', isGuess: false }, isInSession);

test('edit forms are not visited, with or without a session: some lock the page for all others', () => {
  for (const isInSession of [false, true])
    for (const path of ['/doku.php?id=start&do=edit', '/issues/3/edit', '/index.php?title=A&veaction=edit'])
      expect(harm(path, isInSession), path).toBe('doubtful');
});

test('links that may do harm are visited without a session, except for guesses', () => {
  expect(harm('/items/3/delete', true)).toBe('sure');
  expect(harm('/items/3/delete', false)).toBeUndefined();
  const guess = { url: 'http://wiki.test/items/3/delete', anchor: '', rel: '', isGuess: true };
  expect(harmOfVisit(guess, false)).toBe('sure');
});

test('links that log out are not visited without a session either; pages about logging out are', () => {
  for (const path of ['/logout', '/user/sign-out', '/index.php?action=logout', '/auth/abmelden'])
    for (const isInSession of [false, true]) expect(harm(path, isInSession), path).toBe('sure');
  for (const path of ['/wiki/Logout', '/docs/logout', '/news/how-to-log-out', '/log'])
    expect(harm(path, false), path).toBeUndefined();
});

test('the element of a link is judged, too; harmless look-alikes pass', () => {
  const acts = (said: string, path = '/3') => markedRel('', said, `http://wiki.test${path}`) === 'acts';
  for (const said of [
    'title Delete',
    'class btn btn-danger delete-item',
    'data-remove-id 3',
    'data-bs-confirm Sure?',
    'button Delete\nname go',
    'id x\naria-describedby All of your data will be deleted.',
    "onclick if (confirm('Sure?')) go()",
  ])
    expect(acts(said), said).toBe(true);
  for (const said of [
    'class delete-icon-free',
    'id nav-orders',
    'title Removed items',
    'data-confirm You are leaving our site',
    'class can-delete',
    "onclick this.classList.remove('open')",
    'button Submit',
    'data-label Physics',
  ])
    expect(acts(said), said).toBe(false);
  expect(acts('title Delete', '/wiki/Delete')).toBe(false);
  expect(markedRel('nofollow', 'title Delete', undefined)).toBe('nofollow acts');
  const link = { url: 'http://wiki.test/3', anchor: 'Go on', rel: 'nofollow acts', isGuess: false };
  expect(harmOfVisit(link, true)).toBe('sure');
  expect(harmOfVisit(link, false)).toBeUndefined();
});
