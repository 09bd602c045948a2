import { hrefOf } from '../acts/addresses.ts';
import { basic, send } from '../acts/events.ts';
import { FIELDS, FOCUSABLE, hears, inside, isMeant, ownOf } from '../acts/listening.ts';
import { hasNoElements } from '../dom.ts';
import type { GesturePlugin } from './gesture.ts';

/** Returns a selector of elements that the focus leaves, if a listener observes that. */
const leavable = (root: Node) =>
  isMeant(root) && hears(root, ['focusout']) ? `button, summary, [tabindex], ${FIELDS}` : FIELDS;
const focusedIn = (root: Node, inner: string) =>
  ownOf(root)
    .filter((one) => hasNoElements(one) || one.matches(FOCUSABLE))
    .concat(inside(root, inner));

export const focus = {
  events: ['focus', 'focusin'],
  elements: (root) => focusedIn(root, FOCUSABLE),
  describe: (element) => ({ isAhead: hrefOf(element) !== undefined }),
  perform(element) {
    send(element, new FocusEvent('focusin', { ...basic, cancelable: false }));
    send(element, new FocusEvent('focus', { composed: true }));
  },
} satisfies GesturePlugin;

export const blur = {
  events: ['blur', 'focusout'],
  elements: (root) => focusedIn(root, leavable(root)),
  perform(element) {
    send(element, new FocusEvent('focusout', { ...basic, cancelable: false }));
    send(element, new FocusEvent('blur', { composed: true }));
  },
  // Delayed effects of a focus are lost if it leaves at once.
  waitsFor: 'focus',
} satisfies GesturePlugin;
