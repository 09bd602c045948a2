import { LINK_KIND, PAGE_LINK } from '../../storage/schema.ts';
import { one } from '../../storage/statement.ts';
import type { Commits } from '../commits.ts';
import type { FrontierQueries } from '../queries.ts';

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
export const isSameText = (
  found: Text,
  stored: { readonly anchor: string | null; readonly tag_path: string | null },
): boolean => found.anchor === stored.anchor && found.tagPath === stored.tag_path;

/** The links of a page, of one kind. */
export type Targets = ReadonlyMap<number, Edge>;

/** An edge that a page has. */
interface StoredEdge {
  readonly kind: number;
  readonly target: number;
  readonly place: number;
}

/** Adds the edges of pages, each text once. */
export class PageEdges {
  readonly #sql: Pick<FrontierQueries, 'pageLinks' | 'edgeChanges'>;
  readonly #texts: StoredTexts;

  constructor(sql: Pick<FrontierQueries, 'pageLinks' | 'edgeChanges'>, texts: StoredTexts) {
    this.#sql = sql;
    this.#texts = texts;
  }

  /** Gives a page that is visited its edges. */
  add(source: number, kind: PageLinkKind, targets: Targets): void {
    const edges = [];
    for (const [target, edge] of targets) edges.push(this.#row(source, PAGE_LINK[kind], target, edge));
    this.#sql.pageLinks.insert.run(edges);
  }

  /** Brings a page's edges to those that a check found. Returns the links that the page has no more. */
  update(source: number, kind: PageLinkKind, targets: Targets, before: readonly StoredEdge[], at: number): number[] {
    const code = PAGE_LINK[kind];
    const known = new Map(before.filter((edge) => edge.kind === code).map(({ target, place }) => [target, place]));
    for (const [target, edge] of targets) {
      const { place } = edge;
      const key = { source, kind: code, target, at };
      if (!known.has(target)) this.#sql.edgeChanges.add.run({ at, ...this.#row(source, code, target, edge) });
      else if (known.get(target) !== place) this.#sql.edgeChanges.setPlace.run({ ...key, place });
    }
    const lost = [...known.keys()].filter((target) => !targets.has(target));
    for (const target of lost) this.#sql.edgeChanges.remove.run({ source, kind: code, target, removed: at });
    return lost;
  }

  #row(source: number, kind: number, target: number, { place, text }: Edge) {
    const anchor = text ? this.#texts.idOf(text.anchor) : null;
    const tag_path = text ? this.#texts.idOf(text.tagPath) : null;
    return { source, kind, target, place, anchor, tag_path };
  }
}

/** Age of `last_seen` at which it is written again, in milliseconds: the pages of a site share most links. */
const SEEN_TO = 3_600_000;

/** Kinds of links that go when no page has them any more. */
type PageLinkKind = keyof typeof PAGE_LINK;
export const pageLinkKinds: readonly PageLinkKind[] = ['internal', 'external', 'bad'];

/** Keeps when links were seen, and that they went and came back. */
export class LinkHistory {
  readonly #sql: FrontierQueries;

  constructor(sql: FrontierQueries) {
    this.#sql = sql;
  }

  /** A link was seen that may have been removed. Returns whether it had been. */
  comeBack(kind: PageLinkKind, link: { readonly id: number; readonly removed: number | null }, now: number): boolean {
    if (link.removed === null) return false;
    this.#sql.linkHistory.setRemoved[kind].run({ id: link.id, removed: null });
    this.#sql.linkHistory.addEvent.run({ kind: LINK_KIND[kind], link: link.id, at: now, event: 'returned' });
    return true;
  }

  /** No page has the link any more. */
  remove(kind: PageLinkKind, link: number, now: number): void {
    this.#sql.linkHistory.setRemoved[kind].run({ id: link, removed: now });
    this.#sql.linkHistory.addEvent.run({ kind: LINK_KIND[kind], link, at: now, event: 'removed' });
  }

  /** A link of a kind that has a last time was seen. What it had before stays known. */
  seen(kind: 'external' | 'resources', link: { readonly id: number; readonly last_seen: number }, now: number): void {
    if (now - link.last_seen < SEEN_TO) return;
    const code = kind === 'external' ? LINK_KIND.external : LINK_KIND.resource;
    this.#sql.linkHistory.addSighting.run({ kind: code, link: link.id, at: link.last_seen });
    this.#sql[kind].seen.run({ id: link.id, last_seen: now });
  }
}

/** The row of a text that many rows have, made where there is none. */
export const textId = (sql: FrontierQueries['texts'], text: string): number =>
  sql.find.get({ text })?.id ?? one(sql.insert, { text }).id;

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
    const id = this.#ids.get(text) ?? textId(this.#sql, text);
    if (this.#ids.size >= MOST_TEXTS) this.#ids.clear();
    this.#ids.set(text, id);
    return id;
  }
}
