/** Returns a proxy of a function that reports each call first. */
const noted = <Native extends (...given: never[]) => unknown>(native: Native, note: (given: unknown[]) => unknown) =>
  new Proxy(native, {
    apply: (_, self, given: unknown[]) => {
      note(given);
      return Reflect.apply(native, self, given);
    },
  });

/** Records whether scripts observe visibility or sizes, which change when a page is shown taller. */
export function noteObservers(): void {
  const [view, size] = [Symbol.for('observes view'), Symbol.for('observes size')];
  const mark = (key: symbol) => Reflect.set(globalThis, key, true);
  IntersectionObserver.prototype.observe = noted(IntersectionObserver.prototype.observe, () => mark(view));
  ResizeObserver.prototype.observe = noted(ResizeObserver.prototype.observe, () => mark(size));
  const isOfHeight = (query: unknown) => typeof query !== 'string' || /height|orientation|aspect/i.test(query);
  globalThis.matchMedia = noted(globalThis.matchMedia, ([query]) => isOfHeight(query) && mark(size));
}

/** Milliseconds after a frame request in which the next one is expected. */
const PICTURES = 50;

/** Records until when timers of scripts are pending. */
export function noteTimers(): void {
  const { performance } = globalThis;
  const { now } = Performance.prototype;
  let due = 0;
  const putOff = (delay: unknown) => {
    const from = Reflect.apply(now, performance, []);
    due = Math.max(due, from + (Number(delay) || 0));
  };
  // An object may compute its number by a script, and only once.
  const putOffFor = (delay: unknown) => putOff(typeof delay === 'object' ? Number.POSITIVE_INFINITY : delay);
  const forever = () => putOff(Number.POSITIVE_INFINITY);
  globalThis.setTimeout = noted(globalThis.setTimeout, ([, delay]) => putOffFor(delay));
  globalThis.setInterval = noted(globalThis.setInterval, forever);
  globalThis.requestIdleCallback = noted(globalThis.requestIdleCallback, forever);
  globalThis.requestAnimationFrame = noted(globalThis.requestAnimationFrame, () => putOff(PICTURES));
  const tasks: unknown = Reflect.get(globalThis, 'Scheduler');
  if (typeof tasks === 'function') {
    const { prototype } = tasks;
    prototype.postTask = noted(prototype.postTask, ([, options]) => putOffFor(options));
  }
  // Database callbacks are independent of page time.
  IDBFactory.prototype.open = noted(IDBFactory.prototype.open, forever);
  IDBFactory.prototype.databases = noted(IDBFactory.prototype.databases, forever);
  // Caches exist only on secure origins.
  const caches = globalThis.CacheStorage?.prototype;
  if (caches) caches.open = noted(caches.open, forever);
  Reflect.set(globalThis, Symbol.for('timers due'), () => due > Reflect.apply(now, performance, []));
}

/**
 * Records addresses that scripts set with `replaceState`, if only the query or fragment differs, as for stored state.
 * The browser does not distinguish these from new history entries.
 */
export function noteReplaced(): void {
  const mostNoted = 2000;
  const noted = new Set<string>();
  // Path, and path of a route in the fragment.
  const placeOf = ({ origin, pathname, hash }: URL) => `${origin}${pathname}${/^#[/!][^?]*/.exec(hash)?.[0] ?? ''}`;
  const native = History.prototype.replaceState;
  History.prototype.replaceState = new Proxy(native, {
    apply: (_, self, given: unknown[]) => {
      const [state, title, address] = given;
      // An object may compute its address by a script, and only once.
      const named = address === undefined || address === null ? address : String(address);
      try {
        const to = new URL(named ?? '', document.baseURI);
        const isOther = to.href !== document.URL && placeOf(to) === placeOf(new URL(document.URL));
        if (isOther && noted.size < mostNoted) noted.add(to.href);
      } catch {
        // The value is no address.
      }
      return Reflect.apply(native, self, given.length < 3 ? given : [state, title, named]);
    },
  });
  Reflect.set(globalThis, Symbol.for('replaced'), () => [...noted]);
}
