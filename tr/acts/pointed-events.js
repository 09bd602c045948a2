/**
 * Runs in a page: sends the events of a mouse or a finger to the middle of an element. It is sent into browsers as it
 * stands, so it uses nothing from outside.
 */
export function pointedEvents() {
    const send = (element, event) => EventTarget.prototype.dispatchEvent.call(element, event);
    const basic = { bubbles: true, cancelable: true, composed: true };
    /** The mouse's own: another one can't be captured by what hears of it. */
    const pointer = { pointerId: 1, isPrimary: true };
    const still = { ...basic, bubbles: false };
    const place = (clientX, clientY) => {
        const [pageX, pageY] = [clientX + scrollX, clientY + scrollY];
        return { clientX, clientY, pageX, pageY, screenX: clientX, screenY: clientY };
    };
    const at = (element) => {
        const { left, top, width, height } = Element.prototype.getBoundingClientRect.call(element);
        return place(left + width / 2, top + height / 2);
    };
    const mouse = (element, types, more = {}) => {
        for (const type of types.split(' ')) {
            const init = { ...(/enter|leave/.test(type) ? still : basic), ...at(element), ...more };
            send(element, type.startsWith('pointer')
                ? new PointerEvent(type, { ...init, ...pointer, pointerType: 'mouse' })
                : new MouseEvent(type, init));
        }
    };
    const touch = (element, types) => {
        const point = new Touch({ identifier: 1, target: element, ...at(element) });
        for (const type of types.split(' ')) {
            const touches = type === 'touchend' ? [] : [point];
            send(element, new TouchEvent(type, { ...basic, touches, targetTouches: touches, changedTouches: [point] }));
        }
    };
    return { send, basic, pointer, place, at, mouse, touch };
}
//# sourceMappingURL=pointed-events.js.map