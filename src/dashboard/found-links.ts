import { textConditions } from '../domain/link.ts';
import type { LinkFilter } from '../storage/lists/link-filter.ts';
import { LinkTexts, type SearchedKind } from '../storage/lists/link-texts.ts';
import { hiddenLinks, type LinkPage, linkIds } from '../storage/lists/links.ts';
import type { Store } from '../storage/open.ts';

/** Links whose further conditions are looked up one by one: where a text stands in more, all are read in their order. */
const FEW = 50_000;

/** Texts that are looked for in a filter: `text` in all of a link's, others in one of its columns. */
const soughtIn = (filter: LinkFilter): string[] =>
  textConditions.map((name) => filter[name]).filter((one) => one !== undefined);

/** Whether a filter has more conditions than a text. */
const hasMore = ({ text: _, ...others }: LinkFilter): boolean => Object.values(others).some((one) => one !== undefined);

/** Whether a list is found by the texts of its links. */
export const isSearched = (kind: string, filter: LinkFilter): boolean =>
  kind !== 'resource' && soughtIn(filter).length > 0;

/** Finds links by their texts, which it keeps in memory. */
export class FoundLinks {
  readonly #store: Store;
  readonly #texts = new Map<SearchedKind, LinkTexts>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Reads a piece of the texts that a search will need. @returns whether nothing is left of it */
  readAhead(kind: SearchedKind): boolean {
    return this.#textsOf(kind).readAhead();
  }

  #textsOf(kind: SearchedKind): LinkTexts {
    const texts = this.#texts.get(kind) ?? new LinkTexts(this.#store, kind);
    this.#texts.set(kind, texts);
    return texts;
  }

  /** The ids of the links that a filter lets through, in the order in which they are listed. */
  ids(kind: SearchedKind, filter: LinkFilter, deleted: boolean, sort: LinkPage['sort']): Float64Array {
    const store = this.#store;
    const texts = this.#textsOf(kind);
    const sought = soughtIn(filter);
    const candidates = sought.map((one) => texts.matching(one));
    const fewest = candidates.reduce((a, b) => (a && b && b.length < a.length ? b : a), candidates[0]);
    if (!fewest) return linkIds(store, kind, filter, deleted, sort);
    if (filter.text !== undefined && !sort && !deleted && !hasMore(filter)) {
      const hidden = hiddenLinks(store, kind);
      return Float64Array.from(hidden.size === 0 ? fewest : fewest.filter((id) => !hidden.has(id)));
    }
    // What the texts tell already need not be looked up: a part may stand in another column than is asked for.
    const others = fewest === candidates[0] && filter.text !== undefined ? { ...filter, text: undefined } : filter;
    if (fewest.length <= FEW) return linkIds(store, kind, { ...others, among: fewest }, deleted, sort);
    if (sought.length > 1 || filter.text === undefined) return linkIds(store, kind, filter, deleted, sort);
    const isFound = new Uint8Array(fewest.reduce((most, id) => Math.max(most, id), 0) + 1);
    for (const id of fewest) isFound[id] = 1;
    return linkIds(store, kind, others, deleted, sort).filter((id) => isFound[id] === 1);
  }
}
