import { basic, send } from '../acts/events.ts';
import { hears, inside, isInner, isMeant } from '../acts/listening.ts';
import { addWithEach } from '../acts/worded-acts.ts';
import { isElement } from '../dom.ts';
import type { GesturePlugin } from './gesture.ts';

const DRAGGED = '[draggable=true]';
const isDroppedOn = (root: Node) => hears(root, ['drop']);

export const drag = {
  events: ['dragstart', 'dragenter', 'dragover', 'drop', 'drag', 'dragend'],
  planVariants(root, place) {
    if (isElement(root) && isDroppedOn(root))
      addWithEach(root, 'drag', inside(document, DRAGGED).slice(1), place, root, isMeant(root));
  },
  // Such an element is meant as a drop target.
  describe: (element, root) => ({
    isControl: root === element && !isInner(element) && isMeant(root) && isDroppedOn(root),
  }),
  perform(element, chosen) {
    const dataTransfer = new DataTransfer();
    const sendEach = (to: Element, types: readonly string[]) => {
      for (const type of types) send(to, new DragEvent(type, { ...basic, dataTransfer }));
    };
    // A drop needs an element dragged from elsewhere, otherwise it has no data.
    const dragged = chosen ?? element.closest(DRAGGED) ?? document.querySelector(DRAGGED);
    if (dragged && dragged !== element) {
      sendEach(dragged, ['dragstart']);
      sendEach(element, ['dragenter', 'dragover', 'drop']);
      sendEach(dragged, ['dragend']);
    } else sendEach(element, ['dragstart', 'drag', 'dragenter', 'dragover', 'drop', 'dragend']);
  },
} satisfies GesturePlugin;
