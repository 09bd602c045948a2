/** Lets asynchronous operations run one after the other, in the order in which they were asked for. */
export class Turns {
  #last: Promise<void> = Promise.resolve();
  #taken = 0;
  readonly #end = () => {
    this.#taken--;
  };

  /** Whether an operation is under way. */
  get isTaken(): boolean {
    return this.#taken > 0;
  }

  /** An operation that takes a turn inside its own waits for ever. */
  take<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#taken++ === 0 ? act() : this.#last.then(act);
    this.#last = turn.then(this.#end, this.#end);
    return turn;
  }
}
