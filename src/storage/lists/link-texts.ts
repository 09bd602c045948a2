import { type RawBuilder, sql } from 'kysely';
import type { LinkKind } from '../../domain/link.ts';
import type { Store } from '../open.ts';
import { LINK_KIND } from '../schema.ts';
import { joinedTexts, smallLetters } from '../sql-texts.ts';
import { rows } from '../statement.ts';
import { linkSource } from './link-sources.ts';
import { linkTables } from './links.ts';

/** Bytes of texts that are kept at most: those of some three million links. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Numbers of links whose texts are read and kept together. */
const CHUNK = 2000;
/** Chunks that are read ahead at once: some tens of milliseconds. */
const AHEAD = 25;
/** Stands after each text; where one has it itself, another is kept in its place. */
const END = '\u001e';
const INSTEAD = '\ue01e';

/** Kinds of links whose texts are kept: numbers of resources may be another's later, and their texts are short. */
export type SearchedKind = Exclude<LinkKind, 'resource'>;

interface Chunk {
  /** Texts of links in small letters, UTF-8, each ended by `END`. */
  readonly bytes: Buffer;
  /** Where each text begins, and where the last ends. */
  readonly starts: Uint32Array;
  /** Number of the link before the first, where all that follow it are there … */
  readonly before: number;
  /** … and the numbers of the links, where some are lacking. */
  readonly ids: Float64Array | undefined;
}

const text = sql<string>`coalesce(link.anchor, '') || ' ' || coalesce(link.context, '') || ' ' || link.url`;

/**
 * The texts of a crawl's links of a kind in memory: to look through a million of them takes some tens of milliseconds, in
 * the tables it takes half a second. A text is what the condition `text` of a list is looked for in: anchor, context and
 * address. What the crawl has found since is read before each search.
 */
export class LinkTexts {
  readonly #store: Store;
  readonly #kind: SearchedKind;
  readonly #mostBytes: number;
  #chunks: Chunk[] = [];
  #bytes = 0;
  #last = 0;
  #isTooLarge = false;
  /** How often links of the kind were found in another form: guesses that turned out to be links. */
  #forms = 0;
  /** Texts of links that have another form since theirs was read. */
  #changed = new Map<number, string>();

  constructor(store: Store, kind: SearchedKind, mostBytes = MOST_BYTES) {
    this.#store = store;
    this.#kind = kind;
    this.#mostBytes = mostBytes;
  }

  /**
   * The numbers of the links that have a text, in capital or small letters, deleted ones among them, ascending.
   * Undefined where there are more texts than are kept: they must be looked for in the tables.
   */
  matching(part: string): number[] | undefined {
    this.#read(Number.POSITIVE_INFINITY);
    if (this.#isTooLarge) return undefined;
    this.#readChanged();
    const needle = smallLetters(part).replaceAll(END, INSTEAD);
    const ids: number[] = [];
    const bytes = Buffer.from(needle);
    for (const chunk of this.#chunks) search(chunk, bytes, ids);
    if (this.#changed.size === 0) return ids;
    const now = [...this.#changed].filter(([, own]) => own.includes(needle)).map(([id]) => id);
    return [...ids.filter((id) => !this.#changed.has(id)), ...now].sort((a, b) => a - b);
  }

  /** Reads a piece of what a search would have to read before. @returns whether nothing is left of it */
  readAhead(): boolean {
    return this.#read(AHEAD);
  }

  /** Reads what is not read yet, in so many chunks at most. @returns whether all is read */
  #read(mostChunks: number): boolean {
    const newest = this.#first<{ id: number | null }>(
      sql`select max(id) as id from ${sql.table(linkTables[this.#kind])}`,
    );
    const end = newest?.id ?? 0;
    for (let chunks = 0; this.#last < end && !this.#isTooLarge; chunks++) {
      if (chunks >= mostChunks) return false;
      this.#readChunk(Math.min(end, this.#last + CHUNK));
      if (this.#bytes <= this.#mostBytes) continue;
      this.#isTooLarge = true;
      this.#chunks = [];
    }
    return true;
  }

  /** All texts come as one: a row for each takes twice the time. */
  #readChunk(to: number): void {
    const before = this.#last;
    this.#last = to;
    const where = sql`link.id > ${before} and link.id <= ${to}`;
    const { links = 0, texts = '' } = this.#joined(where, text);
    if (links === 0) return;
    let bytes = Buffer.from(smallLetters(texts));
    let starts = startsOf(bytes, links);
    if (!starts) {
      bytes = Buffer.from(smallLetters(this.#joined(where, sql`replace(${text}, ${END}, ${INSTEAD})`).texts));
      starts = startsOf(bytes, links);
    }
    if (!starts) throw new Error(`texts of ${links} links can't be told apart`);
    const ids = links === to - before ? undefined : Float64Array.from(this.#ids(where));
    this.#chunks.push({ bytes, starts, before, ids });
    this.#bytes += bytes.length;
  }

  /** The texts of some links, in the order of their numbers, which is that of the tables. */
  #joined(where: RawBuilder<unknown>, each: RawBuilder<string>): { readonly links: number; readonly texts: string } {
    const found = this.#first<{ links: number; texts: string | null }>(sql`
      select count(*) as links, ${joinedTexts(each, END)} as texts from ${this.#links()} where ${where}`);
    return { links: found?.links ?? 0, texts: `${found?.texts ?? ''}${END}` };
  }

  #ids(where: RawBuilder<unknown>): number[] {
    const query = sql<{ id: number }>`select link.id from ${this.#links()} where ${where} order by link.id`;
    return Array.from(rows(this.#store, query.compile(this.#store.kysely)), ({ id }) => id);
  }

  #links() {
    return sql`${linkSource(this.#kind, undefined)} link`;
  }

  #first<R>(query: RawBuilder<unknown>): R | undefined {
    return [...rows(this.#store, sql<R>`${query}`.compile(this.#store.kysely))][0];
  }

  #readChanged(): void {
    if (this.#kind !== 'internal') return;
    const forms = sql`from earlier_forms where kind = ${LINK_KIND.internal}`;
    const count = this.#first<{ count: number }>(sql`select count(*) as count ${forms}`)?.count ?? 0;
    if (count === this.#forms) return;
    this.#forms = count;
    const query = sql<{ id: number; text: string }>`
      select link.id, ${text} as text from ${this.#links()} where link.id in (select link ${forms})`;
    for (const { id, text: own } of rows(this.#store, query.compile(this.#store.kysely)))
      this.#changed.set(id, smallLetters(own).replaceAll(END, INSTEAD));
  }
}

/** Where each of so many texts begins, and where the last ends; undefined if one has the sign that ends them. */
function startsOf(bytes: Buffer, count: number): Uint32Array | undefined {
  const end = END.charCodeAt(0);
  const starts = new Uint32Array(count + 1);
  let found = 0;
  for (let at = bytes.indexOf(end); at >= 0; at = bytes.indexOf(end, at + 1)) {
    if (found === count) return undefined;
    starts[++found] = at + 1;
  }
  return starts;
}

/** Adds the numbers of the links whose text has the needle, at least one byte. */
function search({ bytes, starts, before, ids }: Chunk, needle: Buffer, found: number[]): void {
  for (let row = 0, at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, starts[row])) {
    while ((starts[row + 1] ?? bytes.length) <= at) row++;
    found.push(ids ? (ids[row] ?? 0) : before + 1 + row);
    row++;
  }
}
