import type { FrontierTables } from './queries.ts';
import type { SiteState } from './site-table.ts';
import type { TakeUp } from './take-up.ts';
import type { UndoLog } from './undo-log.ts';

/** Milliseconds between two looks for what other processes edited, while there is a page to hand out. */
const LOOK_EVERY = 1000;

/** Notices what other processes edit: sites added, removed or brought back, links deleted or restored. */
export class OutsideEdits {
  readonly #tables: Pick<FrontierTables, 'version'>;
  readonly #sites: TakeUp;
  readonly #undo: UndoLog;
  /** The database's version when it was looked at, and when that was. */
  #version: number;
  #lookedAt: number;

  constructor(tables: Pick<FrontierTables, 'version'>, sites: TakeUp, undo: UndoLog, now: number) {
    this.#tables = tables;
    this.#sites = sites;
    this.#undo = undo;
    this.#version = tables.version();
    this.#lookedAt = now;
  }

  isDue(now: number): boolean {
    return now - this.#lookedAt >= LOOK_EVERY;
  }

  /** How the sites are read that others edited since the last look, inside a transaction; undefined: none did. */
  look(now: number): (() => readonly SiteState[]) | undefined {
    const [before, at] = [this.#version, this.#lookedAt];
    const version = this.#tables.version();
    this.#lookedAt = now;
    if (version === before) return undefined;
    return () => {
      this.#version = version;
      this.#undo.add(() => {
        this.#version = before;
        this.#lookedAt = at;
      });
      return this.#sites.edited(now);
    };
  }
}
