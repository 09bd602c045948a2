import { LINK_KIND, type PAGE_LINK } from '../storage/schema.ts';
import type { FrontierQueries } from './queries.ts';

/** How old `last_seen` may grow before it is written anew, in milliseconds: the pages of a site share most links. */
const SEEN_TO = 3_600_000;

/** Kinds of links that go when no page has them any more. */
export type PageLinkKind = keyof typeof PAGE_LINK;
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
