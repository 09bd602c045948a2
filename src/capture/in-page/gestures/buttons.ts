import { isInner, isPart, opened } from '../acts/act-traits.ts';
import { mouse, touch } from '../acts/events.ts';
import { isMeant, pointedIn } from '../acts/listening.ts';
import type { GestureFamily } from './gesture.ts';

export const mouseButtons = {
  double: {
    events: ['dblclick'],
    elements: pointedIn,
    describe: (element, root) => ({
      opens: opened(element),
      isControl: root === element && !isInner(element),
    }),
    perform: (element) => mouse(element, 'mousedown mouseup click mousedown mouseup click dblclick', { detail: 2 }),
  },
  menu: {
    events: ['contextmenu', 'auxclick'],
    elements: pointedIn,
    describe: (element, root) => ({ isControl: isMeant(root) && !isInner(element) && !isPart(element) }),
    perform(element) {
      mouse(element, 'pointerdown mousedown contextmenu pointerup mouseup', { button: 2, buttons: 2 });
      mouse(element, 'auxclick', { button: 2 });
    },
  },
  middle: {
    events: ['auxclick'],
    elements: pointedIn,
    perform: (element) => mouse(element, 'pointerdown mousedown pointerup mouseup auxclick', { button: 1, buttons: 4 }),
  },
  hold: {
    events: ['touchstart', 'pointerdown', 'mousedown'],
    elements: pointedIn,
    describe: (element) => ({ opens: opened(element) }),
    perform(element) {
      mouse(element, 'pointerdown mousedown', { button: 0, buttons: 1 });
      touch(element, 'touchstart');
    },
  },
  release: {
    perform(element) {
      mouse(element, 'pointerup mouseup', { button: 0 });
      touch(element, 'touchend');
    },
  },
} satisfies GestureFamily;
