import { namedKeys } from '../acts/named-keys.js';
const OF_KEYS = new Set(['keydown', 'keyup', 'keypress']);
const PUT_DOWN = new Set(['pointerdown', 'mousedown', 'touchstart']);
const FOLLOWS = /(?:pointer|mouse|touch)(?:move|up|end)|setPointerCapture/;
/**
 * Which nodes of a tab's document, its shadow trees and its frames listen, by their number in the browser. They are asked
 * for in the page's own world: asked for in another, Chromium crashes soon after.
 */
export async function listenersOf(cdp) {
    const byNode = new Map();
    const byPlace = new Map();
    for (const { backendNodeId = 0, type, scriptId, lineNumber, columnNumber, handler } of await all(cdp)) {
        const spec = byNode.get(backendNodeId) ?? { types: [], places: [], sources: [], strokes: [], follows: false };
        byNode.set(backendNodeId, spec);
        const place = `${scriptId}:${lineNumber}:${columnNumber}`;
        spec.types.push(type);
        spec.places.push(place);
        // A function is described by its source.
        const source = handler?.description ?? '';
        spec.sources.push(source);
        spec.follows ||= PUT_DOWN.has(type) && FOLLOWS.test(source);
        if (!OF_KEYS.has(type))
            continue;
        const strokes = byPlace.get(place) ?? namedKeys(source);
        byPlace.set(place, strokes);
        spec.strokes.push(...strokes);
    }
    return byNode;
}
/** Whether a tab's window hears one of some events. */
export async function windowHears(cdp, types) {
    const { result } = await cdp.send('Runtime.evaluate', { expression: 'window', objectGroup: 'forager' });
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' });
    return listeners.some(({ type }) => types.includes(type));
}
async function all(cdp) {
    const [document, window] = await Promise.all([
        cdp.send('Runtime.evaluate', { expression: 'document', objectGroup: 'forager' }),
        cdp.send('Runtime.evaluate', { expression: 'window', objectGroup: 'forager' }),
    ]);
    const objectId = document.result.objectId ?? '';
    const [within, above, own] = await Promise.all([
        cdp.send('DOMDebugger.getEventListeners', { objectId, depth: -1, pierce: true }),
        cdp.send('DOMDebugger.getEventListeners', { objectId: window.result.objectId ?? '' }),
        cdp.send('DOM.describeNode', { objectId }),
    ]);
    const { backendNodeId } = own.node;
    return [...within.listeners, ...above.listeners.map((listener) => ({ ...listener, backendNodeId }))];
}
//# sourceMappingURL=listeners.js.map