import { type Compilable, type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely';
import type { Store } from './open.ts';
import type { Schema } from './schema.ts';
import { storageError } from './storage-error.ts';

/** A value that is given at each execution. */
class Parameter {
  readonly name: string;
  /** Of which row of values, from 0. */
  readonly row: number;
  constructor(name: string, row = 0) {
    this.name = name;
    this.row = row;
  }
}

/** A query that Kysely compiles once, when it is first executed, and that is executed as a prepared statement: Kysely's own execution costs 2.5 to 7 times it. What fails is told as `storageError` does. */
export interface Statement<A, R> {
  all(args: A): R[];
  get(args: A): R | undefined;
  /** Executes a query without rows: how many rows it changed. */
  run(args: A): { changes: number };
}

/** The row that a query always has, as one that inserts and says `returning`. */
export function one<A, R>(query: Statement<A, R>, args: NoInfer<A>): R {
  const row = query.get(args);
  if (row === undefined) throw new Error('a query that always has a row had none');
  return row;
}

/** A query for several rows of values at once: one statement for up to 32 of them, where each by itself costs twice as much. */
export interface StatementOfRows<A, R> {
  /** The rows that are found, in no particular order. */
  all(rows: readonly A[]): R[];
  /** Executes a query without rows. */
  run(rows: readonly A[]): void;
}

/** A statement before which others are executed with the same values: those that keep the row as it was. */
export const after = <A, R>(
  before: readonly Statement<NoInfer<A>, unknown>[],
  own: Statement<A, R>,
): Statement<A, R> => ({
  ...own,
  run(args) {
    for (const one of before) one.run(args);
    return own.run(args);
  },
});

/** Two statements that are executed with the same rows, one after the other. */
export const both = <A, B>(
  first: StatementOfRows<A, unknown>,
  second: StatementOfRows<B, unknown>,
): Pick<StatementOfRows<A & B, unknown>, 'run'> => ({
  run(rows) {
    first.run(rows);
    second.run(rows);
  },
});

/** The rows of a query that is composed at run time, one after the other: they are never all in memory. */
export function* rows<R>(
  { connection }: Pick<Store, 'connection'>,
  query: Compilable<R> | CompiledQuery<R>,
): Generator<R> {
  const compiled = 'compile' in query ? query.compile() : query;
  try {
    yield* connection.prepare<unknown[], R>(compiled.sql).iterate([...compiled.parameters]);
  } catch (error) {
    throw storageError(error, connection.name);
  }
}

/** What is executed: its values, one array for all executions, as each hands them over before the next takes it; and where arguments stand among them. */
function prepare<A, R>(connection: Store['connection'], { sql, parameters }: CompiledQuery<R>) {
  const values = [...parameters];
  const slots = values.flatMap((value, at) =>
    value instanceof Parameter ? [{ at, name: value.name as keyof A, row: value.row }] : [],
  );
  return { prepared: connection.prepare<unknown[], R>(sql), values, slots };
}

type Ready<A, R> = ReturnType<typeof prepare<A, R>>;

type Arguments<A> = <K extends keyof A & string>(name: K) => RawBuilder<A[K]>;

/** `statement<{ id: number }>()(store, (query, arg) => query.selectFrom(…).where('id', '=', arg('id')))` */
export const statement =
  <A extends object>() =>
  <R>(
    { connection, kysely }: Pick<Store, 'connection' | 'kysely'>,
    build: (query: Kysely<Schema>, arg: Arguments<A>) => Compilable<R>,
  ): Statement<A, R> => {
    let ready: Ready<A, R> | undefined;
    // Prepared when it is first executed: most of the hundreds that a store has are not, and preparing all takes longer than opening.
    const first = () => (ready = prepare(connection, build(kysely, (name) => sql`${new Parameter(name)}`).compile()));
    const bound = ({ values, slots }: Ready<A, R>, args: A) => {
      for (let slot = slots[0], next = 1; slot; slot = slots[next++]) values[slot.at] = args[slot.name];
      return values;
    };
    // Hundreds are executed for a page: values one by one, and no function between, cost a quarter less.
    return {
      all(args) {
        try {
          const now = ready ?? first();
          return now.prepared.all(...bound(now, args));
        } catch (error) {
          throw storageError(error, connection.name);
        }
      },
      get(args) {
        try {
          const now = ready ?? first();
          return now.prepared.get(...bound(now, args));
        } catch (error) {
          throw storageError(error, connection.name);
        }
      },
      run(args) {
        try {
          const now = ready ?? first();
          return now.prepared.run(...bound(now, args));
        } catch (error) {
          throw storageError(error, connection.name);
        }
      },
    };
  };

/** Rows of one execution at most: more make it no faster, and each number of rows has a statement of its own. */
const ROWS = 32;

/** `statementOfRows<{ id: number }>()(store, (query, rows) => query.insertInto(…).values(rows.map((arg) => ({ id: arg('id') }))))`; `all`: what all rows have alike. */
export const statementOfRows =
  <A extends object>() =>
  <R>(
    { connection, kysely }: Pick<Store, 'connection' | 'kysely'>,
    build: (query: Kysely<Schema>, rows: readonly Arguments<A>[], all: Arguments<A>) => Compilable<R>,
  ): StatementOfRows<A, R> => {
    const ready: Ready<A, R>[] = [];
    const prepared = (count: number) => {
      const of =
        (row: number): Arguments<A> =>
        (name) =>
          sql`${new Parameter(name, row)}`;
      const rows = Array.from({ length: count }, (_, row) => of(row));
      const made = prepare<A, R>(connection, build(kysely, rows, of(0)).compile());
      ready[count] = made;
      return made;
    };
    const bound = ({ values, slots }: Ready<A, R>, rows: readonly A[], from: number) => {
      for (const { at, name, row } of slots) values[at] = rows[from + row]?.[name];
      return values;
    };
    const each = (rows: readonly A[], execute: (statement: Ready<A, R>, from: number) => void) => {
      try {
        for (let from = 0; from < rows.length; from += ROWS) {
          const count = Math.min(ROWS, rows.length - from);
          execute(ready[count] ?? prepared(count), from);
        }
      } catch (error) {
        throw storageError(error, connection.name);
      }
    };
    return {
      all(rows) {
        const found: R[] = [];
        each(rows, (now, from) => found.push(...now.prepared.all(...bound(now, rows, from))));
        return found;
      },
      run(rows) {
        each(rows, (now, from) => now.prepared.run(...bound(now, rows, from)));
      },
    };
  };
