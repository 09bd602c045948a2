import { expect } from '@playwright/test';
import { z } from 'zod';
import { test } from '../../../plain-test.ts';
import { asked, moduleOf } from '../in-page.ts';

const LOOKS = moduleOf('acts/element-looks.ts');

const labelsOf = `(it) => { const { labelOf, lookOf } = ${LOOKS}; return Array.from(it.querySelectorAll('button'), (one) => [labelOf(one), lookOf(one)]) }`;
const marks = (one: string, other: string) =>
  `<ul id=it role=tree><li role=treeitem><button type=button class=mark></button>${one}<ul><li>x</ul><li role=treeitem><button type=button class=mark></button>${other}</ul>`;

test('marks without a text are distinguished by the first text of their branches', async () => {
  const told = await asked(labelsOf, marks('Arts', 'Law'));
  expect(told).toEqual([/^Arts/, /^Law/].map((text) => [expect.stringMatching(text), expect.any(String)]));
});

test('a mark keeps its name when its branch is open', async () => {
  const labels = z.array(z.tuple([z.string(), z.string()])).transform((told) => told.map(([label]) => label));
  const closed = labels.parse(await asked(labelsOf, marks('Arts', 'Law')));
  expect(labels.parse(await asked(labelsOf, marks('Arts<ul><li>Music</ul>', 'Law')))).toEqual(closed);
});

test('counters in names and values of attributes are ignored', async () => {
  const button = (count: number) =>
    `<p id=it><button pc${count} data-v-7 id=menu-${count} class=c${count}>Apply</button></p>`;
  expect(await asked(labelsOf, button(15))).toEqual(await asked(labelsOf, button(226)));
});

test("an attribute that repeats the element's name is ignored", async () => {
  const item = (count: number) => `<p id=it><button id=menu-cl-${count} data-key=menu-cl-${count}>Deposit</button></p>`;
  expect(await asked(labelsOf, item(29))).toEqual(await asked(labelsOf, item(65)));
  const apart = (key: number) => `<p id=it><button id=menu-cl-1 data-key=${key}>Deposit</button></p>`;
  expect(await asked(labelsOf, apart(29))).not.toEqual(await asked(labelsOf, apart(65)));
  const choice = (count: number) => `<p id=it><button id=kind-${count} value=kind-${count}></button></p>`;
  expect(await asked(labelsOf, choice(1))).not.toEqual(await asked(labelsOf, choice(2)));
});

test('random parts of element names are ignored, with or without digits', async () => {
  const field = (id: string) => `<p id=it><label for=f_${id}>Rows</label><button id=f_${id}>5</button></p>`;
  const ids = ['8ee20973-12b0-442b-9df2-dd7d24733f33', '08b6c2d9-dabe-43c5-b794-579386ae6c1e'];
  const [one, other] = await Promise.all(ids.map((id) => asked(labelsOf, field(id))));
  expect(one).toEqual(other);
  expect(one).not.toEqual(await asked(labelsOf, field('beside')));
  const option = (made: string) =>
    `<ul id=it><li><button id=select2-city-result-${made}-it data-select2-id=select2-data-7-${made}>Rome</button></ul>`;
  expect(await asked(labelsOf, option('xk2a'))).toEqual(await asked(labelsOf, option('qwxz')));
});

test('a link is identified by its target, at any place', async () => {
  const looks = `(it) => { const { linkLookOf } = ${LOOKS}; return Array.from(it.querySelectorAll('a'), (one) => linkLookOf(one) ?? null) }`;
  const [fees, costs, ...places] = z
    .array(z.string().nullable())
    .parse(await asked(looks, '<p id=it><a href=/fees>x</a><b><a href=/costs>x</a></b><a href=#a>x</a><a>x</a>'));
  expect(fees).not.toBe(costs);
  expect(places).toEqual([null, null]);
  expect(await asked(looks, '<p id=it>News <a href=/costs class=here>x</a>')).toEqual([costs]);
});

const rowLooksOf = `(it) => { const { rowLookOf } = ${LOOKS}; return Array.from(it.querySelectorAll('button'), (one) => rowLookOf(one) ?? null) }`;
const rowLooks = async (body: string): Promise<readonly (string | null)[]> =>
  z.array(z.string().nullable()).parse(await asked(rowLooksOf, `<div id=it>${body}</div>`));
const row = (name: string) => `<div class=row><span>${name}</span><p><button>+</button></p></div>`;

test('controls of rows are identified by their rows, at any place and next to anything', async () => {
  const [a, b] = await rowLooks(row('a') + row('b'));
  expect(a).not.toBe(b);
  expect(await rowLooks(`<p>News</p>${row('b')}${row('c')}${row('a')}`)).toEqual([b, expect.any(String), a]);
});

test('controls outside rows, or in rows without other text, are not', async () => {
  expect(await rowLooks(row('a'))).toEqual([null]);
  expect(await rowLooks('<p><button>+</button></p><p><button>+</button></p>')).toEqual([null, null]);
  expect(await rowLooks('<p>a <button>+</button></p><ul>b <button>+</button></ul>')).toEqual([null, null]);
  expect(await rowLooks('<div>a <a></a><button>+</button></div><div>b <button>+</button></div>')).toEqual([null, null]);
});
