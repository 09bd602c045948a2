import { attribute, rootOf } from '../dom.ts';
import { hears, isMarked, PRESSED } from './listening.ts';
import { isMark } from './pictures.ts';

export const WHOLE =
  'a, button, summary, label, [role=button], [role=tab], [role=option], [role^=menuitem], [role=checkbox], [role=combobox], [role=switch], [role=radio]';
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
