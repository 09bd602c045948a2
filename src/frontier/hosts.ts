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

  begin(host: string): void {
    this.#busy.add(host);
  }

  /** The page is over, for which the host was asked at `askedAt`: answers when the host may be asked again. */
  end(host: string, askedAt: number): number {
    const at = askedAt + this.#delay(host);
    this.#busy.delete(host);
    this.#freeAt.set(host, at);
    return at;
  }
}
