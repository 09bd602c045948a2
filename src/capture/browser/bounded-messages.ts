/** Messages that one stream or socket of a page may bring: a page that hears more would never rest. */
const MOST_HEARD = 5000;

/**
 * Runs in every document before its scripts. Console output is dropped, as each line would be sent to our process, and
 * streams and sockets are closed after `most` messages.
 */
function boundMessages(most: number): void {
  const silent = 'assert clear count countReset debug dir dirxml error group groupCollapsed groupEnd info log table';
  for (const name of `${silent} time timeEnd timeLog timeStamp trace warn`.split(' '))
    Reflect.set(console, name, { [name]: () => undefined }[name]);
  const bounded = <Source extends EventSource | WebSocket>(source: Source): Source => {
    let heard = 0;
    source.addEventListener('message', () => {
      if (++heard === most) source.close();
    });
    return source;
  };
  for (const name of ['EventSource', 'WebSocket'] as const) {
    const native = globalThis[name];
    const proxy = new Proxy(native, {
      construct: (_, given, target) => bounded(Reflect.construct(native, given, target)),
    });
    Reflect.set(globalThis, name, proxy);
    Reflect.set(native.prototype, 'constructor', proxy);
  }
}

/** To be run in the page's own world. */
export const BOUND_MESSAGES = `(${boundMessages.toString()})(${MOST_HEARD})`;
