import { hrefOf } from '../acts/addresses.ts';
import { mouse } from '../acts/events.ts';
import { isInner, isPart, WHOLE } from '../acts/listening.ts';
import type { GesturePlugin } from './gesture.ts';

export const hover = {
  events: ['mouseover', 'mouseenter', 'mousemove', 'pointerover', 'pointerenter', 'pointermove'],
  describe: (element, root) => ({
    isAhead: hrefOf(element) !== undefined,
    isControl: root === element && !isInner(element),
    mayOpenLate: root !== element && element.matches(WHOLE) && !isPart(element),
  }),
  perform: (element) => mouse(element, 'pointerover pointerenter mouseover mouseenter pointermove mousemove'),
} satisfies GesturePlugin;

export const leave = {
  events: ['mouseout', 'mouseleave', 'pointerout', 'pointerleave'],
  perform: (element) => mouse(element, 'pointerout pointerleave mouseout mouseleave'),
  // Delayed effects of a hover are lost if the pointer leaves at once.
  waitsFor: 'hover',
} satisfies GesturePlugin;
