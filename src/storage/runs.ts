import { LeftOut, readPattern } from '../url/needless-parameters.ts';
import { type Identity, ignorableParts } from '../url/normalise.ts';
import type { Store } from './open.ts';
import { statement } from './statement.ts';
import { insertInto, putInto, selectFrom, updateTable } from './table-statements.ts';

/** Reasons for the end of a run; null in an active run that was not asked to end. */
const stopReasons = ['page-limit', 'time-limit', 'done', 'interrupted'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Queries on runs. */
export const runQueries = (store: Store) => ({
  start: insertInto(store, 'runs', ['started_at', 'pid', 'config'], 'returning id'),
  /** Assigns a run to a recrawl run. */
  serve: updateTable(store, 'runs', ['recrawl_run'], ['id']),
  setConfig: updateTable(store, 'runs', ['config'], ['id']),
  get: selectFrom(store, 'runs', ['config', 'stopped'], ['id']),
  /** Asks an active run to end, by storing the resulting reason `interrupted` already. */
  askToStop: statement<{ id: number }>()(store, (query, arg) =>
    query.updateTable('runs').set({ stopped: 'interrupted' }).where('id', '=', arg('id')).where('ended_at', 'is', null),
  ),
  lasted: updateTable(store, 'runs', ['milliseconds'], ['id']),
  end: updateTable(store, 'runs', ['ended_at', 'milliseconds', 'stopped'], ['id']),
  /** Marks killed runs as ended at the end of their last visit. */
  endKilled: statement<object>()(store, (query) =>
    query
      .updateTable('runs')
      .set((eb) => ({ ended_at: eb('started_at', '+', eb.ref('milliseconds')), stopped: 'interrupted' }))
      .where('ended_at', 'is', null),
  ),

  /** Returns the total duration of crawl runs. */
  totalMilliseconds: statement<object>()(store, (query) =>
    query
      .selectFrom('runs')
      .where('recrawl_run', 'is', null)
      .select(({ fn, val }) => fn.coalesce(fn.sum<number>('milliseconds'), val(0)).as('milliseconds')),
  ),

  /** Returns the total duration of the runs of a recrawl run. */
  runMilliseconds: statement<{ step: number }>()(store, (query, arg) =>
    query
      .selectFrom('runs')
      .where('recrawl_run', '=', arg('step'))
      .select(({ fn, val }) => fn.coalesce(fn.sum<number>('milliseconds'), val(0)).as('milliseconds')),
  ),

  /** Finds the configurations of all runs, newest first. */
  configs: statement<object>()(store, (query) =>
    query.selectFrom('runs').select(['id', 'config']).orderBy('id', 'desc'),
  ),

  first: statement<object>()(store, (query) => query.selectFrom('runs').select('started_at').orderBy('id').limit(1)),

  last: statement<object>()(store, (query) => query.selectFrom('runs').selectAll().orderBy('id', 'desc').limit(1)),
});

/** Queries on topics of crawls. */
export const topicQueries = (store: Store) => ({
  get: selectFrom(store, 'topics', ['definition'], ['name']),
  put: putInto(store, 'topics', ['name'], ['definition']),
});

/** Queries on groups of similar pages and their rendering. */
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

/** Queries on settings of the whole database. */
export const settingQueries = (store: Store) => ({
  get: selectFrom(store, 'crawler_settings', ['value'], ['name']),
  insert: insertInto(store, 'crawler_settings', ['name', 'value']),
  put: putInto(store, 'crawler_settings', ['name'], ['value']),
});

/**
 * Returns the rules for equal addresses in this database: settings of the crawl, and parameters that earlier runs
 * learned to ignore.
 */
export function storedIdentity(store: Store): Identity {
  const { get } = settingQueries(store);
  const ignored = get.get({ name: 'ignore-in-urls' })?.value.split(',') ?? [];
  return {
    foldCase: get.get({ name: 'fold-case' })?.value === 'true',
    ignored: new Set(ignorableParts.filter((part) => ignored.includes(part))),
    leftOut: storedLeftOut(store),
  };
}

/** Returns the parameters that earlier runs learned to ignore. */
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
