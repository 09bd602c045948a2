import type { Attempt } from './attempt.ts';
import type { Gesture } from './gestures.ts';

/** What leads to another page most often. */
const DOERS: readonly Gesture[] = ['press', 'submit', 'choose', 'enter', 'key'];

/** Acts of which one has led to another page: which of them did is asked one by one. */
export class Suspects {
  #suspects: Attempt[] = [];
  /** The others, when one has done it again: they are done again together. */
  #acquitted: Attempt[] = [];

  /** Elements of which one showed something a while after the pointer had come to each: one half of them is done again, then the other. */
  readonly #halves: Attempt[][] = [];

  get length(): number {
    return this.#suspects.length + this.#acquitted.length + this.#halves.length;
  }

  /** What is done next to find it out; nothing where it is known. */
  next(): Attempt[] {
    const suspect = this.#suspects.shift();
    if (suspect) return [suspect];
    return this.#acquitted.length > 0 ? this.#acquitted.splice(0) : (this.#halves.pop() ?? []);
  }

  /** The page was led to another one by these. @param isLast whether it was seen that the last one did */
  left(done: readonly Attempt[], isLast: boolean): void {
    if (done.length === 1) this.#acquitted.push(...this.#suspects.splice(0));
    else if (!isLast) this.#suspects.push(...doersFirst(done));
  }

  /**
   * One of these may have shown what came late. What opens under the pointer, such as a menu, closes what another has opened, or
   * does not open as the pointer has gone on: those that are left are told apart by halves.
   */
  late(done: readonly Attempt[]): void {
    const over = done.filter(({ planned }) => planned.act[1] === 'hover').map((one) => ({ ...one, isProbe: true }));
    if (over.length < 2) return;
    const middle = over.length >> 1;
    this.#halves.push(over.slice(middle), over.slice(0, middle));
  }
}

/** Those first that readers lead to other pages by. */
function doersFirst(done: readonly Attempt[]): readonly Attempt[] {
  const isDoer = ({ planned }: Attempt) => DOERS.includes(planned.act[1]);
  const inOrder = [...done.filter(isDoer), ...done.filter((one) => !isDoer(one))];
  return inOrder.map((one) => ({ ...one, isProbe: true }));
}
