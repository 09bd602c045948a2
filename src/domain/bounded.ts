/** Sets a value; the one that was set first gives way where there are too many. A key that is to be the last is deleted before. */
export function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  const [oldest] = map.keys();
  if (map.size >= most && !map.has(key) && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}

/** What something comes to; where that takes longer than so many milliseconds, what `late` returns or throws. */
export async function within<T, Late>(wait: number, something: Promise<T>, late: () => Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((done) => {
    timer = setTimeout(done, wait);
  });
  return await Promise.race([something, over.then(late)]).finally(() => clearTimeout(timer));
}
