import { expect } from '@playwright/test';
import { namedKeys } from '../../../src/capture/explore/named-keys.ts';
import { test } from '../../plain-test.ts';

/** Pressed keys, in common notation. */
const named = (source: string): string[] =>
  namedKeys(source, false).map(({ key, shiftKey, ctrlKey, metaKey, altKey }) => {
    const held = { Ctrl: ctrlKey, Meta: metaKey, Alt: altKey, Shift: shiftKey };
    return [...Object.entries(held).flatMap(([name, isHeld]) => (isHeld ? [name] : [])), key].join('+');
  });

const cases: Readonly<Record<string, readonly string[]>> = {
  "e => { if (e.key === '?') help() }": ['Shift+?'],
  'e => { if ("/" == e.key) search() }': ['/'],
  "function (event) { if (event.key.toLowerCase() === 'k') open() }": ['k'],
  "e => e.code === 'KeyG' && go()": ['g'],
  "(e) => { if (e.code == 'Slash' && e.shiftKey) help() }": ['Shift+/'],
  'e=>{39==e.keyCode?next():37==e.keyCode&&prev()}': ['ArrowLeft'],
  'e => { const code = e.keyCode || e.which; if (code === 72) help() }': ['h'],
  "({ key }) => { if (key === 'n') next() }": ['n'],
  "({ key: pressed }) => { if (pressed !== 'j') return; down() }": ['j'],
  "e => { switch (e.key) { case 'h': home(); break; case 'Home': top(); break; case 'a': all() } }": ['h', 'Home'],
  'e => { switch (e.which) { case 191: search() } }': ['/'],
  "e => { switch (mode) { case 'h': home() } }": [],
  "e => { if (['j', 'k', 'Enter'].includes(e.key)) move() }": ['j', 'k'],
  "e => { if ((e.ctrlKey || e.metaKey) && e.key === 'k') palette() }": ['Ctrl+k'],
  "e => { if (e.metaKey && e.key === 'p') palette() }": ['Meta+p'],
  "e => { if (e.key === 'F' && e.ctrlKey && e.shiftKey) find() }": ['Ctrl+Shift+F'],
  "e => { if (e.altKey && e.code === 'Digit1') first() }": ['Alt+1'],
  "e => { if (e.key === 'g' && !e.ctrlKey && !e.metaKey) go() }": ['g'],
  "e => { if (!(e.ctrlKey || e.altKey) && e.key === 'g') go() }": ['g'],
  "e => { if (!e.ctrlKey) return; if (e.key === 'b') bold() }": ['b', 'Ctrl+b'],
  "e => { if (e.key === 'Escape' || e.key === 'Enter' || e.key === ' ') close() }": [],
  "e => { if (e.key === 'Delete' || e.key === 'Backspace' || e.keyCode === 46) take() }": [],
  "e => { if (e.key === 'd') deleteItem(3); else if (e.key === 'h') help() }": ['h'],
  "e => { switch (e.key) { case 'q': location = '/logout'; break; case 'i': inbox() } }": ['i'],
  "e => { if (e.keyboard === 'h' || item.label === 'x' || e.key === 'Unidentified' || e.key === 'héllo') no() }": [],
};

for (const [source, keys] of Object.entries(cases)) {
  test(`key names are read from the source of a handler: ${source}`, () => {
    expect(named(source)).toEqual(keys);
  });
}

test('numbers are character codes where a handler listens to typed characters', () => {
  const keys = namedKeys(
    'e => { if (e.which === 103) go(); if (e.keyCode === 63) help(); if (e.which === 27) close() }',
    true,
  );
  expect(keys.map(({ key }) => key)).toEqual(['g', '?']);
});

test('of a handler with very many key names, the first are pressed', () => {
  const source = `e => { ${[...'bcdefghijklmnopqrst'].map((key) => `if (e.key === '${key}') act();`).join(' ')} }`;
  expect(named(source)).toEqual([...'bcdefghijklm']);
});
