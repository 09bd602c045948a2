import { send } from '../acts/events.ts';
import { isNamed } from '../acts/field-acts.ts';
import { inside, ownOf } from '../acts/listening.ts';
import type { GesturePlugin } from './gesture.ts';

/** Events of state changes; Chromium has other names for ends in attributes. */
const STATE_CHANGES = [
  ...['reset', 'toggle', 'beforetoggle', 'cancel', 'close', 'invalid', 'gotpointercapture', 'lostpointercapture'],
  ...['play', 'beforematch'],
  ...['animationend', 'transitionend', 'webkitAnimationEnd', 'webkitTransitionEnd'],
];

export const toggle = {
  events: STATE_CHANGES,
  elements: (root) =>
    ownOf(root).concat(inside(root, 'details, dialog, form, audio, video, [popover], [hidden=until-found]')),
  perform(element) {
    if (isNamed(element, 'details')) element.open = true;
    for (const type of STATE_CHANGES)
      send(element, new Event(type, { cancelable: true, bubbles: /end$|capture$|match$/i.test(type) }));
  },
} satisfies GesturePlugin;
