import type { Sent } from '../storage/open.ts';
import type { FrontierTables } from './queries.ts';

/**
 * Transactions of the frontier. After a failed transaction, memory may differ from the tables: every cache reads the
 * tables again before the next operation, as after a restart.
 */
export class Commits {
  readonly #tables: Pick<FrontierTables, 'transaction'>;
  readonly #last: () => void;
  readonly #stored: (() => void)[] = [];
  readonly #failed: (() => void)[] = [];
  readonly #replaced: (() => void)[] = [];
  #hasFailed = false;

  /** @param last called at the end of each transaction, for a last write */
  constructor(tables: Pick<FrontierTables, 'transaction'>, last: () => void) {
    this.#tables = tables;
    this.#last = last;
  }

  /** Adds a listener that is called after each stored transaction. */
  onStored(listener: () => void): void {
    this.#stored.push(listener);
  }

  /** Adds a listener that reloads or forgets memory after a failed transaction. Listeners are called in order. */
  onFailed(listener: () => void): void {
    this.#failed.push(listener);
  }

  /** Adds a listener that forgets cached rows after `replaced`. */
  onReplaced(listener: () => void): void {
    this.#replaced.push(listener);
  }

  /** Reports that rows of another worker's sites were put into the tables. */
  replaced(): void {
    for (const listener of this.#replaced) listener();
  }

  /** True if a transaction has failed and memory was not reloaded since. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Reloads memory if a transaction has failed. To be called before each operation. */
  recover(): void {
    if (!this.#hasFailed) return;
    for (const listener of this.#failed) listener();
    this.#hasFailed = false;
  }

  /** Runs `work` as `FrontierTables.transaction`. */
  async run<T>(work: () => T, sent?: Sent): Promise<T> {
    try {
      const done = await this.#tables.transaction(() => {
        const result = work();
        this.#last();
        return result;
      }, sent);
      for (const listener of this.#stored) listener();
      return done;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }
}

/** Mutex: runs asynchronous operations one after the other, in the order of the calls. */
export class Mutex {
  #last: Promise<void> = Promise.resolve();
  #taken = 0;
  readonly #end = () => {
    this.#taken--;
  };

  /** True if an operation is running. */
  get isTaken(): boolean {
    return this.#taken > 0;
  }

  /** Runs an operation after all earlier ones. A nested call inside an operation never ends. */
  take<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.#taken++ === 0 ? act() : this.#last.then(act);
    this.#last = turn.then(this.#end, this.#end);
    return turn;
  }
}
