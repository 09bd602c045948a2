import { basic, send } from '../acts/events.ts';
import { dialogAbove } from '../acts/usable.ts';
import { contains } from '../dom.ts';
import type { GestureFamily } from './gesture.ts';
import { press } from './press.ts';

export const closing = {
  /** Closes the dialog above: by its button, if the element is one, or else by `Escape`. */
  close: {
    perform(element) {
      const covering = dialogAbove();
      if (!covering) return;
      if (contains(covering, element)) return press(element);
      const key = { ...basic, key: 'Escape', code: 'Escape', keyCode: 27, which: 27 };
      for (const type of ['keydown', 'keyup']) send(covering, new KeyboardEvent(type, key));
      if (covering instanceof HTMLDialogElement && covering.open) covering.close();
    },
  },
} satisfies GestureFamily;
