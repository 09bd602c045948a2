import { LeftOut, readPattern } from '../url/left-out.ts';
import { type Identity, ignorableParts } from '../url/normalise.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';
import { insertInto, putInto, selectFrom, updateTable } from './table-statements.ts';

/** Why a run ended; null while it goes on, and nobody asked it to end. */
const stopReasons = ['page-limit', 'time-limit', 'done', 'interrupted'] as const;
export type StopReason = (typeof stopReasons)[number];

/** The runs. */
export const runQueries = (store: Store) => ({
  start: insertInto(store, 'runs', ['started_at', 'pid', 'config'], 'returning id'),
  /** The run serves a night. */
  serve: updateTable(store, 'runs', ['night'], ['id']),
  setConfig: updateTable(store, 'runs', ['config'], ['id']),
  get: selectFrom(store, 'runs', ['config', 'stopped'], ['id']),
  /** A run that goes on is to end: as it will have been interrupted then, it says so already. */
  askToStop: statement<{ id: number }>()(store, (query, arg) =>
    query.updateTable('runs').set({ stopped: 'interrupted' }).where('id', '=', arg('id')).where('ended_at', 'is', null),
  ),
  lasted: updateTable(store, 'runs', ['milliseconds'], ['id']),
  end: updateTable(store, 'runs', ['ended_at', 'milliseconds', 'stopped'], ['id']),
  /** Marks runs that were killed: they ended when their last visit did. */
  endKilled: statement<object>()(store, (query) =>
    query
      .updateTable('runs')
      .set((eb) => ({ ended_at: eb('started_at', '+', eb.ref('milliseconds')), stopped: 'interrupted' }))
      .where('ended_at', 'is', null),
  ),

  /** Of the runs of crawls. */
  totalMilliseconds: statement<object>()(store, (query) =>
    query
      .selectFrom('runs')
      .where('night', 'is', null)
      .select(({ fn, val }) => fn.coalesce(fn.sum<number>('milliseconds'), val(0)).as('milliseconds')),
  ),

  /** Of the runs that served a night. */
  nightMilliseconds: statement<{ night: number }>()(store, (query, arg) =>
    query
      .selectFrom('runs')
      .where('night', '=', arg('night'))
      .select(({ fn, val }) => fn.coalesce(fn.sum<number>('milliseconds'), val(0)).as('milliseconds')),
  ),

  /** The last first. */
  configs: statement<object>()(store, (query) =>
    query.selectFrom('runs').select(['id', 'config']).orderBy('id', 'desc'),
  ),

  first: statement<object>()(store, (query) => query.selectFrom('runs').select('started_at').orderBy('id').limit(1)),

  last: statement<object>()(store, (query) => query.selectFrom('runs').selectAll().orderBy('id', 'desc').limit(1)),
});

/** Topics that crawls were about. */
export const topicQueries = (store: Store) => ({
  get: selectFrom(store, 'topics', ['definition'], ['name']),
  put: putInto(store, 'topics', ['name'], ['definition']),
});

/** Pages that are made alike, and how they may be read. */
export const templateQueries = (store: Store) => ({
  all: statement<object>()(store, (query) =>
    query.selectFrom('templates').select(['site', 'pattern', 'shape', 'state', 'equal', 'different']),
  ),
  put: putInto(
    store,
    'templates',
    ['site', 'pattern', 'shape'],
    ['state', 'equal', 'different', 'example', 'changed_at'],
  ),
});

/** What is fixed for the whole database. */
export const settingQueries = (store: Store) => ({
  get: selectFrom(store, 'crawler_settings', ['value'], ['name']),
  insert: insertInto(store, 'crawler_settings', ['name', 'value']),
  put: putInto(store, 'crawler_settings', ['name'], ['value']),
});

/** What makes two addresses of this database one, as it was fixed when the crawl began, and as crawls have learned since. */
export function storedIdentity(store: Store): Identity {
  const { get } = settingQueries(store);
  const ignored = get.get({ name: 'ignore-in-urls' })?.value.split(',') ?? [];
  return {
    foldCase: get.get({ name: 'fold-case' })?.value === 'true',
    ignored: new Set(ignorableParts.filter((part) => ignored.includes(part))),
    leftOut: storedLeftOut(store),
  };
}

/** The parameters that earlier runs learned to make no difference. */
function storedLeftOut(store: Store): LeftOut {
  const learned = statement<object>()(store, (query) =>
    query
      .selectFrom('traps')
      .innerJoin('seeds', 'seeds.id', 'traps.site')
      .select(['traps.pattern', 'seeds.origin'])
      .where('traps.kind', 'in', ['session', 'section']),
  );
  const leftOut = new LeftOut();
  for (const { pattern, origin } of learned.all({})) {
    const read = readPattern(pattern);
    if (read) leftOut.add(new URL(read.root || origin).host, read.parameter);
  }
  return leftOut;
}
