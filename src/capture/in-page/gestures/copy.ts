import { basic, send } from '../acts/events.ts';
import { isFar, isMeant, ownOf } from '../acts/listening.ts';
import type { GesturePlugin } from './gesture.ts';

const COPIED = ['copy', 'cut', 'paste'];

export const copy = {
  events: COPIED,
  elements: (root) => (isMeant(root) ? (isFar(root) ? [document.body] : ownOf(root)) : []),
  perform(element) {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'abc');
    for (const type of COPIED) send(element, new ClipboardEvent(type, { ...basic, clipboardData }));
  },
} satisfies GesturePlugin;
