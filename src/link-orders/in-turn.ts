import type { LinkId } from '../domain/link.ts';

/** Waiting links in a ring: each gets its turn, whatever becomes of the others. */
export class InTurn {
  readonly #links: LinkId[] = [];
  #next = 0;

  add(link: LinkId): void {
    this.#links.push(link);
  }

  /** The next links that still wait, so many, where fewer wait some twice; those that don't are forgotten. */
  take(most: number, waits: (link: LinkId) => boolean): LinkId[] {
    const taken: LinkId[] = [];
    while (taken.length < most && this.#links.length > 0) {
      if (this.#next >= this.#links.length) this.#next = 0;
      const link = this.#links[this.#next];
      if (link !== undefined && waits(link)) {
        this.#next++;
        taken.push(link);
        continue;
      }
      const last = this.#links.pop();
      if (last !== undefined && this.#next < this.#links.length) this.#links[this.#next] = last;
    }
    return taken;
  }

  /** All links of the ring, and the place of the one whose turn is next. */
  save(): { readonly ring: Float64Array; readonly next: number } {
    return { ring: Float64Array.from(this.#links), next: this.#next };
  }

  load({ ring, next }: ReturnType<InTurn['save']>): void {
    this.#links.length = 0;
    for (const link of ring) this.#links.push(link);
    this.#next = next;
  }
}
