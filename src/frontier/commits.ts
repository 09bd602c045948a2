import type { FrontierTables } from './queries.ts';

/** What remembers outside the tables what is in them. */
interface Remembering {
  /** Nothing of what was written since the last commit is stored: what was remembered of it is forgotten. */
  rolledBack(): void;
}

/** The frontier's transactions. If one fails, what is in memory is read from the tables again. */
export class Commits {
  readonly #tables: Pick<FrontierTables, 'transaction'>;
  readonly #last: () => void;
  readonly #remembering: readonly Remembering[];

  /** @param last what each transaction writes at its end */
  constructor(tables: Pick<FrontierTables, 'transaction'>, last: () => void, remembering: readonly Remembering[]) {
    this.#tables = tables;
    this.#last = last;
    this.#remembering = remembering;
  }

  /** Runs `work` so that all or nothing of it is stored; it must not await. */
  run<T>(work: () => T): T {
    try {
      return this.#tables.transaction(() => {
        const done = work();
        this.#last();
        return done;
      });
    } catch (error) {
      for (const one of this.#remembering) one.rolledBack();
      throw error;
    }
  }
}
