import { isInner, isPart, opened, WHOLE } from '../acts/act-traits.ts';
import { isScriptAddress } from '../acts/addresses.ts';
import { at, met, mouse } from '../acts/events.ts';
import { inside, PRESSED, pointedIn } from '../acts/listening.ts';
import { isMark } from '../acts/pictures.ts';
import type { GestureFamily } from './gesture.ts';

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
const isControl = (element: Element, root: Node) =>
  isMark(element) || (!isInner(element) && (root === element || (looksPressable(element) && !isPart(element))));

export const press = (element: Element) => {
  const there = at(element);
  const pressed = met(element);
  // SVG drawings react to the last position of the pointer.
  if (element instanceof SVGElement) mouse(pressed, 'pointerover mouseover', there);
  mouse(pressed, 'pointermove mousemove', there);
  mouse(pressed, 'pointerdown mousedown', { ...there, button: 0, buttons: 1, detail: 1 });
  mouse(pressed, 'pointerup mouseup click', { ...there, button: 0, detail: 1 });
};

export const pressing = {
  press: {
    events: PRESSED,
    elements: pointedIn,
    planUnheard(plan) {
      for (const element of inside(document, `${SCRIPTED}, ${NATURAL}`))
        if (runsScript(element) || element.matches(NATURAL)) plan(element, 'press', 'natural');
    },
    describe(element, root) {
      const isIn = (selector: string) => element.closest(selector) !== null;
      return {
        opens: opened(element),
        isToggle: isIn('[aria-haspopup], [aria-expanded]'),
        isChoice: isIn('[aria-pressed], [aria-checked], [role=radio], [role=option], [role=checkbox]'),
        isTab: isIn('[role=tab]'),
        isAround: element.querySelector('input:not([type=hidden i]), textarea') !== null,
        isControl: isControl(element, root),
      };
    },
    perform: press,
  },
} satisfies GestureFamily;
