import type { Gesture } from '../../explore/gestures.ts';
import { attribute, rootOf } from '../dom.ts';
import { BLANKS } from './field-acts.ts';
import { hears, isMarked, isMeant, PRESSED } from './gesture-elements.ts';
import { isMark } from './pictures.ts';

/** Gestures at a position of the pointer. */
export const POINTED = /^(press|hover|leave|touch|swipe-left|swipe-right|double|menu|middle|hold|drag)$/;
/** Fields to fill in. */
export const ENTERED_FIELDS = `select, textarea, [contenteditable]:not([contenteditable=false i]), input:is([type=range i], [type=color i]), ${BLANKS}`;
/** Gestures that close an element when repeated. */
const UNDOES = /^(press|touch|double|hold|key)$/;
const WHOLE =
  'a, button, summary, label, [role=button], [role=tab], [role=option], [role^=menuitem], [role=checkbox], [role=combobox], [role=switch], [role=radio]';
/** Tells whether an element is in a control, which gets its events, or in a picture. */
const isPart = (element: Element) => {
  const holder = element.parentElement?.closest(`:is(${WHOLE}, svg)`) ?? null;
  // A combobox around a field and its list is neither.
  return holder !== null && !(holder.matches('[role=combobox]') && holder.querySelector('[role=listbox]') !== null);
};

/** Tells whether an element is in the shadow tree of a host with press listeners. */
const isInner = (element: Element) => {
  const tree = rootOf(element);
  return tree instanceof ShadowRoot && hears(tree.host, PRESSED);
};

const isPointedAt = (element: Element) => getComputedStyle(element).cursor === 'pointer';
/** Tells whether an element is a control, or has a hand cursor that the parent lacks. */
const looksPressable = (element: Element) =>
  element.matches(WHOLE) ||
  (isPointedAt(element) && element.parentElement !== null && !isPointedAt(element.parentElement));
/** Returns the id of what an element opens or closes. */
const opened = (element: Element): string | undefined => {
  const control = element.closest('[popovertarget], [commandfor], [aria-controls], [data-target], [data-bs-target]');
  const names = ['popovertarget', 'commandfor', 'aria-controls', 'data-bs-target', 'data-target'];
  const valueAt = (name: string) => (control ? attribute(control, name) : '');
  return names
    .map(valueAt)
    .find((value) => value !== '')
    ?.replace(/^#/, '');
};

const isControl = (element: Element, gesture: Gesture, root: Node): boolean => {
  if (gesture === 'press' && isMark(element)) return true;
  if (isInner(element)) return false;
  if (root === element && /^(press|hover|double)$/.test(gesture)) return true;
  // Such an element is meant as a drop target.
  if (gesture === 'drag') return root === element && isMeant(root) && hears(root, ['drop']);
  const isLike = (gesture === 'press' && looksPressable(element)) || (gesture === 'menu' && isMeant(root));
  return isLike && !isPart(element);
};

const comesLast = (element: Element, root: Node) =>
  isInner(element) || (root !== element && ((isPart(element) && !isMark(element)) || isMarked(element)));
/**
 * Returns the traits of an action that determine its order and what it would undo.
 *
 * @param isAgain true if the action was planned before for another listener
 */
export const traitsOf = (element: Element, gesture: Gesture, root: Node, isAgain: boolean) => ({
  opens: UNDOES.test(gesture) && !(gesture === 'key' && element.matches(ENTERED_FIELDS)) ? opened(element) : undefined,
  isToggle: (gesture === 'press' && element.closest('[aria-haspopup], [aria-expanded]') !== null) || undefined,
  isChoice:
    (gesture === 'press' &&
      element.closest('[aria-pressed], [aria-checked], [role=radio], [role=option], [role=checkbox]') !== null) ||
    undefined,
  isTab: (gesture === 'press' && element.closest('[role=tab]') !== null) || undefined,
  isAround:
    (gesture === 'press' && element.querySelector('input:not([type=hidden i]), textarea') !== null) || undefined,
  isRequired: (gesture === 'enter' && element.matches(':required')) || undefined,
  isLasting: (gesture === 'enter' && element.matches('input[type=radio i]')) || undefined,
  isControl: (!isAgain && isControl(element, gesture, root)) || undefined,
  mayOpenLate:
    (!isAgain && gesture === 'hover' && root !== element && element.matches(WHOLE) && !isPart(element)) || undefined,
  comesLast: isAgain || (POINTED.test(gesture) && comesLast(element, root)) || undefined,
});
