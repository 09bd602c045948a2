import { expect } from '@playwright/test';
import { test } from '../../../plain-test.ts';
import { asked, moduleOf } from '../in-page.ts';

const pictureSpots = `${moduleOf('acts/pictures.ts')}.pictureSpots`;

const CANVAS = '<canvas id=it width=400 height=200></canvas>';
const PEN =
  "const pen = it.getContext('2d'); const box = (colour, ...at) => { pen.fillStyle = colour; pen.fillRect(...at) }";

for (const [what, markup, script, expected] of [
  ['nothing is drawn on', CANVAS, PEN, []],
  [
    'two bars stand on',
    CANVAS,
    `${PEN}; box('teal', 40, 60, 60, 120); box('orange', 240, 120, 60, 60)`,
    [
      [70, 120],
      [270, 150],
    ],
  ],
  [
    'a bar stands on a ground of its own',
    CANVAS,
    `${PEN}; box('navy', 0, 0, 400, 200); box('white', 100, 50, 60, 100)`,
    [[130, 100]],
  ],
  [
    'a coloured dot stands beside a larger grey one',
    CANVAS,
    `${PEN}; box('#888', 20, 20, 120, 120); box('crimson', 300, 100, 20, 20)`,
    [
      [310, 110],
      [80, 80],
    ],
  ],
  [
    'a canvas below it has a bar',
    `<div><canvas width=400 height=200></canvas>${CANVAS}</div>`,
    "const pen = it.previousSibling.getContext('2d'); pen.fillStyle = 'teal'; pen.fillRect(40, 60, 60, 120)",
    [[70, 120]],
  ],
  ['is too small to point into', '<canvas id=it width=30 height=30></canvas>', `${PEN}; box('teal', 0, 0, 20, 20)`, []],
] as const) {
  test(`the spots of a picture that ${what}`, async () => {
    const spots = await asked(pictureSpots, markup, script);
    const there = (Array.isArray(spots) ? spots : []).map(({ x, y }) => [x * 400, y * 200]);
    expect(there).toHaveLength(expected.length);
    for (const [at, [x, y]] of expected.entries()) {
      expect(Math.abs((there[at]?.[0] ?? 0) - x)).toBeLessThan(8);
      expect(Math.abs((there[at]?.[1] ?? 0) - y)).toBeLessThan(8);
    }
  });
}

test('the spot of a ring is on the ring', async () => {
  const draw = `${PEN}; pen.lineWidth = 20; pen.strokeStyle = 'teal'; pen.arc(200, 100, 70, 0, 7); pen.stroke()`;
  const spots = await asked(pictureSpots, CANVAS, draw);
  const [spot] = Array.isArray(spots) ? spots : [];
  expect(Math.abs(Math.hypot(spot.x * 400 - 200, spot.y * 200 - 100) - 70)).toBeLessThan(14);
});

test('of many spots, twelve are clicked', async () => {
  const draw = `${PEN}; for (let n = 0; n < 30; n++) box('teal', 10 + (n % 10) * 40, 10 + Math.floor(n / 10) * 60, 20, 20)`;
  expect(await asked(pictureSpots, CANVAS, draw)).toHaveLength(12);
});
