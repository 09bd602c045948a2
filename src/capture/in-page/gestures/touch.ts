import { at, basic, mouse, place, pointer, send, touch as sendTouch } from '../acts/events.ts';
import { kept } from '../acts/kept-acts.ts';
import { BEGUN, CONTROL, hears, isFar, ownOf } from '../acts/listening.ts';
import { boxOf } from '../dom.ts';
import type { GesturePage, GesturePlugin } from './gesture.ts';

const SWIPED_TO = ['touchmove', 'touchend', 'pointermove', 'pointerup', 'mousemove', 'mouseup'];
const isSwipedAcross = (root: Node) => isFar(root) && hears(root, SWIPED_TO);
const swipedIn = (root: Node) => {
  if (isFar(root)) return hears(root, SWIPED_TO) ? [document.body] : [];
  // The page often observes the end of a swipe, or only once it has begun; buttons only look pressed.
  const isFollowed = kept.roots.get(root)?.follows || [...kept.roots.keys()].some(isSwipedAcross);
  return ownOf(root).filter((one) => hears(one, SWIPED_TO) || (isFollowed && !one.matches(CONTROL)));
};

/** Minimum distance of a swipe, in pixels; on wider elements half of the width. */
const SWIPE = 160;
/** Swipes in two steps by touch; if nothing changes, by mouse. */
const swipe = (element: Element, way: 1 | -1, page: GesturePage) => {
  const { clientX, clientY } = at(element);
  const length = way * Math.max(SWIPE, boxOf(element).width / 2);
  for (const [type, part] of [
    ['start', 0],
    ['move', 0.5],
    ['move', 1],
    ['end', 1],
  ] as const) {
    const there = place(clientX + part * length, clientY);
    const pointed = { start: 'pointerdown', move: 'pointermove', end: 'pointerup' }[type];
    const buttons = type === 'end' ? 0 : 1;
    send(element, new PointerEvent(pointed, { ...basic, ...there, ...pointer, buttons, pointerType: 'touch' }));
    sendTouch(element, `touch${type}`, there);
  }
  if (page.hasChanged()) return;
  mouse(element, 'pointerdown mousedown', { buttons: 1 });
  for (const part of [0.5, 1])
    mouse(element, 'pointermove mousemove', {
      ...place(clientX + part * length, clientY),
      buttons: 1,
      movementX: length / 2,
    });
  mouse(element, 'pointerup mouseup', place(clientX + length, clientY));
};

export const touch = {
  events: ['touchstart', 'touchend', 'touchmove'],
  perform: (element) => sendTouch(element, 'touchstart touchmove touchend'),
} satisfies GesturePlugin;

export const swipeLeft = {
  events: BEGUN,
  elements: swipedIn,
  perform: (element, _field, _option, page) => swipe(element, -1, page),
} satisfies GesturePlugin;

export const swipeRight = {
  events: BEGUN,
  elements: swipedIn,
  perform: (element, _field, _option, page) => swipe(element, 1, page),
  waitsFor: 'swipe-left',
} satisfies GesturePlugin;
