import { PAGE_LINK } from '../storage/schema.ts';
import type { PageLinkKind } from './link-history.ts';
import type { FrontierQueries } from './queries.ts';
import type { StoredTexts } from './stored-texts.ts';

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
