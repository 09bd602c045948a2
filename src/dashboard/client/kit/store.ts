import { useEffect, useState } from 'preact/hooks';

/** A value that components show: they are drawn anew when it changes. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    if (value === this.#value) return;
    this.#value = value;
    for (const listener of [...this.#listeners]) listener();
  }

  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

/** The value of a store, in a component. */
export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.value);
  useEffect(() => {
    const update = () => setValue(() => store.value);
    update();
    return store.watch(update);
  }, [store]);
  return value;
}
