import { expect } from '@playwright/test';
import { isLoggedOut, noLook, type SessionLook, unlike, withLook } from '../../src/analysis/log-in-signs.ts';
import { test } from '../plain-test.ts';

const MENU = ['Home', 'Courses', 'People', 'Anna'];
const look = (given: Partial<SessionLook> = {}): SessionLook => ({
  ...{ asksPassword: false, offersLogIn: false, offersLogOut: false, blocks: MENU },
  ...given,
});
const after = (...looks: readonly SessionLook[]) => looks.reduce(withLook, noLook);
const several = (count: number, given: Partial<SessionLook> = {}) => Array.from({ length: count }, () => look(given));

test('blocks shared by all pages', () => {
  const common = after(
    look({ blocks: [...MENU, 'one'] }),
    look({ blocks: ['two', ...MENU], asksPassword: true }),
    look(),
  );
  expect(common).toEqual({ pages: 3, asksPassword: 1, offersLogIn: 0, offersLogOut: 0, blocks: MENU });
});

const cases: readonly (readonly [string, readonly SessionLook[], SessionLook, string | undefined])[] = [
  ['the first page is like itself', [], look({ asksPassword: true }), undefined],
  ['a form where the one page had none', several(1), look({ asksPassword: true }), 'a form for a password'],
  ['a form where all have one', several(3, { asksPassword: true }), look({ asksPassword: true }), undefined],
  [
    'a form where half have one',
    [...several(2), ...several(2, { asksPassword: true })],
    look({ asksPassword: true }),
    undefined,
  ],
  ['a way in where none was', several(2), look({ offersLogIn: true }), 'it asks to log in'],
  ['a way in after one page only', several(1), look({ offersLogIn: true }), undefined],
  ['no way out where all had one', several(2, { offersLogOut: true }), look(), 'no way to log out'],
  ['no way out where some had one', [...several(2), look({ offersLogOut: true })], look(), undefined],
  ['nothing of the menu', several(3), look({ blocks: ['Welcome'] }), 'nothing of what all pages had'],
  ['most of the menu', several(3), look({ blocks: MENU.slice(1) }), undefined],
  ['nothing of a menu that was seen too seldom', several(2), look({ blocks: [] }), undefined],
];
for (const [what, before, page, why] of cases)
  test(`${what}: ${why ?? 'nothing strange'}`, () => expect(unlike(after(...before), page)).toBe(why));

test('a page read before is recognised as logged out, or not', () => {
  expect(isLoggedOut(look({ asksPassword: true }), look())).toBe(true);
  expect(isLoggedOut(look({ asksPassword: true }), look({ asksPassword: true }))).toBe(false);
  expect(isLoggedOut(look({ offersLogIn: true }), look())).toBe(true);
  expect(isLoggedOut(look(), look({ offersLogOut: true }))).toBe(true);
  expect(isLoggedOut(look({ blocks: [] }), look())).toBe(false);
  // Of a page read by an earlier run, only what requests something is evidence: a logout link may have moved.
  expect(isLoggedOut(look({ asksPassword: true }), after(...several(3)))).toBe(true);
  expect(isLoggedOut(look({ asksPassword: true }), after(...several(3, { asksPassword: true })))).toBe(false);
  expect(isLoggedOut(look(), after(...several(3, { offersLogOut: true })))).toBe(false);
  expect(isLoggedOut(look({ asksPassword: true }), noLook)).toBe(false);
});
