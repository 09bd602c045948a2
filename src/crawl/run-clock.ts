/**
 * The time of a run: milliseconds since the epoch as the machine's clock had them when it began, and from then on by a
 * clock that nobody sets. So pauses and durations are what they are, whatever happens to the machine's clock meanwhile.
 */
export function runClock(wall = Date.now, monotonic = () => performance.now()): () => number {
  const begin = wall() - monotonic();
  return () => Math.floor(begin + monotonic());
}
