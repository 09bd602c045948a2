import { boxOf } from '../dom.ts';

/** Sends an event that a script makes: nothing is sent or opened that only a person's own click may. */
export const send = (element: Element, event: Event) => EventTarget.prototype.dispatchEvent.call(element, event);
export const basic = { bubbles: true, cancelable: true, composed: true };
/** The mouse's own: another one can't be captured by what hears of it. */
export const pointer = { pointerId: 1, isPrimary: true };
const still = { ...basic, bubbles: false };
export const place = (clientX: number, clientY: number) => {
  const [pageX, pageY] = [clientX + scrollX, clientY + scrollY];
  return { clientX, clientY, pageX, pageY, screenX: clientX, screenY: clientY };
};

/** Where shapes are looked for a place that is their own, in parts of their width and height, from the middle on. */
const PARTS = [0.5, 0.4, 0.6, 0.25, 0.75, 0.1, 0.9];
/** The middle of an element; of a shape, a place that it fills. */
export const at = (element: Element) => {
  const { left, top, width, height } = boxOf(element);
  const matrix = element instanceof SVGGeometryElement ? element.getScreenCTM()?.inverse() : undefined;
  const isFilled = (x: number, y: number) =>
    element instanceof SVGGeometryElement &&
    element.isPointInFill(new DOMPoint(left + x * width, top + y * height).matrixTransform(matrix));
  if (matrix)
    for (const x of PARTS) for (const y of PARTS) if (isFilled(x, y)) return place(left + x * width, top + y * height);
  return place(left + width / 2, top + height / 2);
};

/** What a person meets who points at a shape: another one may lie over it. */
export const met = (element: Element): Element => {
  if (!(element instanceof SVGGeometryElement)) return element;
  const { clientX, clientY } = at(element);
  const above: Element | null = Document.prototype.elementFromPoint.call(document, clientX, clientY);
  // A link over it is another matter.
  const isShape = above instanceof SVGGeometryElement && above.closest('a') === element.closest('a');
  return isShape ? above : element;
};

export const mouse = (element: Element, types: string, more: MouseEventInit = {}) => {
  // A pointer stays where it was, wherever what it has pressed goes.
  const there = more.clientX === undefined ? at(element) : {};
  for (const type of types.split(' ')) {
    const init = { ...(/enter|leave/.test(type) ? still : basic), ...there, ...more };
    send(
      element,
      type.startsWith('pointer')
        ? new PointerEvent(type, { ...init, ...pointer, pointerType: 'mouse' })
        : new MouseEvent(type, init),
    );
  }
};

export const touch = (element: Element, types: string) => {
  const point = new Touch({ identifier: 1, target: element, ...at(element) });
  for (const type of types.split(' ')) {
    const touches = type === 'touchend' ? [] : [point];
    send(element, new TouchEvent(type, { ...basic, touches, targetTouches: touches, changedTouches: [point] }));
  }
};
