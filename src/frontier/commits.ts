import type { FrontierTables, Reads } from './queries.ts';
import type { UndoLog } from './undo-log.ts';

type Tables = Pick<FrontierTables, 'transaction' | 'look' | 'foresee'>;

/** The frontier's transactions. What a run of one changed in memory is kept only where it was stored. */
export class Commits {
  readonly #tables: Tables;
  readonly #undo: UndoLog;
  readonly #last: () => void;

  /** @param last what each transaction writes at its end */
  constructor(tables: Tables, undo: UndoLog, last: () => void) {
    this.#tables = tables;
    this.#undo = undo;
    this.#last = last;
  }

  /** As `FrontierTables.transaction`. */
  run<T>(reads: () => Reads, work: () => T): Promise<T> {
    return this.#kept(
      this.#tables.transaction(reads, () => {
        this.#undo.begin();
        const done = work();
        this.#last();
        return done;
      }),
    );
  }

  /** As `FrontierTables.look`. */
  look<T>(reads: () => Reads, work: () => T): Promise<T> {
    return this.#kept(
      this.#tables.look(reads, () => {
        this.#undo.begin();
        return work();
      }),
    );
  }

  /** As `FrontierTables.foresee`. */
  foresee(reads: () => Reads): void {
    this.#tables.foresee(reads);
  }

  /** What was done is kept, if it is. */
  async #kept<T>(done: Promise<T>): Promise<T> {
    try {
      return await done;
    } catch (error) {
      this.#undo.takeBack();
      throw error;
    } finally {
      this.#undo.end();
    }
  }
}
