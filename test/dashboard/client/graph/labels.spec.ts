import { expect } from '@playwright/test';
import fc from 'fast-check';
import { labelPlace } from '../../../../src/dashboard/client/graph/labels.ts';
import { test } from '../../../plain-test.ts';

const LINE = 16;
const PICTURE = { width: 300, height: 200 };
/** Seven pixels per character. */
const measure = (text: string) => 7 * text.length;
const place = (text: string, x: number, y: number, size = 5) =>
  labelPlace(text, { x, y, size }, PICTURE, LINE, measure);

test('a label is to the right of its node, or to the left for lack of space', () => {
  expect(place('chem.test', 100, 100)).toMatchObject({ lines: ['chem.test'], x: 109 });
  expect(place('chem.test', 290, 100)).toMatchObject({ lines: ['chem.test'], x: 290 - 9 - 63 });
});

test('a label wider than the picture is wrapped', () => {
  const { lines, x } = place('a'.repeat(100), 290, 199);
  expect(lines.map(({ length }) => length)).toEqual([41, 41, 18]);
  expect(x).toBeGreaterThanOrEqual(0);
});

test('no label is clipped at any position', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, maxLength: 120 }),
      fc.double({ min: 0, max: PICTURE.width, noNaN: true }),
      fc.double({ min: 0, max: PICTURE.height, noNaN: true }),
      fc.integer({ min: 1, max: 20 }),
      (text, nodeX, nodeY, size) => {
        const { lines, x, y } = place(text, nodeX, nodeY, size);
        expect(lines.join('')).toBe(text);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + Math.max(...lines.map(measure))).toBeLessThanOrEqual(PICTURE.width);
        expect(y).toBeGreaterThanOrEqual(LINE);
        expect(y + (lines.length - 1) * LINE).toBeLessThanOrEqual(PICTURE.height);
      },
    ),
  );
});
