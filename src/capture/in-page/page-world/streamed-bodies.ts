/** Looks in a row without new data after which a stream is no longer awaited. */
const MOST_SILENT = 20;
/** Looks at a stream with new data after which it is no longer awaited, since some never end. */
const MOST_LOOKS = 40;
/** Looks at all streams of a page, since scripts may read streams repeatedly. */
const ALL_LOOKS = 400;

/**
 * Makes page time wait for the ends of streamed bodies; the browser waits only for other bodies. Excludes frames of
 * other sites, whose streams could not be supervised.
 */
export function waitForStreams(): void {
  const { apply } = Reflect;
  const key = Symbol.for('streamed bodies');
  interface Streamed {
    looks: number;
    silent: number;
    readonly leave: () => void;
  }
  interface Streams {
    readonly all: Set<Streamed>;
    looks: number;
    readonly look: () => number;
  }
  const own: Streams = {
    all: new Set(),
    looks: 0,
    look: () => {
      if (own.all.size > 0) own.looks++;
      for (const one of own.all) {
        one.looks++;
        one.silent++;
        if (one.silent > MOST_SILENT || one.looks > MOST_LOOKS || own.looks > ALL_LOOKS) one.leave();
      }
      return own.all.size;
    },
  };
  if (window.top === window) Reflect.set(globalThis, key, own);
  const isStreams = (value: unknown): value is Streams => typeof value === 'object' && value !== null && 'all' in value;
  const ofPage = (): unknown => {
    try {
      return window.top && Reflect.get(window.top, key);
    } catch {
      return undefined;
    }
  };
  const streams = ofPage();
  const property = Reflect.getOwnPropertyDescriptor(Response.prototype, 'body');
  const bodyOf = property?.get;
  const addressOf = Reflect.getOwnPropertyDescriptor(Response.prototype, 'url')?.get;
  if (!isStreams(streams) || !bodyOf || !addressOf) return;

  const [NativeResponse, NativeStream, Reader] = [Response, ReadableStream, ReadableStreamDefaultReader];
  const { clone, text } = Response.prototype;
  const { read, cancel } = Reader.prototype;
  const { close } = ReadableStreamDefaultController.prototype;
  /** Makes page time wait for the text of a body. Returns a function that ends the wait. */
  const holdClock = (): (() => void) => {
    let body: ReadableStreamDefaultController | undefined;
    const start = (controller: ReadableStreamDefaultController) => {
      body = controller;
    };
    apply(text, new NativeResponse(new NativeStream({ start })), []);
    return () => body && apply(close, body, []);
  };
  /** Reads a copy of a body to observe data and its end. */
  const follow = async (response: Response) => {
    const copy: unknown = apply(bodyOf, apply(clone, response, []), []);
    if (!(copy instanceof NativeStream)) return;
    const reader = new Reader(copy);
    const release = holdClock();
    const one: Streamed = {
      looks: 0,
      silent: 0,
      leave: () => {
        if (!streams.all.delete(one)) return;
        release();
        apply(cancel, reader, []).catch(() => undefined);
      },
    };
    streams.all.add(one);
    try {
      while (!(await apply(read, reader, [])).done) one.silent = 0;
    } finally {
      one.leave();
    }
  };
  const followed = new WeakSet<object>();
  const isAskedFor = (value: unknown): value is Response =>
    value instanceof NativeResponse && /^https?:/.test(apply(addressOf, value, []));
  const take = (native: typeof bodyOf, self: unknown, given: []) => {
    if (isAskedFor(self) && !followed.has(self) && streams.looks < ALL_LOOKS) {
      followed.add(self);
      // A body that was read, or is missing, can't be copied.
      follow(self).catch(() => undefined);
    }
    return apply(native, self, given);
  };
  Reflect.defineProperty(Response.prototype, 'body', { ...property, get: new Proxy(bodyOf, { apply: take }) });
}
