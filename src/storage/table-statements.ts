import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { Store } from './open.ts';
import { type Ids, type NumberedTable, numberedTables, type Schema } from './schema.ts';
import { type Statement, type StatementOfRows, statement, statementOfRows } from './statement.ts';

type Opened = Pick<Store, 'connection' | 'kysely' | 'ids'>;
type Table = keyof Schema & string;
type Column<T extends Table> = keyof Schema[T] & keyof Selectable<Schema[T]> & keyof Insertable<Schema[T]> & string;
/** Values of a statement by column name. */
type Values<T extends Table, C extends Column<T>> = { readonly [K in C]: Exclude<Insertable<Schema[T]>[K], undefined> };
type Keys<T extends Table, C extends Column<T>> = { readonly [K in C]: Selectable<Schema[T]>[K] };
type Found<T extends Table, C extends Column<T>> = { [K in C]: Selectable<Schema[T]>[K] };
type Argument<A> = <K extends keyof A & string>(name: K) => RawBuilder<A[K]>;

const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));

const equal = <C extends string, A extends { readonly [K in C]: unknown }>(
  columns: readonly C[],
  arg: Argument<A>,
  between: string,
) =>
  sql.join(
    columns.map((name) => sql`${sql.ref(name)} = ${arg(name)}`),
    sql.raw(between),
  );

/** Selects columns of rows by the values of the columns `where`. */
export const selectFrom = <T extends Table, C extends Column<T>, W extends Column<T>>(
  store: Opened,
  table: T,
  columns: readonly C[],
  where: readonly W[],
): Statement<Keys<T, W>, Found<T, C>> =>
  statement<Keys<T, W>>()(
    store,
    (_, arg) => sql<Found<T, C>>`select ${names(columns)} from ${sql.table(table)} where ${equal(where, arg, ' and ')}`,
  );

/** Selects whole rows by the values of some columns. */
export const allFrom = <T extends Table, W extends Column<T>>(
  store: Opened,
  table: T,
  where: readonly W[],
): Statement<Keys<T, W>, Selectable<Schema[T]>> =>
  statement<Keys<T, W>>()(
    store,
    (_, arg) => sql<Selectable<Schema[T]>>`select * from ${sql.table(table)} where ${equal(where, arg, ' and ')}`,
  );

/** Selects rows by several values of the column `key`, all with the same values of the columns `same`. */
export const selectRowsFrom = <T extends Table, C extends Column<T>, S extends Column<T>, K extends Column<T>>(
  store: Opened,
  table: T,
  columns: readonly C[],
  same: readonly S[],
  key: K,
): StatementOfRows<Keys<T, S | K>, Found<T, C>> =>
  statementOfRows<Keys<T, S | K>>()(store, (_, rows, all) => {
    const values = sql.join(rows.map((arg) => arg(key)));
    const conditions = [
      ...same.map((name) => sql`${sql.ref(name)} = ${all(name)}`),
      sql`${sql.ref(key)} in (${values})`,
    ];
    return sql<
      Found<T, C>
    >`select ${names(columns)} from ${sql.table(table)} where ${sql.join(conditions, sql.raw(' and '))}`;
  });

/** Inserts a row. */
export const insertInto = <
  T extends Table,
  C extends Column<T>,
  E extends '' | 'returning id' | `on conflict ${string}` = '',
>(
  store: Opened,
  table: T,
  columns: readonly C[],
  end?: E,
): Statement<Values<T, C>, E extends 'returning id' ? { id: number } : never> => {
  const { ids } = store;
  type Row = E extends 'returning id' ? { id: number } : never;
  const inserted = <A extends Values<T, C>>(given: (arg: Argument<A>) => readonly [string, RawBuilder<unknown>][]) =>
    statement<A>()(store, (_, arg) => {
      const all = given(arg);
      const values = sql.join(all.map(([, value]) => value));
      const into = sql`insert into ${sql.table(table)} (${names(all.map(([name]) => name))})`;
      return sql<Row>`${into} values (${values}) ${sql.raw(end ?? '')}`;
    });
  const own = inserted<Values<T, C>>((arg) => columns.map((name) => [name, arg(name)]));
  if (!ids || !isNumbered(table)) return own;
  if (includes(columns, 'id')) return { ...own, run: (args) => use(ids, table, [args], () => own.run(args)) };
  const numbered = inserted<Values<T, C> & { readonly id: number }>((arg) => [
    ['id', arg('id')],
    ...columns.map((name) => [name, arg(name)] as [string, RawBuilder<unknown>]),
  ]);
  const withId = (args: Values<T, C>) => ({ ...args, id: ids.next(table) });
  return {
    all: (args) => numbered.all(withId(args)),
    get: (args) => numbered.get(withId(args)),
    run: (args) => numbered.run(withId(args)),
  };
};

/** Inserts rows. */
export const insertRowsInto = <T extends Table, C extends Column<T>>(
  store: Opened,
  table: T,
  columns: readonly C[],
  end: '' | 'on conflict do nothing' = '',
): StatementOfRows<Values<T, C>, never> => {
  const own = statementOfRows<Values<T, C>>()<never>(store, (_, rows) => {
    const values = rows.map((arg) => sql`(${sql.join(columns.map((name) => arg(name)))})`);
    return sql`insert into ${sql.table(table)} (${names(columns)}) values ${sql.join(values)} ${sql.raw(end)}`;
  });
  const { ids } = store;
  if (!ids || !isNumbered(table)) return own;
  if (!includes(columns, 'id')) throw new Error(`rows of ${table} are inserted with their ids`);
  return { ...own, run: (rows) => use(ids, table, rows, () => own.run(rows)) };
};

const isNumbered = (table: string): table is NumberedTable => includes(numberedTables, table);
const includes = (all: readonly string[], one: string): boolean => all.includes(one);

/** Inserts rows, then reports their ids as used. */
function use<R>(ids: Ids, table: NumberedTable, rows: readonly object[], insert: () => R): R {
  const done = insert();
  for (const row of rows) if ('id' in row && typeof row.id === 'number') ids.used(table, row.id);
  return done;
}

/** Maximum rows of a table that one transaction inserts with consecutive ids; a page has far fewer links. */
const MOST_AT_ONCE = 100_000;

/** Returns the id of the next row of a table; further rows get the following ids. */
export function nextIdOf(store: Opened, table: NumberedTable): Statement<object, { id: number }> {
  const { ids } = store;
  if (!ids)
    return statement<object>()(
      store,
      () => sql<{ id: number }>`select coalesce(max(id), 0) + 1 as id from ${sql.table(table)}`,
    );
  const next = () => ({ id: ids.peek(table, MOST_AT_ONCE) });
  return { get: next, all: () => [next()], run: () => ({ changes: 0 }) };
}

/** Inserts the row of a key, or updates an existing one. */
export const putInto = <T extends Table, K extends Column<T>, C extends Column<T>>(
  store: Opened,
  table: T,
  key: readonly K[],
  columns: readonly C[],
): Statement<Values<T, K | C>, never> =>
  statement<Values<T, K | C>>()(store, (_, arg) => {
    const all = [...key, ...columns];
    const news = sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`));
    return sql`insert into ${sql.table(table)} (${names(all)}) values (${sql.join(all.map((name) => arg(name)))})
        on conflict (${names(key)}) do update set ${news}`;
  });

/** Stores earlier rows in a history table; ignores a second change at the same time. */
export const keeping =
  <A extends object>() =>
  <T extends Table>(
    store: Opened,
    history: T,
    columns: readonly Column<T>[],
    select: (arg: Argument<A>) => RawBuilder<unknown>,
  ): Statement<A, never> =>
    statement<A>()(
      store,
      (_, arg) => sql`insert into ${sql.table(history)} (${names(columns)}) ${select(arg)} on conflict do nothing`,
    );

/** Updates columns of the rows with the values of `where`. */
export const updateTable = <T extends Table, C extends Column<T>, W extends Column<T>>(
  store: Opened,
  table: T,
  columns: readonly C[],
  where: readonly W[],
): Statement<Values<T, C | W>, never> =>
  statement<Values<T, C | W>>()(
    store,
    (_, arg) => sql`update ${sql.table(table)} set ${equal(columns, arg, ', ')} where ${equal(where, arg, ' and ')}`,
  );

/** Updates columns of the rows with the keys `key`, each row with its own values. */
export const updateRowsOf = <T extends Table, K extends Column<T>, C extends Column<T>>(
  store: Opened,
  table: T,
  key: K,
  columns: readonly C[],
): StatementOfRows<Values<T, K | C>, never> =>
  statementOfRows<Values<T, K | C>>()(store, (_, rows) => {
    const values = rows.map((arg) => sql`(${sql.join([arg(key), ...columns.map((name) => arg(name))])})`);
    const news = columns.map((name, at) => sql`${sql.ref(name)} = news.${sql.ref(`column${at + 2}`)}`);
    return sql`update ${sql.table(table)} set ${sql.join(news)} from (values ${sql.join(values)}) as news
        where ${sql.ref(`${table}.${key}`)} = news.column1`;
  });

/** Deletes the rows with the values of `where`, and returns those columns of the deleted rows. */
export const deleteRowsFrom = <T extends Table, W extends Column<T>>(
  store: Opened,
  table: T,
  where: readonly W[],
): StatementOfRows<Keys<T, W>, Found<T, W>> =>
  statementOfRows<Keys<T, W>>()(store, (_, rows) => {
    const values = rows.map((arg) => sql`(${sql.join(where.map((name) => arg(name)))})`);
    return sql<Found<T, W>>`delete from ${sql.table(table)} where (${names(where)}) in (values ${sql.join(values)})
        returning ${names(where)}`;
  });

/** Deletes the rows with the values of `where`. */
export const deleteFrom = <T extends Table, W extends Column<T>>(
  store: Opened,
  table: T,
  where: readonly W[],
): Statement<Keys<T, W>, never> =>
  statement<Keys<T, W>>()(store, (_, arg) => sql`delete from ${sql.table(table)} where ${equal(where, arg, ' and ')}`);
