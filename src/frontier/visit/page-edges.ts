import { LINK_KIND, PAGE_LINK } from '../../storage/schema.ts';
import { getOne } from '../../storage/statement.ts';
import type { Commits } from '../commits.ts';
import type { FrontierQueries } from '../queries.ts';

/** Occurrence of a link on a page; `text` only if different from the text where the link was found first. */
export interface Edge {
  /** Position among the links of the page, from 0. */
  readonly place: number;
  readonly text: Text | undefined;
}

interface Text {
  readonly anchor: string;
  readonly tagPath: string;
}

/** Tells whether a link has the same text on a page as stored. */
export const isSameText = (
  found: Text,
  stored: { readonly anchor: string | null; readonly tag_path: string | null },
): boolean => found.anchor === stored.anchor && found.tagPath === stored.tag_path;

/** Links of a page, of one kind, by id. */
export type Targets = ReadonlyMap<number, Edge>;

/** Stored edge of a page. */
interface StoredEdge {
  readonly kind: number;
  readonly target: number;
  readonly place: number;
}

/** Stores the edges of pages, each text once. */
export class PageEdges {
  readonly #sql: Pick<FrontierQueries, 'pageLinks' | 'edgeChanges'>;
  readonly #texts: StoredTexts;

  constructor(sql: Pick<FrontierQueries, 'pageLinks' | 'edgeChanges'>, texts: StoredTexts) {
    this.#sql = sql;
    this.#texts = texts;
  }

  /** Stores the edges of a visited page. */
  add(source: number, kind: PageLinkKind, targets: Targets): void {
    const edges = [];
    for (const [target, edge] of targets) edges.push(this.#row(source, PAGE_LINK[kind], target, edge));
    this.#sql.pageLinks.insert.run(edges);
  }

  /** Updates a page's edges after a revisit. Returns the links that the page no longer has. */
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

/** Milliseconds between two updates of `last_seen`, as the pages of a site share most links. */
const LAST_SEEN_INTERVAL = 3_600_000;

/** Kinds of links that are removed when no page has them. */
type PageLinkKind = keyof typeof PAGE_LINK;
export const pageLinkKinds: readonly PageLinkKind[] = ['internal', 'external', 'bad'];

/** Records when links were seen, removed and returned. */
export class LinkHistory {
  readonly #sql: FrontierQueries;

  constructor(sql: FrontierQueries) {
    this.#sql = sql;
  }

  /** Notes that a link was seen. Returns true if the link had been removed. */
  comeBack(kind: PageLinkKind, link: { readonly id: number; readonly removed: number | null }, now: number): boolean {
    if (link.removed === null) return false;
    this.#sql.linkHistory.setRemoved[kind].run({ id: link.id, removed: null });
    this.#sql.linkHistory.addEvent.run({ kind: LINK_KIND[kind], link: link.id, at: now, event: 'returned' });
    return true;
  }

  /** Notes that no page has the link any more. */
  remove(kind: PageLinkKind, link: number, now: number): void {
    this.#sql.linkHistory.setRemoved[kind].run({ id: link, removed: now });
    this.#sql.linkHistory.addEvent.run({ kind: LINK_KIND[kind], link, at: now, event: 'removed' });
  }

  /** Updates `last_seen` of a link, and keeps the earlier value as a sighting. */
  seen(kind: 'external' | 'resources', link: { readonly id: number; readonly last_seen: number }, now: number): void {
    if (now - link.last_seen < LAST_SEEN_INTERVAL) return;
    const code = kind === 'external' ? LINK_KIND.external : LINK_KIND.resource;
    this.#sql.linkHistory.addSighting.run({ kind: code, link: link.id, at: link.last_seen });
    this.#sql[kind].seen.run({ id: link.id, last_seen: now });
  }
}

/** Returns the id of a shared text; adds the text if needed. */
export const textId = (sql: FrontierQueries['texts'], text: string): number =>
  sql.find.get({ text })?.id ?? getOne(sql.insert, { text }).id;

/** Most texts with ids in memory, before all are forgotten. Navigation is on all pages of a site. */
const MOST_TEXTS = 20_000;

/** Texts shared by many rows, each stored once. */
export class StoredTexts {
  readonly #sql: FrontierQueries['texts'];
  readonly #ids = new Map<string, number>();

  constructor(sql: FrontierQueries['texts'], commits: Pick<Commits, 'onFailed'>) {
    this.#sql = sql;
    commits.onFailed(() => this.#ids.clear());
  }

  /** Returns the id of a text; adds the text if needed. */
  idOf(text: string): number {
    const id = this.#ids.get(text) ?? textId(this.#sql, text);
    if (this.#ids.size >= MOST_TEXTS) this.#ids.clear();
    this.#ids.set(text, id);
    return id;
  }
}
