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
export const useStore = <T>(store: Store<T>): T => useSelected(store, whole);

const whole = <T>(value: T): T => value;

/** What a component needs of a store: it is drawn anew when that changes. @param select always the same for a component */
export function useSelected<T, S>(store: Store<T>, select: (value: T) => S): S {
  const [value, setValue] = useState(() => select(store.value));
  useEffect(() => {
    const update = () => setValue(() => select(store.value));
    update();
    return store.watch(update);
  }, [store]);
  return value;
}
