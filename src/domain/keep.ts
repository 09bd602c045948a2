/** Sets a value; the one that was set first gives way where there are too many. A key that is to be the last is deleted before. */
export function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  const [oldest] = map.keys();
  if (map.size >= most && !map.has(key) && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
