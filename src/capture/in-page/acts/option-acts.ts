import type { Gesture, Stroke } from '../../explore/gestures.ts';
import { isElement } from '../dom.ts';
import { labelOf } from './element-looks.ts';
import { sliderValues } from './field-values.ts';
import { FIELDS, FOCUSABLE, inside, isFar, isMeant } from './gesture-elements.ts';
import { kept, placeOf } from './kept-acts.ts';
import { isMark, marksUnder, pictureSpots } from './pictures.ts';
import { isSeen } from './usable.ts';
import { add, pattern, sayOf } from './worded-acts.ts';

/** Further submit buttons of a form, and objects dropped at one place. */
const MOST_OTHERS = 10;
/** Pictures of a document that are analyzed. */
const MOST_PICTURES = 5;
/** True if the document has canvases, or sliders; queried once per plan, since searching is slow. */
let hasCanvases = false;
let hasSliders = false;
export function beginOptions(): void {
  hasCanvases = inside(document, 'canvas').length > 0;
  hasSliders = inside(document, '[role=slider i]').length > 0;
}

/** Plans a gesture with each possible second element. */
export const planWith = (element: Element, gesture: Gesture, others: readonly Element[], place: string, root: Node) => {
  for (const other of others.slice(0, MOST_OTHERS))
    add([placeOf(element), gesture, placeOf(other)], element, place, root, () => ({
      group: `${gesture} ${place} ${pattern(element, root)}`,
      label: labelOf(other),
      isControl: (gesture === 'drag' && isMeant(root)) || undefined,
      words: [sayOf(element, root), sayOf(other, other)],
    }));
};

/** Plans the keys that a handler names one by one, since one may hide another's effect. */
export const planStrokes = (root: Node, place: string, strokes: readonly Stroke[]) => {
  const inner = isElement(root) && !root.matches(FOCUSABLE) && !isFar(root) ? inside(root, FOCUSABLE) : [];
  const own = isFar(root) || !isElement(root) ? document.body : root;
  const element = inner.find((one) => !one.matches(FIELDS)) ?? own;
  for (const stroke of strokes) {
    const { code, shiftKey, ctrlKey, metaKey, altKey } = stroke;
    const name = `${code}${[shiftKey, ctrlKey, metaKey, altKey].map(Number).join('')}`;
    kept.strokes.set(name, stroke);
    const target = placeOf(element);
    add([target, 'key', target, [...kept.strokes.keys()].indexOf(name)], element, place, root, () => ({
      group: `key ${name} ${place} ${pattern(element, root)}`,
      label: name,
      words: [sayOf(element, root)],
    }));
  }
};

/** Plans a press on each drawing on a canvas or under a sheet, which listeners distinguish by position. */
export const planSpots = (root: Node, place: string) => {
  const isSheet = root instanceof SVGGeometryElement && !isMark(root);
  const canvases = hasCanvases ? (root instanceof HTMLCanvasElement ? [root] : inside(root, 'canvas')) : [];
  for (const picture of isSheet ? [root] : canvases) {
    const filled = [...kept.spots.values()].filter(({ length }) => length > 0);
    if (filled.length >= MOST_PICTURES || kept.spots.has(picture) || !isSeen(picture)) continue;
    const spots = picture instanceof HTMLCanvasElement ? pictureSpots(picture) : isSheet ? marksUnder(root) : [];
    kept.spots.set(picture, spots);
    const places = spots.map((_, at) => String(at));
    planEach(picture, 'spot', places, place, root);
  }
};

export const planSliders = (root: Node, place: string) => {
  if (!hasSliders) return;
  const own = isElement(root) ? [root] : [];
  for (const slider of own.concat(inside(root, '[role=slider i]')).filter(isSeen))
    planEach(slider, 'slide', sliderValues(slider).map(String), place, root);
};

/** Plans a gesture with each labelled option, the last first, since plans are processed from the end. */
const planEach = (element: Element, gesture: Gesture, options: readonly string[], place: string, root: Node) => {
  for (const [option, label] of [...options.entries()].reverse()) {
    const target = placeOf(element);
    if (kept.known.has(`${target} ${gesture} ${target} ${option}`)) continue;
    add([target, gesture, target, option], element, place, root, () => ({
      group: `${gesture} ${place} ${pattern(element, root)}<${target}`,
      label,
      isControl: true,
      words: [sayOf(element, root)],
    }));
  }
};
