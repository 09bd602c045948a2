import { boxOf } from '../dom.ts';

/** Sends a synthetic event, which can't trigger requests or windows reserved for clicks by a person. */
export const send = (element: Element, event: Event) => EventTarget.prototype.dispatchEvent.call(element, event);
export const basic = { bubbles: true, cancelable: true, composed: true };
/** The mouse's id: listeners can't capture another pointer. */
export const pointer = { pointerId: 1, isPrimary: true };
const still = { ...basic, bubbles: false };
export const place = (clientX: number, clientY: number) => {
  const [pageX, pageY] = [clientX + scrollX, clientY + scrollY];
  return { clientX, clientY, pageX, pageY, screenX: clientX, screenY: clientY };
};

/** Positions to search for a point inside a shape, as parts of width and height, from the middle. */
const PARTS = [0.5, 0.4, 0.6, 0.25, 0.75, 0.1, 0.9];
/** Returns the middle of an element, or a point inside a shape. */
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

/** Returns the shape that the pointer hits: another one may cover the element. */
export const met = (element: Element): Element => {
  if (!(element instanceof SVGGeometryElement)) return element;
  const { clientX, clientY } = at(element);
  const above: Element | null = Document.prototype.elementFromPoint.call(document, clientX, clientY);
  // A link above the shape is a separate target.
  const isShape = above instanceof SVGGeometryElement && above.closest('a') === element.closest('a');
  return isShape ? above : element;
};

export const mouse = (element: Element, types: string, more: MouseEventInit = {}) => {
  // A pointer keeps its place, wherever the pressed element moves.
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

/** Presses the button of the mouse at a place. */
export const clickAt = (element: Element, there: MouseEventInit) => {
  mouse(element, 'pointerdown mousedown', { ...there, button: 0, buttons: 1, detail: 1 });
  mouse(element, 'pointerup mouseup click', { ...there, button: 0, detail: 1 });
};

export const touch = (element: Element, types: string, there = at(element)) => {
  const point = new Touch({ identifier: 1, target: element, ...there });
  for (const type of types.split(' ')) {
    const touches = type === 'touchend' ? [] : [point];
    send(element, new TouchEvent(type, { ...basic, touches, targetTouches: touches, changedTouches: [point] }));
  }
};

/** Awaits chained promises; after ten, frameworks have drawn the effect of an event. */
export const awaitPromises = async (turns = 10) => {
  for (let turn = 0; turn < turns; turn++) await undefined;
};
