/** Looks at which nothing came of a body that is read as a stream, after which it is no longer waited for, … */
const MOST_SILENT = 20;
/** … looks at one of which something comes, as some have no end, … */
const MOST_LOOKS = 40;
/** … and looks at all of one page: it may read streams again and again. */
const ALL_LOOKS = 400;

/**
 * Waits for streams. A page's clock waits for the bodies that its scripts ask for, but not for those
 * that they read as streams, piece by piece. Here it does, until their end. Frames of other sites are left aside: nobody
 * could look after them.
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
  /** The clock waits for the text of a body, whatever that is made of. Returns what ends it. */
  const holdClock = (): (() => void) => {
    let body: ReadableStreamDefaultController | undefined;
    const start = (controller: ReadableStreamDefaultController) => {
      body = controller;
    };
    apply(text, new NativeResponse(new NativeStream({ start })), []);
    return () => body && apply(close, body, []);
  };
  /** A copy tells what comes of it, and when it ends. */
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
      // One that was read, or has no body, can't be copied.
      follow(self).catch(() => undefined);
    }
    return apply(native, self, given);
  };
  Reflect.defineProperty(Response.prototype, 'body', { ...property, get: new Proxy(bodyOf, { apply: take }) });
}
