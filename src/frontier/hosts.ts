/**
 * Politeness: one page at a time for each host, and at least its delay from the start of one request to the start of
 * the next.
 */
export class Hosts {
  readonly #delay: (host: string) => number;
  readonly #busy = new Set<string>();
  readonly #freeAt = new Map<string, number>();

  constructor(delay: (host: string) => number) {
    this.#delay = delay;
  }

  /** When the host may be asked next, in milliseconds since the epoch; undefined while a page of it is in flight. */
  freeAt(host: string): number | undefined {
    return this.#busy.has(host) ? undefined : (this.#freeAt.get(host) ?? 0);
  }

  begin(host: string, now: number): void {
    this.#busy.add(host);
    this.#freeAt.set(host, now + this.#delay(host));
  }

  /** The page is over: answers when the host may be asked again. */
  end(host: string): number {
    this.#busy.delete(host);
    return this.#freeAt.get(host) ?? 0;
  }
}
