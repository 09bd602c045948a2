import { isPlace } from '../acts/addresses.ts';
import { hears, inside, wholeOf } from '../acts/listening.ts';
import type { GesturePlugin } from './gesture.ts';

/** Events of leaving a window, each with that of the return. */
const LEFT = [
  ['blur', 'focus'],
  ['offline', 'online'],
  ['beforeprint', 'afterprint'],
  ['pagehide', 'pageshow'],
] as const;

export const away = {
  events: LEFT.map(([away]) => away),
  elements: wholeOf,
  /** Plans presses on links to other places in the page, which notify listeners of the window. */
  planUnheard(plan) {
    if (!hears(document, ['hashchange', 'popstate'])) return;
    for (const link of inside(document, 'a[href*="#"], area[href*="#"]'))
      if (isPlace(link)) plan(link, 'press', 'natural');
  },
  perform() {
    for (const type of LEFT.flat())
      window.dispatchEvent(/^page/.test(type) ? new PageTransitionEvent(type) : new Event(type));
  },
} satisfies GesturePlugin;
