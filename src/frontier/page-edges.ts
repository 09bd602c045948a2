import { PAGE_LINK } from '../storage/schema.ts';
import type { PageLinkKind } from './link-history.ts';
import type { FrontierQueries } from './queries.ts';

/** A link as it stands on a page; its text where that is another one than where the link was found first. */
export interface Edge {
  /** From 0. */
  readonly place: number;
  readonly text: Text | undefined;
}

interface Text {
  readonly anchor: string;
  readonly tagPath: string;
}

/** Whether a link stands on a page as it is stored. */
export const isSameText = (found: Text, stored: { readonly anchor: string; readonly tag_path: string } | undefined) =>
  stored !== undefined && found.anchor === stored.anchor && found.tagPath === stored.tag_path;

/** The links of a page, of one kind. */
export type Targets = ReadonlyMap<number, Edge>;

const NONE: ReadonlyMap<number, unknown> = new Map();

/** Texts whose ids are kept in memory, before they are all forgotten: navigation stands on all pages of a site. */
const MOST_TEXTS = 20_000;

/** Adds the edges of pages, each text once. */
export class PageEdges {
  readonly #sql: Pick<FrontierQueries, 'pageLinks' | 'texts'>;
  readonly #texts = new Map<string, number>();

  constructor(sql: Pick<FrontierQueries, 'pageLinks' | 'texts'>) {
    this.#sql = sql;
  }

  /** Gives a page its edges. @param known those that it has */
  add(source: number, kind: PageLinkKind, targets: Targets, known = NONE): void {
    for (const [target, { place, text }] of targets) {
      if (known.has(target)) continue;
      const [anchor, tagPath] = text ? [this.#idOf(text.anchor), this.#idOf(text.tagPath)] : [null, null];
      this.#sql.pageLinks.insert.run({ source, kind: PAGE_LINK[kind], target, place, anchor, tagPath });
    }
  }

  /** What was added since the last commit may be gone again. */
  rolledBack(): void {
    this.#texts.clear();
  }

  #idOf(text: string): number {
    const known = this.#texts.get(text) ?? this.#sql.texts.find.get({ text })?.id;
    const id = known ?? this.#sql.texts.insert.run({ text }).id;
    if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
    this.#texts.set(text, id);
    return id;
  }
}
