import type { Anchor } from './page-link.ts';
import { identityOf } from './url-identity.ts';

/** Styles of the list of a page's children. */
export type ListStyle = 'list' | 'table' | 'cards' | 'definitions';

/** Page of a portal before it is drawn. */
export interface SitePage {
  /** Path in ordinary links, beginning with a slash. */
  readonly path: string;
  readonly title: string;
  /** Parent page in the breadcrumb. */
  readonly parent: SitePage | undefined;
  /** Pages listed on this page. */
  readonly children: readonly SitePage[];
  readonly listStyle: ListStyle;
  /** Parts of one long list, including this page; empty for a list of one part. */
  readonly parts: readonly SitePage[];
  /** Documents in the page's own frames. */
  readonly frames: readonly SitePage[];
  /** Links to other hosts. */
  readonly outbound: readonly Anchor[];
  /** Files, redirects, broken and malformed links. */
  readonly extras: readonly Anchor[];
}

/** Properties of a new page; lists are empty by default. */
type NewPage = Pick<SitePage, 'path' | 'title'> &
  Partial<Pick<SitePage, 'listStyle' | 'outbound' | 'extras'>> & {
    /** Source of links to the new page: its parent's list (default), a frame in the parent, or something else. */
    readonly via?: 'list' | 'frame' | 'other';
  };

/** Long list of pages, divided into parts. */
interface NewSection {
  /** First part of the list; the others follow at `partPath`. */
  readonly page: NewPage;
  readonly items: number;
  /** Number of items on one part of the list. */
  readonly perPart: number;
  /** @param part from 2 on */
  readonly partPath: (part: number) => string;
  /** @param index from 0 to `items` - 1 */
  readonly item: (index: number) => NewPage;
}

interface GrowingPage extends SitePage {
  readonly children: GrowingPage[];
  readonly frames: GrowingPage[];
  parts: readonly SitePage[];
}

/** Pages of a portal and the links between them. */
export class SiteTree {
  readonly #pages = new Map<string, GrowingPage>();
  readonly start: SitePage;

  constructor(start: NewPage) {
    this.start = this.#grow(undefined, start);
  }

  /** Adds a page. Throws if the portal has a page with the same identity, or if the parent belongs to another tree. */
  add(parent: SitePage, page: NewPage): SitePage {
    return this.#grow(parent, page);
  }

  /** Adds a list and its items, and returns the items in order. */
  addSection(parent: SitePage, section: NewSection): SitePage[] {
    const first = this.#grow(parent, section.page);
    const parts = [first];
    const items: SitePage[] = [];
    let part = first;
    for (let index = 0; index < section.items; index++) {
      if (index > 0 && index % section.perPart === 0) {
        const number = parts.length + 1;
        part = this.#grow(first, {
          path: section.partPath(number),
          title: `${section.page.title} (${number})`,
          listStyle: first.listStyle,
          via: 'other',
        });
        parts.push(part);
      }
      items.push(this.#grow(part, section.item(index)));
    }
    if (parts.length > 1) for (const member of parts) member.parts = parts;
    return items;
  }

  /** Returns the page at a path in any spelling of its identity. */
  find(path: string): SitePage | undefined {
    return this.#pages.get(identityOf(path));
  }

  get size(): number {
    return this.#pages.size;
  }

  pages(): Iterable<SitePage> {
    return this.#pages.values();
  }

  /** Returns the number of distinct links to other hosts on all pages. */
  countExternals(): number {
    const identities = new Set<string>();
    for (const page of this.#pages.values()) for (const { href } of page.outbound) identities.add(identityOf(href));
    return identities.size;
  }

  #grow(parent: SitePage | undefined, { via = 'list', ...page }: NewPage): GrowingPage {
    const key = identityOf(page.path);
    if (this.#pages.has(key)) throw new Error(`two pages at ${page.path}`);
    const holder = parent && this.#pages.get(identityOf(parent.path));
    if (parent !== holder) throw new Error(`the parent of ${page.path} belongs to another tree`);
    const grown: GrowingPage = {
      listStyle: 'list',
      outbound: [],
      extras: [],
      ...page,
      parent,
      parts: [],
      children: [],
      frames: [],
    };
    this.#pages.set(key, grown);
    if (via === 'list') holder?.children.push(grown);
    if (via === 'frame') holder?.frames.push(grown);
    return grown;
  }
}
