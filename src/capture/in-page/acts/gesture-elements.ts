import type { Gesture } from '../../explore/gestures.ts';
import { hasNoElements, isElement, nameOf, openTrees, queryAll, rootOf } from '../dom.ts';
import { kept } from './kept-acts.ts';

export const PRESSED = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'auxclick'];
const ENTERED = ['input', 'change', 'beforeinput', 'select', 'search'];
const KEYS = ['keydown', 'keypress', 'keyup'];
export const COPIED = ['copy', 'cut', 'paste'];
/** Events of an element; Chromium has other names for the ends where an attribute listens for them. */
export const TOLD = [
  ...['reset', 'toggle', 'beforetoggle', 'cancel', 'close', 'invalid', 'gotpointercapture', 'lostpointercapture'],
  ...['play', 'beforematch'],
  ...['animationend', 'transitionend', 'webkitAnimationEnd', 'webkitTransitionEnd'],
];
/** Events of a window when its reader leaves, by the events of the return. */
export const LEFT = { focus: 'blur', online: 'offline', afterprint: 'beforeprint', pageshow: 'pagehide' };
const SWIPED = ['touchstart', 'pointerdown', 'mousedown'];
const SWIPED_TO = ['touchmove', 'touchend', 'pointermove', 'pointerup', 'mousemove', 'mouseup'];
/** The events that each gesture makes, in the order in which gestures are planned. */
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
/** What the focus leaves, where something listens for that. */
const leavable = (root: Node) =>
  isMeant(root) && hears(root, ['focusout']) ? `button, summary, [tabindex], ${FIELDS}` : FIELDS;
/** Elements in one that listens that are looked at by a plan, … */
export let most = 0;
/** … whether there were more, and the trees that it looks into. */
let isCut = false;
let trees: readonly Node[] | undefined;

/** Begins a plan: the document may have other trees by now. */
export function beginLooking(mostInside: number): void {
  most = mostInside;
  isCut = false;
  trees = undefined;
}

/** Tells whether a listener hears of all acts on the page: it means few of its elements. */
export const isFar = (root: Node) => root === document || /^(html|body)$/.test(isElement(root) ? nameOf(root) : '');
export const hears = (root: Node, names: readonly string[]) =>
  kept.roots.get(root)?.types.some((type) => names.includes(type)) ?? false;
/** What is shown in an element of a shadow tree, and stands in its host: what is done to it is heard there, too. */
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

/** Whether it is a word that is set off in a text, as what was sought is in what was found: the text is what is pressed. */
export const isMarked = (element: Element) =>
  /^(?:b|strong|em|mark|u)$/.test(nameOf(element)) &&
  Array.from(element.parentNode?.childNodes ?? []).some((one) => one instanceof Text && one.data.trim() !== '');
const isSwipedAcross = (root: Node) => isFar(root) && hears(root, SWIPED_TO);
/** Kinds of events that something listens for which is meant by them. */
const MOST_MEANT = 20;
/** Whether something listens for what it wants, and not for all that there is, as a library's root does. */
export const isMeant = (root: Node) => (kept.roots.get(root)?.types.length ?? 0) <= MOST_MEANT;
/** Parts of a page at which a wheel is turned of which the page hears. */
const MOST_PARTS = 20;
/** Which elements a gesture is made at, where `root` listens for it. */
export const candidates = (root: Node, gesture: Gesture): Element[] => {
  const own = isElement(root) ? [root] : [];
  if (gesture === 'enter') {
    // Keys that the whole page listens for are seldom typed into its fields.
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
    // Where it ends is often heard by the whole page, or from when it has begun; buttons only look pressed.
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

/** Whether any were left aside. */
export const hasMore = () => isCut;
