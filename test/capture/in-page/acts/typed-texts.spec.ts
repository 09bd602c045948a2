import { expect } from '@playwright/test';
import { z } from 'zod';
import { test } from '../../../plain-test.ts';
import { asked, moduleOf } from '../in-page.ts';

const typedTexts = `${moduleOf('acts/typed-texts.ts')}.typedTexts`;

for (const [what, markup, first, lengths] of [
  ['letters and pairs of them', '<input id=it placeholder=Search>', 'a', [1, 2]],
  ['what its list has', '<input id=it list=l><datalist id=l><option>Physics<option>Law</datalist>', 'Physics', [7, 3]],
  ['an example that it gives', '<input id=it placeholder="Name (e.g. Orlova)">', 'Orlova', [6, 1, 2]],
  ['examples that it lists', '<input id=it placeholder="Search: Latin, Greek, …">', 'Latin', [5, 1, 2]],
  [
    'an example that stands below it',
    '<div><div>Search</div><span><input id=it></span></div><p>For example: exam, ticket</p>',
    'exam',
    [4, 6, 1, 2],
  ],
  [
    'an example in a long text beside it',
    `<p>Search (e.g. Orlova) <input id=it> ${'and so on '.repeat(40)}</p>`,
    'Orlova',
    [6, 1, 2],
  ],
  ['letters, in a picture', '<svg><foreignObject><input id=it></foreignObject></svg>', 'a', [1, 2]],
  [
    'letters, in a form whose fields are called as what is asked of it',
    '<form>Name <input id=it><button name=innerText></button></form>',
    'a',
    [1, 2],
  ],
  ['no example of another field', '<div><p><input id=it></p><p>Code (e.g. Orlova): <input></p></div>', 'a', [1, 2]],
  ['no example where none is given', '<p>Author: <input id=it> <small>any letters, words</small></p>', 'a', [1, 2]],
  ['pairs, as it says that it wants two', '<input id=it placeholder="at least two letters">', 'co', [2]],
  ['pairs, as it is said beside it', '<p><input id=it> <small>Type 2 or more characters</small></p>', 'co', [2]],
  ['triples, as it wants three', '<input id=it minlength=3>', 'int', [3]],
  ['nothing, as it wants a word', '<input id=it minlength=5>', undefined, []],
  ['nothing, as nobody is told of it', '<input id=it aria-hidden=true>', undefined, []],
  ['nothing, as it asks who somebody is', '<input id=it name=username>', undefined, []],
] as const)
  test(`a field gets ${what}`, async () => {
    const texts: unknown[] = z.array(z.string()).parse(await asked(typedTexts, markup));
    expect(new Set(texts.map((text) => String(text).length))).toEqual(new Set(lengths));
    expect(texts[0]).toBe(first);
    expect(new Set(texts).size).toBe(texts.length);
  });
