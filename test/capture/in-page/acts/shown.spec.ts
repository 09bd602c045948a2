import { expect } from '@playwright/test';
import { test } from '../../../plain-test.ts';
import { asked, moduleOf } from '../in-page.ts';

const LED_BACK = `${moduleOf('acts/shown.ts')}.ledBack`;

/** Result once a page has shown something, another one something else, and the page again. */
const shownInTurn = (
  away: string,
  back: string,
) => `(it) => { const ask = ${LED_BACK}; const show = (html) => { it.innerHTML = html };
    ask('begin'); show(${JSON.stringify(away)}); ask('away'); show(${JSON.stringify(back)}); return ask('back') }`;

const home = '<h1>Home</h1><p>Welcome</p>';
const board = '<h1>Board</h1><p>Notes</p>';
for (const [what, away, back, expected] of [
  ['as it was', board, home, true],
  ['as it was, with an open menu', board, `${home}<nav>Staff</nav>`, true],
  ['with a menu that was open there, too', `${board}<nav>Staff</nav>`, `${home}<nav>Staff</nav>`, true],
  ['as another one', board, board, false],
  ['with a text less', board, '<h1>Home</h1>', false],
  ['below all that another one showed', board, home + board, false],
  ['hidden behind another one', board, `<div hidden>${home}</div><h1>Board</h1>`, false],
  [
    'with a form that calls a field as what is asked of it',
    board,
    `${home}<form>Find <input name=checkVisibility></form>`,
    true,
  ],
  ['as a part of another one that stays', home + board, home + board, false],
] as const)
  test(`a page that is restored ${what}`, async () =>
    expect(await asked(shownInTurn(away, back), `<main id=it>${home}</main>`)).toBe(expected));
