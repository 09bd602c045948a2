import type { chartMarks } from './chart-marks.ts';
import type { elementLooks } from './element-looks.ts';
import type { gestureElements } from './gesture-elements.ts';
import type { Gesture, Stroke } from './gestures.ts';
import type { isSeen } from './is-seen.ts';
import type { keptActs } from './kept-acts.ts';
import type { pictureSpots } from './picture-spots.ts';
import type { sliderValues } from './slider-values.ts';
import type { wordedActs } from './worded-acts.ts';

/**
 * Runs in a page, in a world of our own: plans gestures that are made at one element in several ways: with each of other
 * elements, keys, spots of a picture, values of a slider. It is sent into browsers as it stands, so it uses nothing from
 * outside.
 */
export function optionActs(
  { kept, placeOf }: ReturnType<typeof keptActs>,
  { isElement, isFar, isMeant, inside, fields, focusable }: ReturnType<typeof gestureElements>,
  { sayOf, pattern, add }: ReturnType<typeof wordedActs>,
  { labelOf }: ReturnType<typeof elementLooks>,
  isUsable: typeof isSeen,
  { isMark, marksUnder }: ReturnType<typeof chartMarks>,
  spotsOf: typeof pictureSpots,
  slidesTo: typeof sliderValues,
) {
  /** Buttons beside the first that a form is sent by, and things that are dropped at one place. */
  const mostOthers = 10;
  /** Pictures of a document that are looked into. */
  const mostPictures = 5;
  const hasCanvases = inside(document, 'canvas').length > 0;
  const hasSliders = inside(document, '[role=slider i]').length > 0;
  /** Plans a gesture with each of the other things that it can be made with. */
  const planWith = (element: Element, gesture: Gesture, others: readonly Element[], place: string, root: Node) => {
    for (const other of others.slice(0, mostOthers))
      add([placeOf(element), gesture, placeOf(other)], element, place, root, () => ({
        group: `${gesture} ${place} ${pattern(element, root)}`,
        label: labelOf(other),
        isControl: (gesture === 'drag' && isMeant(root)) || undefined,
        words: [sayOf(element, root), sayOf(other, other)],
      }));
  };
  /** Plans the keys that a handler names, each by itself: one may show what another hides. */
  const planStrokes = (root: Node, place: string, strokes: readonly Stroke[]) => {
    const inner = isElement(root) && !root.matches(focusable) && !isFar(root) ? inside(root, focusable) : [];
    const own = isFar(root) || !isElement(root) ? document.body : root;
    const element = inner.find((one) => !one.matches(fields)) ?? own;
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
  /** Plans a press on each thing that is drawn on a canvas, or under a sheet: what hears it tells them by where they stand. */
  const planSpots = (root: Node, place: string) => {
    const isSheet = root instanceof SVGGeometryElement && !isMark(root);
    const canvases = hasCanvases ? (root instanceof HTMLCanvasElement ? [root] : inside(root, 'canvas')) : [];
    for (const picture of isSheet ? [root] : canvases) {
      const filled = [...kept.spots.values()].filter(({ length }) => length > 0);
      if (filled.length >= mostPictures || kept.spots.has(picture) || !isUsable(picture)) continue;
      const spots = picture instanceof HTMLCanvasElement ? spotsOf(picture) : isSheet ? marksUnder(root) : [];
      kept.spots.set(picture, spots);
      const places = spots.map((_, at) => String(at));
      planEach(picture, 'spot', places, place, root);
    }
  };
  const planSliders = (root: Node, place: string) => {
    if (!hasSliders) return;
    const own = isElement(root) ? [root] : [];
    for (const slider of own.concat(inside(root, '[role=slider i]')).filter(isUsable))
      planEach(slider, 'slide', slidesTo(slider).map(String), place, root);
  };
  /** Plans a gesture with each of an element's options, by what these are called; the last first, as plans are gone through from their end. */
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
  return { planWith, planStrokes, planSpots, planSliders };
}
