/** Sets a value and evicts the oldest key of a full map. Delete a key first to make the key the newest. */
export function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  const [oldest] = map.keys();
  if (map.size >= most && !map.has(key) && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}

/** Returns the result of a promise, or the result of `late` after `wait` milliseconds. */
export async function withTimeout<T, Late>(wait: number, something: Promise<T>, late: () => Late): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((done) => {
    timer = setTimeout(done, wait);
  });
  return await Promise.race([something, over.then(late)]).finally(() => clearTimeout(timer));
}
