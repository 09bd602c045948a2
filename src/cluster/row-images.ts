import { z } from 'zod';
import type { Store } from '../storage/open.ts';
import { LINK_KIND, type Schema, statusCode } from '../storage/schema.ts';
import { tableOwners, textColumns } from './table-owners.ts';

/** Value of a row in better-sqlite3. */
export type Value = number | string | Buffer | null;
export type Row = readonly Value[];

/** Prefix of encoded values; texts that begin with the same character get it twice. */
const MARK = '\u0001';
const BLOB = `${MARK}b`;
const NUMBER = `${MARK}n`;
const TEXT = `${MARK}t`;

/** Unpaired surrogate. */
const HALF = /\p{Surrogate}/u;

/** Encodes a value for JSON, as PostgreSQL's JSON allows neither null characters nor unpaired surrogates. */
const imageOf = (value: Value): number | string | null => {
  if (typeof value === 'string') return imageOfText(value);
  if (typeof value === 'number')
    return Number.isFinite(value) && !Object.is(value, -0) ? value : NUMBER + (value === 0 ? '-0' : value);
  return value === null ? null : BLOB + value.toString('base64');
};

const imageOfText = (text: string): string => {
  if (text.includes('\0') || HALF.test(text)) return TEXT + Buffer.from(text, 'utf16le').toString('base64');
  return text.startsWith(MARK) ? MARK + text : text;
};

/** Replaces characters that PostgreSQL can't store, for texts that need no exact copy. */
export const storable = (text: string): string => text.replaceAll(/[\0\p{Surrogate}]/gu, '\ufffd');

const readValue = (image: number | string | null): Value => {
  if (typeof image !== 'string' || !image.startsWith(MARK)) return image;
  if (image.startsWith(BLOB)) return Buffer.from(image.slice(BLOB.length), 'base64');
  if (image.startsWith(TEXT)) return Buffer.from(image.slice(TEXT.length), 'base64').toString('utf16le');
  if (image.startsWith(NUMBER)) return Number(image.slice(NUMBER.length));
  return image.slice(MARK.length);
};

const values = z.array(z.union([z.number(), z.string(), z.null()]));

/**
 * Changes of a transaction to a site's rows in the record. Rows have their columns in table order; columns of later
 * migrations are missing at the end of older rows.
 */
const entrySchema = z.strictObject({
  /** Whole rows by table. */
  put: z.record(z.string(), z.array(values)),
  /** Keys of deleted rows by table. */
  gone: z.record(z.string(), z.array(values)),
  /** Texts that rows refer to by index in this list, each with its id at the sender. */
  texts: z.array(z.tuple([z.number(), z.string()])),
});
export type Entry = z.infer<typeof entrySchema>;

/** Present names of tables, by those that entries before the migration 0005 have. */
const renamed: Readonly<Record<string, string>> = {
  nights: 'recrawl_runs',
  night_sums: 'recrawl_sums',
  revisits: 'recrawl_pages',
  checks: 'page_revisits',
} satisfies Record<string, keyof Schema>;

const byPresentName = (tables: Entry['put']): Entry['put'] =>
  Object.fromEntries(Object.entries(tables).map(([name, rows]) => [renamed[name] ?? name, rows]));

/** Reads an entry of this Forager or an older one. */
export function readEntry(json: string): Entry {
  const { put, gone, texts } = entrySchema.parse(JSON.parse(json));
  return { put: byPresentName(put), gone: byPresentName(gone), texts };
}

/** Table of a working set whose rows are sent. */
export interface SentTable {
  readonly name: keyof Schema & string;
  readonly columns: readonly string[];
  /** Indexes of the key's columns. */
  readonly key: readonly number[];
  /** Indexes of columns that refer to `texts`. */
  readonly texts: readonly number[];
}

const columnRows = z.array(z.object({ name: z.string(), pk: z.number() }));

/** Returns the tables whose rows are sent. */
export function sentTables({ connection }: Pick<Store, 'connection'>): SentTable[] {
  const names = Object.keys(tableOwners).filter(isTable);
  return names
    .filter((name) => tableOwners[name].by !== 'worker')
    .map((name) => {
      const columns = columnRows.parse(connection.pragma(`table_info(${name})`));
      const key = columns.flatMap(({ pk }, place) => (pk > 0 ? [{ pk, place }] : []));
      const texts = textColumns[name] ?? [];
      return {
        name,
        columns: columns.map((column) => column.name),
        key: key.sort((a, b) => a.pk - b.pk).map(({ place }) => place),
        texts: columns.flatMap((column, place) => (texts.includes(column.name) ? [place] : [])),
      };
    });
}

const isTable = (name: string): name is keyof Schema & string => name in tableOwners;

/** Returns an entry that has only texts, with their ids. */
export const entryOfTexts = (texts: readonly (readonly [number, string])[]): string =>
  JSON.stringify({ put: {}, gone: {}, texts: texts.map(([id, text]) => [id, imageOfText(text)]) });

/** Builds the entry of one site. */
export class EntryBuilder {
  readonly #put: Record<string, ReturnType<typeof imageOf>[][]> = {};
  readonly #gone: Record<string, ReturnType<typeof imageOf>[][]> = {};
  readonly #texts = new Map<number, { readonly place: number; readonly text: string }>();
  readonly #textOf: (id: number) => string;

  /** Creates an empty entry. @param textOf returns the text of a row of `texts` */
  constructor(textOf: (id: number) => string) {
    this.#textOf = textOf;
  }

  put(table: SentTable, row: Row): void {
    const image = row.map(imageOf);
    for (const place of table.texts) {
      const id = row[place];
      if (typeof id === 'number') image[place] = this.#placeOf(id);
    }
    const rows = this.#put[table.name];
    if (rows) rows.push(image);
    else this.#put[table.name] = [image];
  }

  gone(table: SentTable, key: Row): void {
    const rows = this.#gone[table.name];
    if (rows) rows.push(key.map(imageOf));
    else this.#gone[table.name] = [key.map(imageOf)];
  }

  #placeOf(id: number): number {
    const known = this.#texts.get(id);
    if (known) return known.place;
    const place = this.#texts.size;
    this.#texts.set(id, { place, text: this.#textOf(id) });
    return place;
  }

  json(): string {
    const texts = [...this.#texts].map(([id, { text }]) => [id, imageOfText(text)]);
    return JSON.stringify({ put: this.#put, gone: this.#gone, texts });
  }
}

/** Maximum number of rows per statement. */
const ROWS = 16;

/** Writes entries of the record into a database; the entries of a site must come in order. */
export class EntryWriter {
  readonly #connection: Store['connection'];
  readonly #tables: ReadonlyMap<string, SentTable>;
  readonly #statements = new Map<string, ReturnType<Store['connection']['prepare']>>();

  constructor(store: Pick<Store, 'connection'>) {
    this.#connection = store.connection;
    this.#tables = new Map(sentTables(store).map((table) => [table.name, table]));
  }

  /** Writes an entry, inside a transaction. @param skips returns true for rows to leave out */
  write({ put, gone, texts }: Entry, skips: (table: string, row: Row) => boolean = () => false): void {
    const ids = texts.map(([id, image]) => this.#textId(id, String(readValue(image))));
    for (const [name, keys] of Object.entries(gone)) {
      const remove = this.#remove(this.#table(name));
      for (const key of keys) remove.run(...key.map(readValue));
    }
    for (const [name, images] of Object.entries(put)) {
      const table = this.#table(name);
      const rows = images.map((image) => this.#rowOf(table, image, ids)).filter((row) => !skips(name, row));
      for (let from = 0; from < rows.length; ) {
        const length = rows[from]?.length ?? 0;
        let count = 1;
        while (count < ROWS && rows[from + count]?.length === length) count++;
        // Either `ROWS` rows or one, as each number of rows needs a separate prepared statement.
        if (count < ROWS) count = 1;
        this.#put(table, length, count).run(...rows.slice(from, from + count).flat());
        from += count;
      }
    }
  }

  /**
   * Puts a site's waiting links into the queue as their rows say, inside a transaction; paused links are already there.
   */
  enqueue(site: number): void {
    this.#prepared(
      'empty',
      () => `delete from queue where not_before = 0 and queue_group in (select id from queue_groups where site = ?)`,
    ).run(site);
    this.#prepared(
      'enqueue',
      () => `insert or ignore into queue (queue_group, rank, link, not_before)
        select queue_group, rank, links.id, 0 from internal_link_identities as identities
          join internal_links as links on links.id = identities.link
        where identities.site = ? and status = ${statusCode('waiting')} and queue_group is not null and rank is not null
          and not exists (select 1 from deletions where kind = ${LINK_KIND.internal} and deletions.link = links.id)`,
    ).run(site);
  }

  #rowOf(table: SentTable, image: Entry['put'][string][number], ids: readonly number[]): Value[] {
    const row = image.map(readValue);
    for (const place of table.texts) {
      const text = row[place];
      if (typeof text === 'number') row[place] = ids[text] ?? null;
    }
    return row;
  }

  #table(name: string): SentTable {
    const table = this.#tables.get(name);
    if (!table) throw new Error(`no table ${name} is sent`);
    return table;
  }

  #put(table: SentTable, length: number, count: number) {
    return this.#prepared(`put ${table.name} ${length} ${count}`, () => {
      const columns = table.columns.slice(0, length);
      const row = `(${columns.map(() => '?').join(', ')})`;
      const all = Array.from({ length: count }, () => row).join(', ');
      return `insert or replace into ${table.name} (${columns.join(', ')}) values ${all}`;
    });
  }

  #remove(table: SentTable) {
    return this.#prepared(`remove ${table.name}`, () => {
      const key = table.key.map((place) => `${table.columns[place]} = ?`);
      return `delete from ${table.name} where ${key.join(' and ')}`;
    });
  }

  /** Returns the id of a text in this database: the sender's id if free. */
  #textId(id: number, text: string): number {
    const known = z
      .number()
      .optional()
      .parse(
        this.#prepared('text', () => 'select id from texts where text = ?')
          .pluck()
          .get(text),
      );
    if (known !== undefined) return known;
    const isFree = this.#prepared('text of', () => 'select 1 from texts where id = ?').get(id) === undefined;
    const add = this.#prepared('add text', () => 'insert into texts (id, text) values (?, ?)');
    return Number(add.run(isFree ? id : null, text).lastInsertRowid);
  }

  #prepared(key: string, sql: () => string) {
    const known = this.#statements.get(key);
    if (known) return known;
    const made = this.#connection.prepare(sql());
    this.#statements.set(key, made);
    return made;
  }
}
