import type { FrontierTables } from './queries.ts';
import type { SiteState } from './site-table.ts';
import type { TakeUp } from './take-up.ts';

/** Milliseconds between two looks for what other processes edited, while there is a page to hand out. */
const LOOK_EVERY = 1000;

/** Notices what other processes edit: sites added, removed or brought back, links deleted or restored. */
export class OutsideEdits {
  readonly #tables: Pick<FrontierTables, 'version'>;
  readonly #sites: TakeUp;
  /** The database's version when it was looked at, and when that was; undefined: memory may be wrong. */
  #version: number | undefined;
  #lookedAt: number;

  constructor(tables: Pick<FrontierTables, 'version'>, sites: TakeUp, now: number) {
    this.#tables = tables;
    this.#sites = sites;
    this.#version = tables.version();
    this.#lookedAt = now;
  }

  isDue(now: number): boolean {
    return now - this.#lookedAt >= LOOK_EVERY;
  }

  /** How the sites are read that others edited since the last look, inside a transaction; undefined: none did. */
  look(now: number): (() => readonly SiteState[]) | undefined {
    this.#lookedAt = now;
    const version = this.#tables.version();
    if (version === this.#version) return undefined;
    const isKnown = this.#version !== undefined;
    this.#version = version;
    return () => (isKnown ? this.#sites.edited(now) : this.#sites.all(now));
  }

  /** All is to be read anew. */
  rolledBack(): void {
    this.#version = undefined;
    this.#lookedAt = Number.NEGATIVE_INFINITY;
    this.#sites.rolledBack();
  }
}
