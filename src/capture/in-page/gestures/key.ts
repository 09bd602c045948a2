import type { Stroke } from '../../explore/gestures.ts';
import { awaitPromises, basic, send } from '../acts/events.ts';
import { ENTERED_FIELDS } from '../acts/field-acts.ts';
import { kept, placeOf } from '../acts/kept-acts.ts';
import { FIELDS, FOCUSABLE, inside, isFar, KEYS, opened, ownOf } from '../acts/listening.ts';
import { add, pattern, sayOf } from '../acts/worded-acts.ts';
import { isElement } from '../dom.ts';
import type { GesturePage, GesturePlugin } from './gesture.ts';

const USUAL_STROKES = [
  ['Enter', 13],
  ['ArrowDown', 40],
  ['Enter', 13],
  ['ArrowRight', 39],
  [' ', 32],
  ['a', 65],
  ['Escape', 27],
] as const;
/** Most elements in a listening one that get keys. */
const MOST_INSIDE = 20;
/** Keys that handlers name, by key and modifiers. */
const named = new Map<string, Stroke>();
/** Number of the usual keys that elements have received. */
const struck = new Map<Element, number>();

export const strike = (element: Element, stroke: Partial<Stroke>) => {
  const { key = '', keyCode = 0 } = stroke;
  for (const type of KEYS) {
    // A character has another code than the key that types it.
    const charCode = type === 'keypress' ? (key.length === 1 ? key.charCodeAt(0) : keyCode) : 0;
    const which = charCode || keyCode;
    send(element, new KeyboardEvent(type, { ...basic, ...stroke, keyCode: which, which, charCode }));
  }
};

/** Strikes keys one by one until one changes the page, since another may undo that; continues there next time. */
const strikeUsual = async (element: Element, page: GesturePage) => {
  const first = struck.get(element) ?? 0;
  for (let count = 0; count < USUAL_STROKES.length && !page.hasChanged(); count++) {
    const at = (first + count) % USUAL_STROKES.length;
    const [key, keyCode] = USUAL_STROKES[at] ?? ['', 0];
    strike(element, { key, code: key === ' ' ? 'Space' : key === 'a' ? 'KeyA' : key, keyCode });
    struck.set(element, at + 1);
    await awaitPromises();
  }
};

export const key = {
  events: KEYS,
  elements(root) {
    const body = root === document && document.body ? [document.body] : [];
    return ownOf(root).concat(body, inside(root, FOCUSABLE).slice(0, MOST_INSIDE));
  },
  /** Plans the keys that a handler names one by one, since one may hide another's effect. */
  planVariants(root, place) {
    const inner = isElement(root) && !root.matches(FOCUSABLE) && !isFar(root) ? inside(root, FOCUSABLE) : [];
    const own = isFar(root) || !isElement(root) ? document.body : root;
    const element = inner.find((one) => !one.matches(FIELDS)) ?? own;
    for (const stroke of kept.roots.get(root)?.strokes ?? []) {
      const { code, shiftKey, ctrlKey, metaKey, altKey } = stroke;
      const name = `${code}${[shiftKey, ctrlKey, metaKey, altKey].map(Number).join('')}`;
      named.set(name, stroke);
      const target = placeOf(element);
      add([target, 'key', target, [...named.keys()].indexOf(name)], element, place, root, () => ({
        group: `key ${name} ${place} ${pattern(element, root)}`,
        label: name,
        words: [sayOf(element, root)],
      }));
    }
  },
  describe: (element) => ({ opens: element.matches(ENTERED_FIELDS) ? undefined : opened(element) }),
  async perform(element, field, option, page) {
    const stroke = field && [...named.values()][option];
    if (stroke) strike(element, stroke);
    else await strikeUsual(element, page);
  },
} satisfies GesturePlugin;
