import { clickAt, mouse, place } from '../acts/events.ts';
import { inside, isInPage, PRESSED } from '../acts/listening.ts';
import { isMark, marksUnder, pictureSpots, type Spot } from '../acts/pictures.ts';
import { isSeen } from '../acts/usable.ts';
import { addEach } from '../acts/worded-acts.ts';
import { boxOf } from '../dom.ts';
import type { GesturePlugin } from './gesture.ts';

/** Pictures of a document that are analyzed. */
const MOST_PICTURES = 5;
/** Drawings in pictures that can be pointed at. */
const spotsIn = new Map<Element, readonly Spot[]>();

/** A press on each drawing on a canvas or under a sheet, which listeners distinguish by position. */
export const spot = {
  events: PRESSED,
  elements: () => [],
  planVariants(root, at) {
    const isSheet = root instanceof SVGGeometryElement && !isMark(root);
    const canvases = !isInPage('canvas') ? [] : root instanceof HTMLCanvasElement ? [root] : inside(root, 'canvas');
    for (const picture of isSheet ? [root] : canvases) {
      const filled = [...spotsIn.values()].filter(({ length }) => length > 0);
      if (filled.length >= MOST_PICTURES || spotsIn.has(picture) || !isSeen(picture)) continue;
      const found = picture instanceof HTMLCanvasElement ? pictureSpots(picture) : isSheet ? marksUnder(root) : [];
      spotsIn.set(picture, found);
      addEach(picture, 'spot', [...found.keys()].map(String), at, root);
    }
  },
  perform(element, _, option) {
    const spot = spotsIn.get(element)?.[option];
    if (!spot) return;
    const { left, top, width, height } = boxOf(element);
    const there = place(left + spot.x * width, top + spot.y * height);
    mouse(element, 'pointerover pointerenter mouseover mouseenter pointermove mousemove', there);
    clickAt(element, there);
  },
} satisfies GesturePlugin;
