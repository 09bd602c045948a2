import type { Selectable } from 'kysely';
import type { SiteId } from '../../domain/site.ts';
import type { Schema } from '../../storage/schema.ts';
import type { Statement, StatementOfRows } from '../../storage/statement.ts';

/** A row as it is read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

export const reading = <A, R>(all: (args: A) => R[]): Statement<A, R> => ({
  all,
  get: (args) => all(args)[0],
  run: () => ({ changes: 0 }),
});

/** At most one row. */
export const finding = <A, R>(get: (args: A) => R | undefined): Statement<A, R> => ({
  all: (args) => [get(args)].filter((one) => one !== undefined),
  get,
  run: () => ({ changes: 0 }),
});

/** A change: of how many rows, or the row that it adds. */
export const writing = <A, R>(change: (args: A) => number | object): Statement<A, R> => ({
  all: () => [],
  get: () => undefined,
  run(args) {
    const done = change(args);
    return { changes: typeof done === 'number' ? done : 1 };
  },
});

/** Adds a row and answers its id. */
export const adding = <A>(insert: (args: A) => { readonly id: number }): Statement<A, { id: number }> =>
  reading((args) => [{ id: insert(args).id }]);

/** Rows that are added, one after the other. */
export const writingRows = <A, R>(write: (row: A) => void): StatementOfRows<A, R> => ({
  all: () => [],
  run: (rows) => rows.forEach(write),
});

export const keptNowhere = <A, R>(): Statement<A, R> => writing(() => 0);

/** The rows of a table with ids 1, 2, 3 and so on; each at place id - 1. */
export function add<R extends { readonly id: number }>(table: R[], row: R): R {
  table.push(row);
  return row;
}

export const copy = <R extends object>(row: R | undefined): R | undefined => row && { ...row };

/** Changes a row, if it is there. */
export function change<R extends object>(row: R | undefined, to: Partial<R>): number {
  if (row) Object.assign(row, to);
  return row ? 1 : 0;
}

/** A map for each site, by the hash of an identity. */
export function bySite<V>(): (site: SiteId) => Map<number, V> {
  const sites = new Map<SiteId, Map<number, V>>();
  return (site) => {
    const known = sites.get(site);
    if (known) return known;
    const fresh = new Map<number, V>();
    sites.set(site, fresh);
    return fresh;
  };
}
