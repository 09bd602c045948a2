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
