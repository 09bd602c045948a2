import { expect } from '@playwright/test';
import { sliderValues } from '../../../src/capture/acts/slider-values.ts';
import { test } from '../../plain-test.ts';
import { asked } from './in-page.ts';

const slider = (least: number, greatest: number) =>
  `<b id=it role=slider aria-valuemin=${least} aria-valuemax=${greatest} aria-valuenow=${least}></b>`;
for (const [what, markup, expected] of [
  ['few whole values', slider(1, 5), [1, 2, 3, 4, 5]],
  ['many values', slider(0, 200), [0, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200]],
  ['no values between', slider(5, 5), []],
  ['values, and can not be moved', slider(1, 5).replace('id=it', 'id=it aria-disabled=true'), []],
] as const)
  test(`a slider that has ${what}`, async () => expect(await asked(sliderValues, markup)).toEqual(expected));
