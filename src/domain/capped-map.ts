/** Sets a value and evicts the oldest key of a full map. Delete a key first to make the key the newest. */
export function setCapped<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most: number): void {
  const [oldest] = map.keys();
  if (map.size >= most && !map.has(key) && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}
