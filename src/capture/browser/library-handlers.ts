import { z } from 'zod';
import type { Listener } from '../acts/gestures.ts';
import { listenersWith, placeOfCode } from './listeners.ts';
import type { Tab } from './tab.ts';

/** Handlers that libraries keep at the elements that they are for, while they listen themselves for all of the page. */
export interface LibraryHandlers {
  /** Elements of the document when it was read: another number is another document. */
  readonly count: number;
  /** What elements hear, each way once. */
  readonly kinds: readonly Listener[];
  /** Elements, by their places among all in the order of the document, and which of the kinds they hear. */
  readonly elements: readonly (readonly [place: number, kind: number])[];
}

export const NOTHING_HEARD: LibraryHandlers = { count: 0, kinds: [], elements: [] };

/** Milliseconds that reading them may take. */
const TIMEOUT = 500;

const evaluation = z.object({
  result: z.object({
    value: z.object({
      count: z.number(),
      kinds: z.array(z.array(z.tuple([z.string(), z.string()]))),
      elements: z.array(z.tuple([z.number(), z.number()])),
    }),
  }),
});

/**
 * Those of React, Solid, Svelte and jQuery (`on` with a selector) in the page's own document, but for its shadow trees. They
 * are read in the page's own world, which changes nothing there.
 */
export async function libraryHandlers(tab: Tab): Promise<LibraryHandlers> {
  const options = { expression: `(${handlersOfLibraries})()`, returnByValue: true, timeout: TIMEOUT };
  const answer = await tab.ask(tab.cdp.send('Runtime.evaluate', options)).catch(() => undefined);
  const read = evaluation.safeParse(answer).data?.result.value;
  if (!read) return NOTHING_HEARD;
  const listener = listenersWith();
  const kinds = read.kinds.map((events) =>
    listener(events.map(([type, source]) => ({ type, source, place: placeOfCode(source) }))),
  );
  return { ...read, kinds };
}

/** Runs in the page. */
function handlersOfLibraries() {
  /** Elements that are looked at, and the longest source, in characters, that is read of a handler. */
  const most = 20_000;
  const longest = 20_000;
  const all = document.querySelectorAll('*');
  const nodes: readonly (Document | Element)[] = [document, ...[...all].slice(0, most)];
  const places = new Map<Node, number>(nodes.slice(1).map((element, place) => [element, place]));
  const byPlace = new Map<number, Map<string, string>>();
  const keep = (node: Node, type: string, handler: unknown) => {
    const place = places.get(node);
    if (place === undefined || typeof handler !== 'function') return;
    const source = Function.prototype.toString.call(handler).slice(0, longest);
    byPlace.set(place, (byPlace.get(place) ?? new Map()).set(type, source));
  };
  /** No getters are asked. */
  const propertyOf = (object: unknown, name: string): unknown =>
    isObject(object) ? Object.getOwnPropertyDescriptor(object, name)?.value : undefined;
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  const namesOf = (value: unknown) => (isObject(value) ? Object.keys(value) : []);
  /** React names them as properties of its own, such as `onMouseEnter` and `onClickCapture`. */
  const keepProperties = (node: Node, properties: unknown) => {
    for (const name of namesOf(properties)) {
      if (!/^on[A-Z]/.test(name)) continue;
      const type = name
        .slice(2)
        .replace(/(?<!Pointer)Capture$/, '')
        .toLowerCase();
      const handler = propertyOf(properties, name);
      keep(node, type === 'doubleclick' ? 'dblclick' : type, handler);
      if (type === 'change') keep(node, 'input', handler);
    }
  };
  /** jQuery keeps by a selector, which may be one of its own, for whom an element hears something. */
  const keepSelected = (root: Document | Element, events: unknown) => {
    for (const type of namesOf(events)) {
      const handlers = propertyOf(events, type);
      for (const one of Array.isArray(handlers) ? handlers : []) {
        const selector = propertyOf(one, 'selector');
        if (typeof selector !== 'string' || selector === '') continue;
        try {
          for (const element of root.querySelectorAll(selector)) keep(element, type, propertyOf(one, 'handler'));
        } catch {
          // Not one that browsers know.
        }
      }
    }
  };
  for (const node of nodes)
    for (const name of Object.keys(node)) {
      if (/^__react(?:Props|EventHandlers)\$/.test(name)) keepProperties(node, propertyOf(node, name));
      else if (/^jQuery\d+$/.test(name)) keepSelected(node, propertyOf(propertyOf(node, name), 'events'));
      else if (/^(?:\$\$|__)[a-z]+$/.test(name)) {
        const value = propertyOf(node, name);
        // With its arguments.
        keep(node, name.slice(2), Array.isArray(value) ? value[0] : value);
      }
    }
  const kinds: [type: string, source: string][][] = [];
  const known = new Map<string, number>();
  const elements = [...byPlace].map(([place, heard]) => {
    const events = [...heard];
    const name = JSON.stringify(events);
    const kind = known.get(name) ?? kinds.push(events) - 1;
    known.set(name, kind);
    return [place, kind];
  });
  return { count: all.length, kinds, elements };
}
