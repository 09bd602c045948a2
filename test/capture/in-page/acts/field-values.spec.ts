import { expect } from '@playwright/test';
import { test } from '../../../plain-test.ts';
import { asked, moduleOf } from '../in-page.ts';

const VALUES = moduleOf('acts/field-values.ts');

/** Types of the files given to a field; those that can be drawn are. */
const given = `async (it) => {
    const { valuesOf, giveFile } = ${VALUES};
    const files = valuesOf(it).map((name) => { giveFile(it, name); return it.files[0] });
    const draw = (file) => file.type.startsWith('image/') ? createImageBitmap(file).then(({ width }) => width + ' wide') : file.size > 0;
    return Promise.all(files.map(async (file) => [file.name, file.type, await draw(file)].join(' ')));
  }`;
const kinds = [
  'sample.pdf application/pdf true',
  'sample.csv text/csv true',
  'sample.png image/png 1 wide',
  'sample.txt text/plain true',
];
for (const [what, markup, expected] of [
  ['takes all files', '<input type=file id=it>', kinds],
  ['takes all files, and says so', '<input type=file id=it accept="*/*">', kinds],
  ['asks for kinds', '<input type=file id=it accept=".CSV, application/pdf">', [kinds[1], kinds[0]]],
  ['asks for pictures', '<input type=file id=it accept="image/*, ">', [kinds[2]]],
  ['asks for one kind of picture', '<input type=file id=it accept=image/jpeg>', ['sample.jpg image/jpeg 1 wide']],
  ['asks for what we do not know', '<input type=file id=it accept=.bib>', ['sample.bib application/octet-stream true']],
  ['asks for a folder', '<input type=file id=it webkitdirectory>', []],
  ['is none for files', '<input id=it accept=.csv>', []],
] as const)
  test(`a field that ${what}`, async () => expect(await asked(given, markup)).toEqual(expected));

const slider = (least: number, greatest: number) =>
  `<b id=it role=slider aria-valuemin=${least} aria-valuemax=${greatest} aria-valuenow=${least}></b>`;
for (const [what, markup, expected] of [
  ['few whole values', slider(1, 5), [1, 2, 3, 4, 5]],
  ['many values', slider(0, 200), [0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200]],
  ['no values between', slider(5, 5), []],
  ['values, and can not be moved', slider(1, 5).replace('id=it', 'id=it aria-disabled=true'), []],
] as const)
  test(`a slider that has ${what}`, async () =>
    expect(await asked(`${VALUES}.sliderValues`, markup)).toEqual(expected));
