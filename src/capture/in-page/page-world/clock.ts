import { DRAWN } from '../shared-element.ts';

/** Frames in a row that an animation may request; a script that requests more draws without end. */
const MOST_IN_A_ROW = 120;
/** Milliseconds between two frames. */
const FRAME = 17;

/**
 * Runs frame callbacks by page time, which pauses and leaps, rather than by the machine's clock. After an action,
 * callbacks requested by the action run at once, so that the effect is part of it.
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
  // The page's scripts could replace these functions and so get the shared element.
  const { apply } = Reflect;
  const waiting = new Map<number, FrameRequestCallback>();
  let last = 0;
  let inARow = 0;
  let isRunning = false;
  /** True if the next frame is scheduled: a cancelled one may be requested again. */
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
    // Updates animations as a frame would: a transition starts from the shown state.
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

/** Reads of a paused clock after which a script is assumed to wait for the clock. */
const PATIENCE = 1000;
/** Milliseconds that the clock advances with each further read. */
const STEP = 0.01;

/**
 * Advances paused clocks for scripts that wait in a loop or measure speed. Page time is paused while scripts run, so
 * such loops would never end.
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
