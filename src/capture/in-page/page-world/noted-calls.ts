/** A function that does what it did, and has a call noted before. */
const noted = <Native extends (...given: never[]) => unknown>(native: Native, note: (given: unknown[]) => unknown) =>
  new Proxy(native, {
    apply: (_, self, given: unknown[]) => {
      note(given);
      return Reflect.apply(native, self, given);
    },
  });

/**
 * Keeps in mind whether scripts ask to be told what comes into view, or of a
 * change of sizes, as there is one where a page is shown taller.
 */
export function noteObservers(): void {
  const [view, size] = [Symbol.for('observes view'), Symbol.for('observes size')];
  const keep = (key: symbol) => Reflect.set(globalThis, key, true);
  IntersectionObserver.prototype.observe = noted(IntersectionObserver.prototype.observe, () => keep(view));
  ResizeObserver.prototype.observe = noted(ResizeObserver.prototype.observe, () => keep(size));
  const isOfHeight = (query: unknown) => typeof query !== 'string' || /height|orientation|aspect/i.test(query);
  globalThis.matchMedia = noted(globalThis.matchMedia, ([query]) => isOfHeight(query) && keep(size));
}

/** A script that has asked for a picture within so many milliseconds asks for one after the other. */
const PICTURES = 50;

/** Keeps in mind until when something is due that scripts have put off. */
export function noteTimers(): void {
  const { performance } = globalThis;
  const { now } = Performance.prototype;
  let due = 0;
  const putOff = (delay: unknown) => {
    const from = Reflect.apply(now, performance, []);
    due = Math.max(due, from + (Number(delay) || 0));
  };
  // An object may tell its number by a script of its own, and only once.
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
  // What is kept in the browser comes when it comes, whatever the page's clock says.
  IDBFactory.prototype.open = noted(IDBFactory.prototype.open, forever);
  // Only where the address is one of those that browsers trust.
  const caches = globalThis.CacheStorage?.prototype;
  if (caches) caches.open = noted(caches.open, forever);
  Reflect.set(globalThis, Symbol.for('timers due'), () => due > Reflect.apply(now, performance, []));
}

/**
 * Keeps in mind by which addresses scripts replace the page's own where only the
 * query or the fragment differs, so as to remember a state there. The browser does not tell that from a new entry of its
 * history.
 */
export function noteReplaced(): void {
  const mostNoted = 2000;
  const noted = new Set<string>();
  // The path, and that of a route in the fragment.
  const placeOf = ({ origin, pathname, hash }: URL) => `${origin}${pathname}${/^#[/!][^?]*/.exec(hash)?.[0] ?? ''}`;
  const native = History.prototype.replaceState;
  History.prototype.replaceState = new Proxy(native, {
    apply: (_, self, given: unknown[]) => {
      const [state, title, address] = given;
      // An object may tell its address by a script of its own, and only once.
      const named = address === undefined || address === null ? address : String(address);
      try {
        const to = new URL(named ?? '', document.baseURI);
        const isOther = to.href !== document.URL && placeOf(to) === placeOf(new URL(document.URL));
        if (isOther && noted.size < mostNoted) noted.add(to.href);
      } catch {
        // It is no address.
      }
      return Reflect.apply(native, self, given.length < 3 ? given : [state, title, named]);
    },
  });
  Reflect.set(globalThis, Symbol.for('replaced'), () => [...noted]);
}
