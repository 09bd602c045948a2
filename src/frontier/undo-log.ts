/** How what a transaction changes in memory is taken back: where it fails, and before its work runs again. */
export class UndoLog {
  readonly #entries: (() => void)[] = [];
  #isKept = false;

  /** Something was changed in memory. Outside a transaction nobody takes it back. */
  add(takeBack: () => void): void {
    if (this.#isKept) this.#entries.push(takeBack);
  }

  /** The work of a transaction runs, perhaps not for the first time. */
  begin(): void {
    this.takeBack();
    this.#isKept = true;
  }

  /** The last change first. */
  takeBack(): void {
    for (let last = this.#entries.pop(); last; last = this.#entries.pop()) last();
  }

  /** The transaction is over: what is left of its changes stays. */
  end(): void {
    this.#entries.length = 0;
    this.#isKept = false;
  }
}
