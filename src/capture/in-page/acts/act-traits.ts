import type { Gesture } from '../../explore/gestures.ts';
import { attribute, rootOf } from '../dom.ts';
import { BLANKS } from './field-acts.ts';
import { hears, isMarked, isMeant, PRESSED } from './gesture-elements.ts';
import { isMark } from './pictures.ts';

/** Gestures that are made where something is pointed at. */
export const POINTED = /^(press|hover|leave|touch|swipe-left|swipe-right|double|menu|middle|hold|drag)$/;
/** Fields that are filled in. */
export const ENTERED_FIELDS = `select, textarea, [contenteditable]:not([contenteditable=false i]), input:is([type=range i], [type=color i]), ${BLANKS}`;
/** What opens something and, done once more, closes it. */
const UNDOES = /^(press|touch|double|hold|key)$/;
const WHOLE =
  'a, button, summary, label, [role=button], [role=tab], [role=option], [role^=menuitem], [role=checkbox], [role=combobox], [role=switch], [role=radio]';
/** Whether an element stands in a control, which hears what is done to it, or in a picture. */
const isPart = (element: Element) => {
  const holder = element.parentElement?.closest(`:is(${WHOLE}, svg)`) ?? null;
  // What stands around a field and its list is none of both.
  return holder !== null && !(holder.matches('[role=combobox]') && holder.querySelector('[role=listbox]') !== null);
};

/** Whether it is of the shadow tree of one that hears itself that it is pressed. */
const isInner = (element: Element) => {
  const tree = rootOf(element);
  return tree instanceof ShadowRoot && hears(tree.host, PRESSED);
};

const isPointedAt = (element: Element) => getComputedStyle(element).cursor === 'pointer';
/** Whether it is a control, or shows a hand where what it stands in does not. */
const looksPressable = (element: Element) =>
  element.matches(WHOLE) ||
  (isPointedAt(element) && element.parentElement !== null && !isPointedAt(element.parentElement));
/** What an element opens or closes. */
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
  // What is dropped there is meant for it.
  if (gesture === 'drag') return root === element && isMeant(root) && hears(root, ['drop']);
  const isLike = (gesture === 'press' && looksPressable(element)) || (gesture === 'menu' && isMeant(root));
  return isLike && !isPart(element);
};

const comesLast = (element: Element, root: Node) =>
  isInner(element) || (root !== element && ((isPart(element) && !isMark(element)) || isMarked(element)));
/**
 * What of an element says when a gesture's turn is that is made at it, and what that undoes.
 *
 * @param isAgain it was planned before, by what else hears it
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
