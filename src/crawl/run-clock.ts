/** Maximum delay of a Node timer, in milliseconds (25 days). Timers with a longer delay fire at once. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Returns a clock in milliseconds since the epoch that starts at the system time and is monotonic. Changes of the
 * system time don't affect pauses and durations.
 */
export function runClock(wall = Date.now, monotonic = () => performance.now()): () => number {
  const begin = wall() - monotonic();
  return () => Math.floor(begin + monotonic());
}

/**
 * Calls `then` when no time is left, even beyond Node's longest timer. Returns a function that cancels the call.
 *
 * @param left milliseconds left
 */
export function onTimeOver(left: () => number, then: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    const now = Math.max(0, left());
    timer = now > LONGEST_TIMER ? setTimeout(wait, LONGEST_TIMER) : setTimeout(then, now);
  };
  wait();
  return () => clearTimeout(timer);
}
