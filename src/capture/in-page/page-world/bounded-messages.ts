import { FLOODED } from '../shared-element.ts';

/** Limits of a document's messages. */
const BOUNDS = {
  /**
   * Messages that scripts may get from one stream, socket or mutation observer; more would keep the page from being
   * idle.
   */
  messages: 5000,
  /** Milliseconds of page time in which mutations are counted; page time is paused most of the time. */
  period: 1000,
  /** Messages that scripts may write to the console. */
  said: 20_000,
};

/**
 * Limits messages. Drops console output except for the first errors, if requested, and closes streams, sockets and
 * observers after too many messages. Counts web sockets, which the browser may report too late.
 */
export function boundMessages(shared: Element, mostErrors: number): void {
  const { apply, construct, set } = Reflect;
  const { setAttribute } = Element.prototype;
  const { now } = Performance.prototype;
  const { performance } = globalThis;
  const flood = () => apply(setAttribute, shared, [FLOODED, '']);
  /** Returns a counter that calls `end` when the limit is reached. */
  const upTo = (most: number, end: () => void) => {
    let count = 0;
    return () => {
      if (++count !== most) return;
      end();
      flood();
    };
  };
  const say = upTo(BOUNDS.said, () => undefined);
  const silent = 'assert clear count countReset debug dir dirxml error group groupCollapsed groupEnd info log table';
  const { error } = console;
  for (const name of `${silent} time timeEnd timeLog timeStamp trace warn`.split(' '))
    set(console, name, { [name]: () => say() }[name]);
  const hearErrors =
    (left: number) =>
    (...said: unknown[]) => {
      say();
      if (left-- > 0) apply(error, console, said);
    };
  if (mostErrors > 0) set(console, 'error', hearErrors(mostErrors));

  const countSocket = () => {
    const key = Symbol.for('opened sockets');
    try {
      if (window.top) set(window.top, key, Number(Reflect.get(window.top, key) ?? 0) + 1);
    } catch {
      // The frame is from another site.
    }
  };
  const { addEventListener } = EventTarget.prototype;
  const replace = (name: 'EventSource' | 'WebSocket' | 'MutationObserver', make: ProxyHandler<never>['construct']) => {
    const native = globalThis[name];
    const proxy = new Proxy(native, { construct: make ?? construct });
    set(globalThis, name, proxy);
    set(native.prototype, 'constructor', proxy);
  };
  const { EventSource, WebSocket, MutationObserver } = globalThis;
  /** Message counter of each stream, and the counted types of events. */
  const counts = new WeakMap<object, { readonly count: () => void; readonly kinds: Set<unknown> }>();
  const hear = (source: object, kind: unknown) => {
    const known = counts.get(source);
    if (!known || known.kinds.has(kind)) return;
    known.kinds.add(kind);
    apply(addEventListener, source, [kind, known.count]);
  };
  const bounded = <Source extends EventSource | WebSocket>(source: Source): Source => {
    counts.set(source, {
      count: upTo(BOUNDS.messages, () => source.close()),
      kinds: new Set(['open', 'error', 'close']),
    });
    hear(source, 'message');
    return source;
  };
  replace('EventSource', (_, given, target) => bounded(construct(EventSource, given, target)));
  replace('WebSocket', (_, given, target) => {
    countSocket();
    return bounded(construct(WebSocket, given, target));
  });
  // Messages of a stream may have custom event names.
  const hearing = new Proxy(addEventListener, {
    apply: (native, self, given) => {
      hear(self, String(given[0]));
      return apply(native, self, given);
    },
  });
  Reflect.defineProperty(EventSource.prototype, 'addEventListener', {
    value: hearing,
    configurable: true,
    writable: true,
  });
  replace('MutationObserver', (_, [callback, ...given], target) => {
    if (typeof callback !== 'function') return construct(MutationObserver, [callback, ...given], target);
    let [at, count] = [Number.NaN, () => {}];
    const observer: MutationObserver = construct(
      MutationObserver,
      [
        (...args: unknown[]) => {
          const time = apply(now, performance, []);
          if (!(time - at < BOUNDS.period)) [at, count] = [time, upTo(BOUNDS.messages, () => observer.disconnect())];
          count();
          apply(callback, observer, args);
        },
      ],
      target,
    );
    return observer;
  });
}
