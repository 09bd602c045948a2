import { type RawBuilder, sql } from 'kysely';
import type { LinkKind } from '../../domain/link.ts';
import type { Store } from '../open.ts';
import { LINK_KIND } from '../schema.ts';
import { joinedTexts, smallLetters } from '../sql-texts.ts';
import { firstRow, rows } from '../statement.ts';
import { linkSource, linkTables } from './link-sources.ts';
import { linkText } from './links.ts';

/** Maximum bytes of texts in memory: those of some three million links. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Range of link numbers of one chunk. */
const CHUNK = 2000;
/** Chunks of one read-ahead, which takes some tens of milliseconds. */
const AHEAD = 25;
/** Terminator of each text, and its substitute within texts. */
const END = '\u001e';
const INSTEAD = '\ue01e';

/** Kinds of links with texts in memory; not resources, whose numbers can be reused and whose texts are short. */
export type SearchedKind = Exclude<LinkKind, 'resource'>;

interface Chunk {
  /** Lower-case texts of links in UTF-8, each ended by `END`. */
  readonly bytes: Buffer;
  /** Start of each text, and end of the last one. */
  readonly starts: Uint32Array;
  /** Number of the link before the first one, for a chunk without gaps. */
  readonly before: number;
  /** Numbers of the links of a chunk with gaps. */
  readonly ids: Float64Array | undefined;
}

/**
 * Anchors, contexts and addresses of a crawl's links of a kind in memory: a search in a million links takes some tens
 * of milliseconds, in the tables half a second. Each search first reads the newly found links.
 */
export class LinkTexts {
  readonly #store: Store;
  readonly #kind: SearchedKind;
  readonly #mostBytes: number;
  #chunks: Chunk[] = [];
  #bytes = 0;
  #last = 0;
  #isTooLarge = false;
  /** Number of form changes of the kind's links: guesses that proved to be links. */
  #forms = 0;
  /** New texts of links whose form has changed since the read. */
  #changed = new Map<number, string>();

  constructor(store: Store, kind: SearchedKind, mostBytes = MOST_BYTES) {
    this.#store = store;
    this.#kind = kind;
    this.#mostBytes = mostBytes;
  }

  /**
   * Returns the ascending numbers of links that contain a text, case-insensitively, deleted ones included. Returns
   * undefined if the texts exceed the memory limit: then search the tables.
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

  /** Reads some texts ahead of a search. @returns true if all texts are read */
  readAhead(): boolean {
    return this.#read(AHEAD);
  }

  /** Reads unread texts, at most `mostChunks` chunks. @returns true if all texts are read */
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

  /** Reads all texts of a chunk as one string: a row for each takes twice the time. */
  #readChunk(to: number): void {
    const before = this.#last;
    this.#last = to;
    const where = sql`link.id > ${before} and link.id <= ${to}`;
    const { links = 0, texts = '' } = this.#joined(where, linkText);
    if (links === 0) return;
    let bytes = Buffer.from(smallLetters(texts));
    let starts = startsOf(bytes, links);
    if (!starts) {
      bytes = Buffer.from(smallLetters(this.#joined(where, sql`replace(${linkText}, ${END}, ${INSTEAD})`).texts));
      starts = startsOf(bytes, links);
    }
    if (!starts) throw new Error(`texts of ${links} links can't be told apart`);
    const ids = links === to - before ? undefined : Float64Array.from(this.#ids(where));
    this.#chunks.push({ bytes, starts, before, ids });
    this.#bytes += bytes.length;
  }

  /** Returns the joined texts of some links in the order of their numbers. */
  #joined(where: RawBuilder<unknown>, each: RawBuilder<string>): { readonly links: number; readonly texts: string } {
    const found = this.#first<{ links: number; texts: string | null }>(sql`
      select count(*) as links, ${joinedTexts(each, END)} as texts from ${this.#links()} where ${where}`);
    return { links: found?.links ?? 0, texts: `${found?.texts ?? ''}${END}` };
  }

  #ids(where: RawBuilder<unknown>): number[] {
    const query = sql<{ id: number }>`select link.id from ${this.#links()} where ${where} order by link.id`;
    return Array.from(rows(this.#store, query), ({ id }) => id);
  }

  #links() {
    return sql`${linkSource(this.#kind, undefined)} link`;
  }

  #first<R>(query: RawBuilder<unknown>): R | undefined {
    return firstRow(this.#store, sql<R>`${query}`);
  }

  #readChanged(): void {
    if (this.#kind !== 'internal') return;
    const forms = sql`from earlier_forms where kind = ${LINK_KIND.internal}`;
    const count = this.#first<{ count: number }>(sql`select count(*) as count ${forms}`)?.count ?? 0;
    if (count === this.#forms) return;
    this.#forms = count;
    const query = sql<{ id: number; text: string }>`
      select link.id, ${linkText} as text from ${this.#links()} where link.id in (select link ${forms})`;
    for (const { id, text: own } of rows(this.#store, query))
      this.#changed.set(id, smallLetters(own).replaceAll(END, INSTEAD));
  }
}

/** Returns the starts of `count` texts and the end of the last; undefined if a text contains the terminator. */
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

/** Adds the numbers of links whose text contains the needle, which has at least one byte. */
function search({ bytes, starts, before, ids }: Chunk, needle: Buffer, found: number[]): void {
  for (let row = 0, at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, starts[row])) {
    while ((starts[row + 1] ?? bytes.length) <= at) row++;
    found.push(ids ? (ids[row] ?? 0) : before + 1 + row);
    row++;
  }
}
