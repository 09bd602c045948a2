import { basic, send } from '../acts/events.ts';
import { hears, inside, isFar, isMeant, ownOf, wholeOf } from '../acts/listening.ts';
import { hasNoElements } from '../dom.ts';
import type { GesturePlugin } from './gesture.ts';

const WHEEL = ['wheel', 'mousewheel'];
/** Parts of a page that get wheel events if the page listens. */
const MOST_PARTS = 20;

export const wheel = {
  events: [...WHEEL, 'scroll', 'resize'],
  elements(root) {
    const isForParts = isFar(root) && isMeant(root) && hears(root, WHEEL);
    const parts = isForParts ? inside(root, '*').filter(hasNoElements).slice(0, MOST_PARTS) : [];
    return ownOf(root).concat(wholeOf(root), parts);
  },
  perform(element) {
    for (const type of WHEEL) send(element, new WheelEvent(type, { ...basic, deltaY: 300 }));
    send(element, new Event('scroll', { bubbles: element === document.documentElement }));
    if (element === document.documentElement) window.dispatchEvent(new Event('resize'));
  },
} satisfies GesturePlugin;
