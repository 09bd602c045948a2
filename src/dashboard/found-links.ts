import { textConditions } from '../domain/link.ts';
import type { LinkFilter } from '../storage/lists/link-filter.ts';
import { LinkTexts, type SearchedKind } from '../storage/lists/link-texts.ts';
import { hiddenLinks, type LinkPage, linkIds } from '../storage/lists/links.ts';
import type { Store } from '../storage/open.ts';

/** Links whose other conditions are checked by id, at most; for more matches the whole list is read in order. */
const FEW = 50_000;

/** Returns the texts to search for: `text` in all columns of a link, others in one column. */
const soughtIn = (filter: LinkFilter): string[] =>
  textConditions.map((name) => filter[name]).filter((one) => one !== undefined);

/** Tells whether a filter has conditions other than `text`. */
const hasMore = ({ text: _, ...others }: LinkFilter): boolean => Object.values(others).some((one) => one !== undefined);

/** Tells whether a list is found by link texts. */
export const isSearched = (kind: string, filter: LinkFilter): boolean =>
  kind !== 'resource' && soughtIn(filter).length > 0;

/** Finds links by their texts, which are cached in memory. */
export class FoundLinks {
  readonly #store: Store;
  readonly #texts = new Map<SearchedKind, LinkTexts>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Preloads some of the texts for a search. @returns true when all are loaded */
  readAhead(kind: SearchedKind): boolean {
    return this.#textsOf(kind).readAhead();
  }

  #textsOf(kind: SearchedKind): LinkTexts {
    const texts = this.#texts.get(kind) ?? new LinkTexts(this.#store, kind);
    this.#texts.set(kind, texts);
    return texts;
  }

  /** Returns the ids of the links that match a filter, in list order. */
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
    // Matches of `text` need no second check; matches of others do, as the text may be in another column.
    const others = fewest === candidates[0] && filter.text !== undefined ? { ...filter, text: undefined } : filter;
    if (fewest.length <= FEW) return linkIds(store, kind, { ...others, among: fewest }, deleted, sort);
    if (sought.length > 1 || filter.text === undefined) return linkIds(store, kind, filter, deleted, sort);
    const isFound = new Uint8Array(fewest.reduce((most, id) => Math.max(most, id), 0) + 1);
    for (const id of fewest) isFound[id] = 1;
    return linkIds(store, kind, others, deleted, sort).filter((id) => isFound[id] === 1);
  }
}
