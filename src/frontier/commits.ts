import type { FrontierTables } from './queries.ts';
import type { UndoLog } from './undo-log.ts';

type Tables = Pick<FrontierTables, 'transaction'>;

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
  async run<T>(work: () => T): Promise<T> {
    try {
      return await this.#tables.transaction(() => {
        this.#undo.begin();
        const done = work();
        this.#last();
        return done;
      });
    } catch (error) {
      this.#undo.takeBack();
      throw error;
    } finally {
      this.#undo.end();
    }
  }
}
