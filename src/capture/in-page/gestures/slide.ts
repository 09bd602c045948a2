import { awaitPromises, clickAt, place } from '../acts/events.ts';
import { sliderValues } from '../acts/field-values.ts';
import { inside, isInPage, KEYS, ownOf, PRESSED } from '../acts/listening.ts';
import { isSeen } from '../acts/usable.ts';
import { addEach } from '../acts/worded-acts.ts';
import { attribute, boxOf } from '../dom.ts';
import type { GesturePlugin } from './gesture.ts';
import { strike } from './key.ts';

const SLIDERS = '[role=slider i]';
/** Most strokes for one move of a slider. */
const MOST_STROKES = 100;
/** Length of a slider's rail as a multiple of the handle's, and most levels from the handle up to the rail. */
const RAIL_LENGTH = 3;
const MOST_ABOVE = 4;
const lengthOf = (element: Element, isUpright: boolean) => {
  const { width, height } = boxOf(element);
  return isUpright ? height : width;
};

/** Moves a slider to a value by keys or, if these have no effect, by a press on the rail. */
const slideTo = async (slider: Element, wanted: number) => {
  const numberOf = (name: string) => Number(attribute(slider, name));
  for (let count = 0; count < MOST_STROKES; count++) {
    const before = numberOf('aria-valuenow');
    if (before === wanted) return;
    const isBelow = before < wanted;
    const key = isBelow ? 'ArrowRight' : 'ArrowLeft';
    strike(slider, { key, code: key, keyCode: isBelow ? 39 : 37 });
    await awaitPromises();
    const after = numberOf('aria-valuenow');
    if (after < wanted !== isBelow) return;
    if (after === before) break;
  }
  const isUpright = slider.matches('[aria-orientation=vertical i]');
  let rail = slider;
  for (
    let above = 0;
    above < MOST_ABOVE && lengthOf(rail, isUpright) < RAIL_LENGTH * lengthOf(slider, isUpright);
    above++
  )
    rail = rail.parentElement ?? rail;
  const { left, top, width, height } = boxOf(rail);
  const [least, greatest] = [numberOf('aria-valuemin'), numberOf('aria-valuemax')];
  const part = (wanted - least) / (greatest - least);
  const there = isUpright
    ? place(left + width / 2, top + (1 - part) * height)
    : place(left + part * width, top + height / 2);
  clickAt(rail, there);
};

export const slide = {
  events: [...PRESSED, ...KEYS],
  elements: () => [],
  planVariants(root, at) {
    if (!isInPage(SLIDERS)) return;
    for (const slider of ownOf(root).concat(inside(root, SLIDERS)).filter(isSeen))
      addEach(slider, 'slide', sliderValues(slider).map(String), at, root);
  },
  async perform(slider, _, option) {
    const value = sliderValues(slider)[option];
    if (value !== undefined) await slideTo(slider, value);
  },
} satisfies GesturePlugin;
