import { one } from '../storage/statement.ts';
import type { Commits } from './commits.ts';
import type { FrontierQueries } from './queries.ts';

/** Texts whose ids are kept in memory, before they are all forgotten: navigation stands on all pages of a site. */
const MOST_TEXTS = 20_000;

/** Texts that many rows have, each stored once. */
export class StoredTexts {
  readonly #sql: FrontierQueries['texts'];
  readonly #ids = new Map<string, number>();

  constructor(sql: FrontierQueries['texts'], commits: Pick<Commits, 'onFailed'>) {
    this.#sql = sql;
    commits.onFailed(() => this.#ids.clear());
  }

  /** The text's row, made where there is none. */
  idOf(text: string): number {
    const id = this.#ids.get(text) ?? this.#sql.find.get({ text })?.id ?? one(this.#sql.insert, { text }).id;
    if (this.#ids.size >= MOST_TEXTS) this.#ids.clear();
    this.#ids.set(text, id);
    return id;
  }
}
