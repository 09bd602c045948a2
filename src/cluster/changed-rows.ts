import { z } from 'zod';
import type { Store } from '../storage/open.ts';
import { EntryBuilder, type Row, type SentTable, sentTables, type Value } from './row-images.ts';
import { RowOwners } from './row-owners.ts';
import { sentRows, unsentColumns } from './table-owners.ts';

/** Maximum number of cached rows of `texts`. */
const MOST_TEXTS = 20_000;

/** Row after a transaction, or before its deletion. */
interface Change {
  readonly key: Row;
  readonly row: Row;
  readonly isGone: boolean;
}

type Changes = Map<SentTable, Map<string, Change>>;

/** Changes of a transaction to one site. */
export interface SiteChanges {
  readonly site: number;
  /** Entry for `readEntry`. */
  readonly json: string;
  /** Number of stored revisits. */
  readonly revisits: number;
  /** Row of the site itself, if changed. */
  readonly seed: Readonly<Record<string, Value>> | undefined;
}

/**
 * Records rows that a connection's transactions change, by temporary triggers that call a function with each row; the
 * last image of a row counts.
 */
export class ChangedRows {
  readonly #store: Pick<Store, 'connection'>;
  readonly #tables: readonly SentTable[];
  #changes: Changes = new Map();
  /** Changes of earlier transactions that will be sent with a later one. */
  #held: Changes = new Map();
  readonly #texts = new Map<number, string>();
  readonly #owners: RowOwners;

  /** Creates the triggers. @param siteOfDomain returns one of the worker's sites in a registrable domain */
  constructor(store: Pick<Store, 'connection'>, siteOfDomain: (domain: string) => number | undefined) {
    this.#store = store;
    this.#owners = new RowOwners(store, siteOfDomain);
    this.#tables = sentTables(store);
    store.connection.function('note_row', { varargs: true }, (at: unknown, isGone: unknown, ...row: unknown[]) => {
      this.#note(Number(at), isGone === 1, row as Value[]);
      return null;
    });
    for (const [at, table] of this.#tables.entries())
      for (const sql of triggersOf(table, at)) store.connection.exec(sql);
  }

  #note(at: number, isGone: boolean, values: Row): void {
    const table = this.#tables[at];
    if (!table) throw new Error(`no table ${at} is sent`);
    const key = table.key.map((place) => values[place] ?? null);
    const id = key.length === 1 ? String(key[0]) : JSON.stringify(key);
    const rows = this.#changes.get(table);
    const change = { key, row: values, isGone };
    if (rows) rows.set(id, change);
    else this.#changes.set(table, new Map([[id, change]]));
  }

  /** Forgets the recorded changes of a failed transaction. */
  clear(): void {
    this.#changes.clear();
  }

  /** Postpones the recorded changes to the next transaction. */
  hold(): void {
    for (const [table, rows] of this.#changes) {
      const held = this.#held.get(table);
      if (held) for (const [key, change] of rows) held.set(key, change);
      else this.#held.set(table, rows);
    }
    this.#changes = new Map();
  }

  /** Returns the changes since the last call by site; call inside the transaction. */
  take(): SiteChanges[] {
    this.hold();
    const changes = this.#held;
    this.#held = new Map();
    if (changes.size === 0) return [];
    const builders = new Map<number, EntryBuilder>();
    const seeds = new Map<number, SiteChanges['seed']>();
    const revisits = new Map<number, number>();
    for (const [table, rows] of changes)
      for (const { key, row, isGone } of rows.values()) {
        const site = this.#owners.of(table, row);
        const builder = builders.get(site) ?? new EntryBuilder((id) => this.#textOf(id));
        builders.set(site, builder);
        if (isGone) builder.gone(table, key);
        else builder.put(table, row);
        if (table.name === 'page_revisits') revisits.set(site, (revisits.get(site) ?? 0) + (isGone ? 0 : 1));
        if (table.name === 'seeds' && !isGone)
          seeds.set(site, Object.fromEntries(table.columns.map((name, place) => [name, row[place] ?? null])));
      }
    return [...builders].map(([site, builder]) => ({
      ...{ site, json: builder.json(), seed: seeds.get(site) },
      revisits: revisits.get(site) ?? 0,
    }));
  }

  #textOf(id: number): string {
    const known = this.#texts.get(id);
    if (known !== undefined) return known;
    const text = z
      .string()
      .parse(this.#store.connection.prepare('select text from texts where id = ?').pluck().get(id));
    if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
    this.#texts.set(id, text);
    return text;
  }
}

/**
 * Returns the triggers of a table, which pass whole rows. For `insert or replace` only the new row is passed, which has
 * the old one's key.
 */
function triggersOf({ name, columns, key }: SentTable, at: number): string[] {
  const all = (of: string) => columns.map((column) => `${of}.${column}`).join(', ');
  const put = `select note_row(${at}, 0, ${all('new')})`;
  const gone = `select note_row(${at}, 1, ${all('old')})`;
  const isSent = sentRows[name];
  const when = (...rows: ('new' | 'old')[]) => (isSent ? `when ${rows.map(isSent).join(' or ')}` : '');
  const sent = columns.filter((column) => !unsentColumns[name]?.includes(column));
  const isMoved = key.map((place) => `old.${columns[place]} is not new.${columns[place]}`).join(' or ');
  const ofSent = isSent ? ` and ${isSent('old')}` : '';
  const trigger = (event: string, on: string, when: string, act: string) =>
    `create temp trigger note_${event}_${name} after ${on} on main.${name} ${when} begin ${act}; end`;
  return [
    trigger('insert', 'insert', when('new'), put),
    trigger('update', `update of ${sent.join(', ')}`, when('new', 'old'), put),
    trigger('move', `update of ${key.map((place) => columns[place]).join(', ')}`, `when (${isMoved})${ofSent}`, gone),
    trigger('delete', 'delete', when('old'), gone),
  ];
}
