import type { Sent } from '../storage/open.ts';
import type { FrontierTables } from './queries.ts';

/**
 * The frontier's transactions. Where one fails, memory may have what is not stored: all that remembers something of the
 * tables reads it again before the next operation, as after a restart.
 */
export class Commits {
  readonly #tables: Pick<FrontierTables, 'transaction'>;
  readonly #last: () => void;
  readonly #stored: (() => void)[] = [];
  readonly #failed: (() => void)[] = [];
  readonly #replaced: (() => void)[] = [];
  #hasFailed = false;

  /** @param last what each transaction writes at its end */
  constructor(tables: Pick<FrontierTables, 'transaction'>, last: () => void) {
    this.#tables = tables;
    this.#last = last;
  }

  /** Adds what is to be done each time that a transaction is stored. */
  onStored(listener: () => void): void {
    this.#stored.push(listener);
  }

  /** Adds how something is read again, or forgotten, that a failed transaction may have changed in memory; called in their order. */
  onFailed(listener: () => void): void {
    this.#failed.push(listener);
  }

  /** Adds what forgets rows that may be other ones now. */
  onReplaced(listener: () => void): void {
    this.#replaced.push(listener);
  }

  /** Rows of sites that another worker had were put into the tables. */
  replaced(): void {
    for (const listener of this.#replaced) listener();
  }

  /** Whether a transaction has failed and memory was not read again since. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Has memory read again, if a transaction has failed: to be called before each operation. */
  recover(): void {
    if (!this.#hasFailed) return;
    for (const listener of this.#failed) listener();
    this.#hasFailed = false;
  }

  /** As `FrontierTables.transaction`. */
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
