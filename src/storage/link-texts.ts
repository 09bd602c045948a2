import { sql } from 'kysely';
import type { LinkKind } from '../domain/link.ts';
import { linkSources } from './link-sources.ts';
import type { Store } from './open.ts';
import { LINK_KIND } from './schema.ts';
import { rows } from './statement.ts';

/** Bytes of texts that are kept at most: those of some three million links. */
const MOST_BYTES = 512 * 1024 * 1024;
/** Links whose texts are read and kept together. */
const CHUNK = 10_000;
/** Ends each text; no byte of UTF-8 (RFC 3629, §3). */
const END = 0xff;

/** Kinds of links whose texts are kept: numbers of resources may be another's later, and their texts are short. */
export type SearchedKind = Exclude<LinkKind, 'resource'>;

interface Chunk {
  /** Texts of links in small letters, UTF-8, each ended by `END`. */
  readonly bytes: Buffer;
  /** Where each text begins, and where the last ends. */
  readonly starts: Uint32Array;
  /** Numbers of the links. */
  readonly ids: Float64Array;
}

/**
 * The texts of a crawl's links of a kind in memory: to look through a million of them takes some tens of milliseconds, in
 * the tables it takes a second. A text is what the condition `text` of a list is looked for in: anchor, context and
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
   * The numbers of the links that have a text, in capital or small letters, deleted ones among them, in no order.
   * Undefined where there are more texts than are kept: they must be looked for in the tables.
   */
  matching(text: string): number[] | undefined {
    this.#refresh();
    if (this.#isTooLarge) return undefined;
    const needle = text.toLowerCase();
    const ids: number[] = [];
    const bytes = Buffer.from(needle);
    for (const chunk of this.#chunks) search(chunk, bytes, ids);
    if (this.#changed.size === 0) return ids;
    const now = [...this.#changed].filter(([, own]) => own.includes(needle)).map(([id]) => id);
    return [...ids.filter((id) => !this.#changed.has(id)), ...now];
  }

  #refresh(): void {
    for (let isMore = !this.#isTooLarge; isMore; ) {
      const found = this.#read(sql`link.id > ${this.#last}`);
      isMore = found.length === CHUNK;
      this.#add(found);
      if (this.#bytes <= this.#mostBytes) continue;
      this.#isTooLarge = true;
      this.#chunks = [];
      return;
    }
    this.#readChanged();
  }

  /** Texts of links in the order of their numbers, as the tables have them. */
  #read(where: ReturnType<typeof sql>): { readonly id: number; readonly text: string }[] {
    const query = sql<{ id: number; text: string }>`
      select link.id, coalesce(link.anchor, '') || ' ' || coalesce(link.context, '') || ' ' || link.url as text
      from ${linkSources[this.#kind](undefined)} link where ${where} order by link.id limit ${sql.lit(CHUNK)}`;
    return [...rows(this.#store, query.compile(this.#store.kysely))];
  }

  #add(found: readonly { readonly id: number; readonly text: string }[]): void {
    if (found.length === 0) return;
    const texts = found.map(({ text }) => Buffer.from(text.toLowerCase()));
    const size = texts.reduce((sum, { length }) => sum + length + 1, 0);
    const bytes = Buffer.alloc(size, END);
    const starts = new Uint32Array(found.length + 1);
    let at = 0;
    for (const [index, text] of texts.entries()) {
      starts[index] = at;
      bytes.set(text, at);
      at += text.length + 1;
    }
    starts[found.length] = at;
    this.#chunks.push({ bytes, starts, ids: Float64Array.from(found, ({ id }) => id) });
    this.#bytes += size;
    this.#last = found.at(-1)?.id ?? this.#last;
  }

  #readChanged(): void {
    if (this.#kind !== 'internal') return;
    const forms = sql<{
      count: number;
    }>`select count(*) as count from earlier_forms where kind = ${LINK_KIND.internal}`;
    const count = [...rows(this.#store, forms.compile(this.#store.kysely))][0]?.count ?? 0;
    if (count === this.#forms) return;
    this.#forms = count;
    const ids = sql`link.id in (select link from earlier_forms where kind = ${LINK_KIND.internal})`;
    for (let last = 0, isMore = true; isMore; ) {
      const found = this.#read(sql`${ids} and link.id > ${last}`);
      for (const { id, text } of found) this.#changed.set(id, text.toLowerCase());
      isMore = found.length === CHUNK;
      last = found.at(-1)?.id ?? last;
    }
  }
}

/** Adds the numbers of the links whose text has the needle, at least one byte. */
function search({ bytes, starts, ids }: Chunk, needle: Buffer, found: number[]): void {
  for (let row = 0, at = bytes.indexOf(needle); at >= 0; at = bytes.indexOf(needle, starts[row])) {
    while ((starts[row + 1] ?? bytes.length) <= at) row++;
    found.push(ids[row] ?? 0);
    row++;
  }
}
