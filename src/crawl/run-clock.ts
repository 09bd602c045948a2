/** Node's timers fire at once beyond this, in milliseconds (25 days). */
export const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * The time of a run: milliseconds since the epoch as the machine's clock had them when it began, and from then on by a
 * clock that nobody sets. So pauses and durations are what they are, whatever happens to the machine's clock meanwhile.
 */
export function runClock(wall = Date.now, monotonic = () => performance.now()): () => number {
  const begin = wall() - monotonic();
  return () => Math.floor(begin + monotonic());
}

/** Calls `then` when no time is left, however long that takes. @param left in milliseconds. Returns what cancels it. */
export function whenOver(left: () => number, then: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    const now = Math.max(0, left());
    timer = now > LONGEST_TIMER ? setTimeout(wait, LONGEST_TIMER) : setTimeout(then, now);
  };
  wait();
  return () => clearTimeout(timer);
}
