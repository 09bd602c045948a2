import type { Gesture } from './gestures.ts';

const pressed = ['click', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'auxclick'];
const entered = ['input', 'change', 'beforeinput', 'select', 'search'];
const keys = ['keydown', 'keypress', 'keyup'];
const copied = ['copy', 'cut', 'paste'];
/** What an element is told of; Chromium knows the ends by another name where an attribute listens for them. */
const told = [
  ...['reset', 'toggle', 'beforetoggle', 'cancel', 'close', 'invalid', 'gotpointercapture', 'lostpointercapture'],
  ...['play', 'beforematch'],
  ...['animationend', 'transitionend', 'webkitAnimationEnd', 'webkitTransitionEnd'],
];
/** What a window is told of when its reader goes elsewhere, by what it is told of at the return. */
const left = { focus: 'blur', online: 'offline', afterprint: 'beforeprint', pageshow: 'pagehide' };
const swiped = ['touchstart', 'pointerdown', 'mousedown'];
const swipedTo = ['touchmove', 'touchend', 'pointermove', 'pointerup', 'mousemove', 'mouseup'];
const byGesture: readonly (readonly [Gesture, readonly string[]])[] = [
  ['press', pressed],
  ['hover', ['mouseover', 'mouseenter', 'mousemove', 'pointerover', 'pointerenter', 'pointermove']],
  ['leave', ['mouseout', 'mouseleave', 'pointerout', 'pointerleave']],
  ['focus', ['focus', 'focusin']],
  ['blur', ['blur', 'focusout']],
  ['enter', [...entered, ...keys]],
  ['key', keys],
  ['touch', ['touchstart', 'touchend', 'touchmove']],
  ['swipe-left', swiped],
  ['swipe-right', swiped],
  ['double', ['dblclick']],
  ['menu', ['contextmenu', 'auxclick']],
  ['middle', ['auxclick']],
  ['hold', ['touchstart', 'pointerdown', 'mousedown']],
  ['submit', ['submit', 'formdata']],
  ['toggle', told],
  ['drag', ['dragstart', 'dragenter', 'dragover', 'drop', 'drag', 'dragend']],
  ['copy', copied],
  ['wheel', ['wheel', 'mousewheel', 'scroll', 'resize']],
  ['away', Object.values(left)],
];

/** Which events a page listens for that a gesture makes, in the order in which gestures are planned. */
export const gestureEvents = { byGesture, pressed, entered, swipedTo, copied, told, left };
