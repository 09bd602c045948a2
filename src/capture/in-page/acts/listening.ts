import { attribute, hasNoElements, isElement, nameOf, openTrees, queryAll, rootOf } from '../dom.ts';
import { kept } from './kept-acts.ts';
import { isMark } from './pictures.ts';

export const PRESSED = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'auxclick'];
/** Events of a press or touch that begins. */
export const BEGUN = ['touchstart', 'pointerdown', 'mousedown'];
export const KEYS = ['keydown', 'keypress', 'keyup'];
const INTERACTIVE =
  'a, area, button, summary, label, li, tr, td, th, dt, dd, img, svg, select, textarea, input:not([type=hidden]), [role], [tabindex], [onclick], [aria-haspopup], [aria-controls], [aria-expanded]';
export const CONTROL = 'a, area, button, summary, label, select, textarea, input, [role], [tabindex]';
/** Controls that get the events of their parts. */
export const WHOLE =
  'a, button, summary, label, [role=button], [role=tab], [role=option], [role^=menuitem], [role=checkbox], [role=combobox], [role=switch], [role=radio]';
export const FIELDS = 'input:not([type=hidden]), select, textarea, [contenteditable]';
export const FOCUSABLE = `a[href], button, summary, [tabindex], ${FIELDS}`;

/** Most elements inspected inside a listening one. */
export let most = 0;
/** True if there were more elements; and the shadow trees to inspect. */
let isCut = false;
let trees: readonly Node[] | undefined;
/** Selectors that were looked for in the whole document, once per plan since searching is slow. */
const soughtInPage = new Map<string, boolean>();

/** Begins a plan: the document may have other shadow trees by now. */
export function beginLooking(mostInside: number): void {
  most = mostInside;
  isCut = false;
  trees = undefined;
  soughtInPage.clear();
}

/** Tells whether elements were skipped. */
export const hasMore = () => isCut;
/** Tells whether a listener gets all events of the page: few elements are meant then. */
export const isFar = (root: Node) => root === document || /^(html|body)$/.test(isElement(root) ? nameOf(root) : '');
export const hears = (root: Node, names: readonly string[]) =>
  kept.roots.get(root)?.types.some((type) => names.includes(type)) ?? false;
/** Most event types of a listener with a specific purpose. */
const MOST_MEANT = 20;
/** Tells whether a listener has a specific purpose, unlike a framework's root. */
export const isMeant = (root: Node) => (kept.roots.get(root)?.types.length ?? 0) <= MOST_MEANT;

/** Returns slotted elements shown in a shadow tree: events on them reach the tree as well. */
const slottedIn = (root: Node, selector: string): Element[] => {
  if (!isElement(root) || !(rootOf(root) instanceof ShadowRoot)) return [];
  const slots = [root, ...queryAll(root, 'slot')].filter((one) => one instanceof HTMLSlotElement);
  const shown = slots.flatMap((slot) => HTMLSlotElement.prototype.assignedElements.call(slot, { flatten: true }));
  return shown.flatMap((one) => [...(one.matches(selector) ? [one] : []), ...queryAll(one, selector)]);
};

export const inside = (root: Node, selector: string): Element[] => {
  const all = queryAll(root, selector);
  isCut ||= all.length > most;
  if (!isFar(root)) return [...all, ...slottedIn(root, selector)].slice(0, most);
  trees ??= openTrees(most);
  return [all, ...trees.map((tree) => queryAll(tree, selector))].flat().slice(0, most);
};
export const isInPage = (selector: string): boolean => {
  const isThere = soughtInPage.get(selector) ?? inside(document, selector).length > 0;
  soughtInPage.set(selector, isThere);
  return isThere;
};

/** Tells whether an element is a highlighted word in a text, as in search results: the whole text is pressed. */
const isMarked = (element: Element) =>
  /^(?:b|strong|em|mark|u)$/.test(nameOf(element)) &&
  Array.from(element.parentNode?.childNodes ?? []).some((one) => one instanceof Text && one.data.trim() !== '');

/** Returns the listening element itself; none for a document. */
export const ownOf = (root: Node): Element[] => (isElement(root) ? [root] : []);
/** Returns the root element for a listener at the document. */
export const wholeOf = (root: Node): Element[] =>
  root === document && document.documentElement ? [document.documentElement] : [];
/** Returns a listening element with the controls and the innermost elements in it. */
export const pointedIn = (root: Node): Element[] => {
  const own = ownOf(root);
  const isWhole = (one: Element) => hasNoElements(one) || one.matches('a, button, summary, label, select, input, img');
  if (own.some(isWhole)) return own;
  const inner = inside(root, '*')
    .filter((one) => hasNoElements(one) || one.matches(INTERACTIVE))
    .flatMap((one) => (isMarked(one) ? [one.parentElement ?? one, one] : [one]));
  return own.filter((one) => !/^(html|body)$/.test(nameOf(one))).concat(inner);
};

/** Tells whether an element is in a control, which gets its events, or in a picture. */
export const isPart = (element: Element) => {
  const holder = element.parentElement?.closest(`:is(${WHOLE}, svg)`) ?? null;
  // A combobox around a field and its list is neither.
  return holder !== null && !(holder.matches('[role=combobox]') && holder.querySelector('[role=listbox]') !== null);
};

/** Tells whether an element is in the shadow tree of a host with press listeners. */
export const isInner = (element: Element) => {
  const tree = rootOf(element);
  return tree instanceof ShadowRoot && hears(tree.host, PRESSED);
};

/** Tells whether an element is a part of a control or picture, for which others come first. */
export const isOfAnother = (element: Element, root: Node) =>
  isInner(element) || (root !== element && ((isPart(element) && !isMark(element)) || isMarked(element)));

/** Returns the id of what an element opens, and closes when used again. */
export const opened = (element: Element): string | undefined => {
  const control = element.closest('[popovertarget], [commandfor], [aria-controls], [data-target], [data-bs-target]');
  const names = ['popovertarget', 'commandfor', 'aria-controls', 'data-bs-target', 'data-target'];
  const valueAt = (name: string) => (control ? attribute(control, name) : '');
  return names
    .map(valueAt)
    .find((value) => value !== '')
    ?.replace(/^#/, '');
};
