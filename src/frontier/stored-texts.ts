import { one } from '../storage/statement.ts';
import type { FrontierQueries } from './queries.ts';
import type { UndoLog } from './undo-log.ts';

/** Texts whose ids are kept in memory, before they are all forgotten: navigation stands on all pages of a site. */
const MOST_TEXTS = 20_000;

/** Texts that many rows have, each stored once. */
export class StoredTexts {
  readonly #sql: FrontierQueries['texts'];
  readonly #undo: UndoLog;
  readonly #ids = new Map<string, number>();

  constructor(sql: FrontierQueries['texts'], undo: UndoLog) {
    this.#sql = sql;
    this.#undo = undo;
  }

  /** The text's row, made where there is none. */
  idOf(text: string): number {
    const known = this.#ids.get(text) ?? this.#sql.find.get({ text })?.id;
    const id = known ?? one(this.#sql.insert, { text }).id;
    if (known === undefined) this.#undo.add(() => this.#ids.delete(text));
    if (this.#ids.size >= MOST_TEXTS) this.#ids.clear();
    this.#ids.set(text, id);
    return id;
  }
}
