import { isInner, isPart, WHOLE } from '../acts/act-traits.ts';
import { hrefOf } from '../acts/addresses.ts';
import { mouse } from '../acts/events.ts';
import { pointedIn } from '../acts/listening.ts';
import type { GestureFamily } from './gesture.ts';

export const pointing = {
  hover: {
    events: ['mouseover', 'mouseenter', 'mousemove', 'pointerover', 'pointerenter', 'pointermove'],
    elements: pointedIn,
    describe: (element, root) => ({
      isAhead: hrefOf(element) !== undefined,
      isControl: root === element && !isInner(element),
      mayOpenLate: root !== element && element.matches(WHOLE) && !isPart(element),
    }),
    perform: (element) => mouse(element, 'pointerover pointerenter mouseover mouseenter pointermove mousemove'),
  },
  leave: {
    events: ['mouseout', 'mouseleave', 'pointerout', 'pointerleave'],
    elements: pointedIn,
    perform: (element) => mouse(element, 'pointerout pointerleave mouseout mouseleave'),
    // Delayed effects of a hover are lost if the pointer leaves at once.
    waitsFor: 'hover',
  },
} satisfies GestureFamily;
