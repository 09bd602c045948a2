import { DRAWN } from '../shared-element.ts';

/** Pictures in a row that scripts may ask for, as they do while something moves; one that asks for more draws without end. */
const MOST_IN_A_ROW = 120;
/** Milliseconds from one picture to the next. */
const FRAME = 17;

/**
 * Has frames come by the page's own time. Pictures of a page are drawn by the machine's clock, while the page's own
 * stands still or leaps: what scripts do at the next picture would be done before a look at the page or after it, as it
 * happens. So it is done when the page's own time comes to it; or, once an act was done, at once where the act has asked for it.
 */
export function takeFramesByPageTime(shared: Element): void {
  const {
    requestAnimationFrame: request,
    cancelAnimationFrame: cancel,
    setTimeout,
    performance,
    reportError,
  } = globalThis;
  const { getAnimations } = Document.prototype;
  const { setAttribute } = Element.prototype;
  // Scripts of the page that put something in its place would be handed the element.
  const { apply } = Reflect;
  const waiting = new Map<number, FrameRequestCallback>();
  let last = 0;
  let inARow = 0;
  let isRunning = false;
  /** Whether the next one is on its way: one that was taken back may be asked for again. */
  let isDue = false;
  const run = (due: readonly number[]) => {
    const now = performance.now();
    isRunning = true;
    for (const handle of due) {
      const callback = waiting.get(handle);
      if (!waiting.delete(handle)) continue;
      try {
        callback?.call(globalThis, now);
      } catch (error) {
        reportError(error);
      }
    }
    isRunning = false;
    // As a picture would: a transition begins from what it has shown.
    getAnimations.call(document);
    if (waiting.size > 0 && !isDue) next();
  };
  const runDue = () => {
    isDue = false;
    run([...waiting.keys()]);
  };
  const next = () => {
    isDue = true;
    if (++inARow > MOST_IN_A_ROW) request(runDue);
    else setTimeout(runDue, FRAME);
  };
  let [before, drawn] = [0, 0];
  shared.addEventListener('act', () => {
    before = last;
  });
  shared.addEventListener('draw', () => {
    const asked = [...waiting.keys()].filter((handle) => handle > before);
    if (asked.length === 0) return;
    run(asked);
    apply(setAttribute, shared, [DRAWN, ++drawn]);
  });
  globalThis.requestAnimationFrame = new Proxy(request, {
    apply: (_, self, given: [FrameRequestCallback]) => {
      const [callback] = given;
      if (typeof callback !== 'function') return Reflect.apply(request, self, given);
      const isFirst = !isDue && !isRunning;
      waiting.set(++last, callback);
      if (isFirst) {
        inARow = 0;
        next();
      }
      return last;
    },
  });
  globalThis.cancelAnimationFrame = new Proxy(cancel, {
    apply: (_, _self, [handle]: [number]) => void waiting.delete(handle),
  });
}

/** How often a script may read a clock that stands still before it is taken to wait for it, … */
const PATIENCE = 1000;
/** … and how far the clock goes on with each further time, in milliseconds. */
const STEP = 0.01;

/**
 * Lets clocks go on. A page's time stands still while its scripts run: one that reads a clock until
 * so much has passed, to measure how fast something is or to wait, would never end. For it the clock goes on.
 */
export function letBusyClocksRun(): void {
  const going = (isWhole: boolean) => {
    let [last, times, ahead] = [Number.NaN, 0, 0];
    return (time: number): number => {
      times = time === last ? times + 1 : 0;
      last = time;
      if (times > PATIENCE) ahead += STEP;
      return isWhole ? Math.floor(time + ahead) : time + ahead;
    };
  };
  const [seen, dated] = [going(false), going(true)];
  const NativeDate = globalThis.Date;
  const { now } = NativeDate;
  const today = () => dated(Reflect.apply(now, NativeDate, []));
  Performance.prototype.now = new Proxy(Performance.prototype.now, {
    apply: (native, self, given) => seen(Reflect.apply(native, self, given)),
  });
  NativeDate.now = new Proxy(now, { apply: today });
  globalThis.Date = new Proxy(NativeDate, {
    construct: (native, given, target) => Reflect.construct(native, given.length === 0 ? [today()] : given, target),
    apply: () => new NativeDate(today()).toString(),
  });
  NativeDate.prototype.constructor = globalThis.Date;
}
