import { isScriptAddress } from '../acts/addresses.ts';
import { at, basic, clickAt, met, mouse, send, touch } from '../acts/events.ts';
import { BEGUN, inside, isInner, isMeant, isPart, PRESSED, WHOLE } from '../acts/listening.ts';
import { isMark } from '../acts/pictures.ts';
import { dialogAbove } from '../acts/usable.ts';
import { contains } from '../dom.ts';
import type { GesturePlugin } from './gesture.ts';

/** Elements of which some have scripts as addresses. */
const SCRIPTED = '[*|href*="script:" i], [formaction*="script:" i]';
const NATURAL =
  'summary, [popovertarget], [commandfor], button[command], form[method=dialog i] :is(button, input[type=submit i]), [formmethod=dialog i]';
const runsScript = (element: Element) =>
  Array.from(element.attributes).some(
    ({ localName, value }) => /^(?:href|formaction)$/.test(localName) && isScriptAddress(value),
  );

const isPointedAt = (element: Element) => getComputedStyle(element).cursor === 'pointer';
/** Tells whether an element is a control, or has a hand cursor that the parent lacks. */
const looksPressable = (element: Element) =>
  element.matches(WHOLE) ||
  (isPointedAt(element) && element.parentElement !== null && !isPointedAt(element.parentElement));

export const press = {
  events: PRESSED,
  planUnheard(plan) {
    for (const element of inside(document, `${SCRIPTED}, ${NATURAL}`))
      if (runsScript(element) || element.matches(NATURAL)) plan(element, 'press', 'natural');
  },
  describe(element, root) {
    const isIn = (selector: string) => element.closest(selector) !== null;
    const isWhole = () => root === element || (looksPressable(element) && !isPart(element));
    return {
      isToggle: isIn('[aria-haspopup], [aria-expanded]'),
      isChoice: isIn('[aria-pressed], [aria-checked], [role=radio], [role=option], [role=checkbox]'),
      isTab: isIn('[role=tab]'),
      isAround: element.querySelector('input:not([type=hidden i]), textarea') !== null,
      isControl: isMark(element) || (!isInner(element) && isWhole()),
    };
  },
  perform(element) {
    const there = at(element);
    const pressed = met(element);
    // SVG drawings react to the last position of the pointer.
    if (element instanceof SVGElement) mouse(pressed, 'pointerover mouseover', there);
    mouse(pressed, 'pointermove mousemove', there);
    clickAt(pressed, there);
  },
} satisfies GesturePlugin;

export const double = {
  events: ['dblclick'],
  describe: (element, root) => ({ isControl: root === element && !isInner(element) }),
  perform: (element) => mouse(element, 'mousedown mouseup click mousedown mouseup click dblclick', { detail: 2 }),
} satisfies GesturePlugin;

export const menu = {
  events: ['contextmenu', 'auxclick'],
  describe: (element, root) => ({ isControl: isMeant(root) && !isInner(element) && !isPart(element) }),
  perform(element) {
    mouse(element, 'pointerdown mousedown contextmenu pointerup mouseup', { button: 2, buttons: 2 });
    mouse(element, 'auxclick', { button: 2 });
  },
} satisfies GesturePlugin;

export const middle = {
  events: ['auxclick'],
  perform: (element) => mouse(element, 'pointerdown mousedown pointerup mouseup auxclick', { button: 1, buttons: 4 }),
} satisfies GesturePlugin;

export const hold = {
  events: BEGUN,
  perform(element) {
    mouse(element, 'pointerdown mousedown', { button: 0, buttons: 1 });
    touch(element, 'touchstart');
  },
} satisfies GesturePlugin;

/** The end of a hold. */
export const release = {
  perform(element) {
    mouse(element, 'pointerup mouseup', { button: 0 });
    touch(element, 'touchend');
  },
} satisfies GesturePlugin;

/** Closes the dialog above: by its button, if the element is one, or else by `Escape`. */
export const close = {
  perform(element) {
    const covering = dialogAbove();
    if (!covering) return;
    if (contains(covering, element)) return press.perform(element);
    const key = { ...basic, key: 'Escape', code: 'Escape', keyCode: 27, which: 27 };
    for (const type of ['keydown', 'keyup']) send(covering, new KeyboardEvent(type, key));
    if (covering instanceof HTMLDialogElement && covering.open) covering.close();
  },
} satisfies GesturePlugin;
