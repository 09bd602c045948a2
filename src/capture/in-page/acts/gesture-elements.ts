import type { Gesture } from '../../explore/gestures.ts';
import { hasNoElements, isElement, nameOf, openTrees, queryAll, rootOf } from '../dom.ts';
import { kept } from './kept-acts.ts';

export const PRESSED = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'auxclick'];
const ENTERED = ['input', 'change', 'beforeinput', 'select', 'search'];
const KEYS = ['keydown', 'keypress', 'keyup'];
export const COPIED = ['copy', 'cut', 'paste'];
/** Events of state changes; Chromium has other names for ends in attributes. */
export const TOLD = [
  ...['reset', 'toggle', 'beforetoggle', 'cancel', 'close', 'invalid', 'gotpointercapture', 'lostpointercapture'],
  ...['play', 'beforematch'],
  ...['animationend', 'transitionend', 'webkitAnimationEnd', 'webkitTransitionEnd'],
];
/** Events of leaving a window, by the events of the return. */
export const LEFT = { focus: 'blur', online: 'offline', afterprint: 'beforeprint', pageshow: 'pagehide' };
const SWIPED = ['touchstart', 'pointerdown', 'mousedown'];
const SWIPED_TO = ['touchmove', 'touchend', 'pointermove', 'pointerup', 'mousemove', 'mouseup'];
/** Events that each gesture triggers, in the order of planning. */
export const EVENTS_OF: readonly (readonly [Gesture, readonly string[]])[] = [
  ['press', PRESSED],
  ['hover', ['mouseover', 'mouseenter', 'mousemove', 'pointerover', 'pointerenter', 'pointermove']],
  ['leave', ['mouseout', 'mouseleave', 'pointerout', 'pointerleave']],
  ['focus', ['focus', 'focusin']],
  ['blur', ['blur', 'focusout']],
  ['enter', [...ENTERED, ...KEYS]],
  ['key', KEYS],
  ['touch', ['touchstart', 'touchend', 'touchmove']],
  ['swipe-left', SWIPED],
  ['swipe-right', SWIPED],
  ['double', ['dblclick']],
  ['menu', ['contextmenu', 'auxclick']],
  ['middle', ['auxclick']],
  ['hold', ['touchstart', 'pointerdown', 'mousedown']],
  ['submit', ['submit', 'formdata']],
  ['toggle', TOLD],
  ['drag', ['dragstart', 'dragenter', 'dragover', 'drop', 'drag', 'dragend']],
  ['copy', COPIED],
  ['wheel', ['wheel', 'mousewheel', 'scroll', 'resize']],
  ['away', Object.values(LEFT)],
];

const INTERACTIVE =
  'a, area, button, summary, label, li, tr, td, th, dt, dd, img, svg, select, textarea, input:not([type=hidden]), [role], [tabindex], [onclick], [aria-haspopup], [aria-controls], [aria-expanded]';
export const CONTROL = 'a, area, button, summary, label, select, textarea, input, [role], [tabindex]';
export const FIELDS = 'input:not([type=hidden]), select, textarea, [contenteditable]';
export const FOCUSABLE = `a[href], button, summary, [tabindex], ${FIELDS}`;
/** Returns a selector of elements that the focus leaves, if a listener observes that. */
const leavable = (root: Node) =>
  isMeant(root) && hears(root, ['focusout']) ? `button, summary, [tabindex], ${FIELDS}` : FIELDS;
/** Most elements inspected inside a listening one. */
export let most = 0;
/** True if there were more elements; and the shadow trees to inspect. */
let isCut = false;
let trees: readonly Node[] | undefined;

/** Begins a plan: the document may have other shadow trees by now. */
export function beginLooking(mostInside: number): void {
  most = mostInside;
  isCut = false;
  trees = undefined;
}

/** Tells whether a listener gets all events of the page: few elements are meant then. */
export const isFar = (root: Node) => root === document || /^(html|body)$/.test(isElement(root) ? nameOf(root) : '');
export const hears = (root: Node, names: readonly string[]) =>
  kept.roots.get(root)?.types.some((type) => names.includes(type)) ?? false;
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

/** Tells whether an element is a highlighted word in a text, as in search results: the whole text is pressed. */
export const isMarked = (element: Element) =>
  /^(?:b|strong|em|mark|u)$/.test(nameOf(element)) &&
  Array.from(element.parentNode?.childNodes ?? []).some((one) => one instanceof Text && one.data.trim() !== '');
const isSwipedAcross = (root: Node) => isFar(root) && hears(root, SWIPED_TO);
/** Most event types of a listener with a specific purpose. */
const MOST_MEANT = 20;
/** Tells whether a listener has a specific purpose, unlike a framework's root. */
export const isMeant = (root: Node) => (kept.roots.get(root)?.types.length ?? 0) <= MOST_MEANT;
/** Parts of a page that get wheel events if the page listens. */
const MOST_PARTS = 20;
/** Returns the elements for a gesture that `root` listens for. */
export const candidates = (root: Node, gesture: Gesture): Element[] => {
  const own = isElement(root) ? [root] : [];
  if (gesture === 'enter') {
    // Keys observed by the whole page are rarely for fields.
    return own
      .filter((one) => one.matches(FIELDS))
      .concat(isFar(root) && !hears(root, ENTERED) ? [] : inside(root, FIELDS));
  }
  if (gesture === 'focus' || gesture === 'blur')
    return own
      .filter((one) => hasNoElements(one) || one.matches(FOCUSABLE))
      .concat(inside(root, gesture === 'focus' ? FOCUSABLE : leavable(root)));
  if (gesture === 'submit') return own.filter((one) => nameOf(one) === 'form').concat(inside(root, 'form'));
  if (gesture === 'key') {
    const body = root === document && document.body ? [document.body] : [];
    return own.concat(body, inside(root, FOCUSABLE).slice(0, 20));
  }
  if (gesture === 'toggle')
    return own.concat(inside(root, 'details, dialog, form, audio, video, [popover], [hidden=until-found]'));
  if (gesture === 'swipe-left' || gesture === 'swipe-right') {
    if (isFar(root)) return hears(root, SWIPED_TO) ? [document.body] : [];
    // The page often observes the end of a swipe, or only once it has begun; buttons only look pressed.
    const isFollowed = kept.roots.get(root)?.follows || [...kept.roots.keys()].some(isSwipedAcross);
    return own.filter((one) => hears(one, SWIPED_TO) || (isFollowed && !one.matches(CONTROL)));
  }
  if (gesture === 'copy') return isMeant(root) ? (isFar(root) ? [document.body] : own) : [];
  const whole: Element[] = root === document && document.documentElement ? [document.documentElement] : [];
  if (gesture === 'away') return whole;
  if (gesture === 'wheel') {
    const isForParts = isFar(root) && isMeant(root) && hears(root, ['wheel', 'mousewheel']);
    const parts = isForParts ? inside(root, '*').filter(hasNoElements).slice(0, MOST_PARTS) : [];
    return own.concat(whole, parts);
  }
  const isWhole =
    isElement(root) && (hasNoElements(root) || root.matches('a, button, summary, label, select, input, img'));
  if (isWhole) return own;
  const inner = inside(root, '*')
    .filter((one) => hasNoElements(one) || one.matches(INTERACTIVE))
    .flatMap((one) => (isMarked(one) ? [one.parentElement ?? one, one] : [one]));
  return own.filter((one) => !/^(html|body)$/.test(nameOf(one))).concat(inner);
};

/** Tells whether elements were skipped. */
export const hasMore = () => isCut;
