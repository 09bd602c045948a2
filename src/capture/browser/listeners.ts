import { createHash } from 'node:crypto';
import type { CDPSession } from 'playwright';
import type { Listener, Stroke } from '../explore/gestures.ts';
import { namedKeys } from '../explore/named-keys.ts';

const OF_KEYS = new Set(['keydown', 'keyup', 'keypress']);
const PRESS_EVENTS = new Set(['pointerdown', 'mousedown', 'touchstart']);
const FOLLOWS = /(?:pointer|mouse|touch)(?:move|up|end)|setPointerCapture/;

/**
 * Returns the nodes with listeners in a tab's document, shadow trees and frames, by backend node id. Uses the page's
 * own world, as other worlds crash Chromium soon after.
 */
export async function listenersOf(cdp: CDPSession): Promise<ReadonlyMap<number, Listener>> {
  const byNode = new Map<
    number,
    { types: string[]; places: string[]; sources: string[]; strokes: Stroke[]; follows: boolean }
  >();
  const bySource = new Map<string, readonly Stroke[]>();
  for (const { backendNodeId = 0, type, scriptId, lineNumber, columnNumber, handler } of await all(cdp)) {
    const spec = byNode.get(backendNodeId) ?? { types: [], places: [], sources: [], strokes: [], follows: false };
    byNode.set(backendNodeId, spec);
    // The description of a function is its source.
    const source = handler?.description ?? '';
    const place = placeOfInline(source) ?? `${scriptId}:${lineNumber}:${columnNumber}`;
    spec.types.push(type);
    spec.places.push(place);
    spec.sources.push(source);
    spec.follows ||= PRESS_EVENTS.has(type) && FOLLOWS.test(source);
    if (!OF_KEYS.has(type)) continue;
    const isOfCharacters = type === 'keypress';
    const key = `${isOfCharacters} ${source}`;
    const strokes = bySource.get(key) ?? namedKeys(source, isOfCharacters);
    bySource.set(key, strokes);
    spec.strokes.push(...strokes);
  }
  return byNode;
}

/** Handler in an attribute, with its code. */
const INLINE = /^function on\w+\(\w*\) \{\n(.*)\n\}$/s;
const LITERALS = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\d+/g;

/**
 * Returns a place for an attribute's handler, which is a new script for each element: equal code apart from literals
 * gets one place.
 */
function placeOfInline(source: string): string | undefined {
  const code = INLINE.exec(source)?.[1];
  if (code === undefined) return undefined;
  const digest = createHash('sha1').update(code.replace(LITERALS, '')).digest();
  return `0:0:${digest.readUInt32BE()}`;
}

/** Tells whether a tab's window listens to one of the events. */
export const windowHears = async (cdp: CDPSession, types: readonly string[]): Promise<boolean> =>
  (await ofWindow(cdp)).some(({ type }) => types.includes(type));

async function ofWindow(cdp: CDPSession) {
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'window', objectGroup: 'forager' });
  return (await cdp.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })).listeners;
}

async function all(cdp: CDPSession) {
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document', objectGroup: 'forager' });
  const objectId = result.objectId ?? '';
  const [inside, above, own] = await Promise.all([
    cdp.send('DOMDebugger.getEventListeners', { objectId, depth: -1, pierce: true }),
    ofWindow(cdp),
    cdp.send('DOM.describeNode', { objectId }),
  ]);
  const { backendNodeId } = own.node;
  return [...inside.listeners, ...above.map((listener) => ({ ...listener, backendNodeId }))];
}
