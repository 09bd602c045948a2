import type { Anchor } from './anchor.ts';
import { identityOf } from './identity.ts';

/** How the links to a page's children look. */
export type ListStyle = 'list' | 'table' | 'cards' | 'definitions';

/** A page of a portal before it is drawn. */
export interface SitePage {
  /** As ordinary links write it, beginning with a slash. */
  readonly path: string;
  readonly title: string;
  /** The page that its breadcrumb leads back to. */
  readonly parent: SitePage | undefined;
  /** Pages that it lists. */
  readonly children: readonly SitePage[];
  readonly listStyle: ListStyle;
  /** Parts of one long list, this page among them; empty when the list has one part only. */
  readonly parts: readonly SitePage[];
  /** Documents that it shows in frames of its own. */
  readonly frames: readonly SitePage[];
  /** Links to other hosts. */
  readonly outbound: readonly Anchor[];
  /** Files, redirects, broken and malformed links. */
  readonly extras: readonly Anchor[];
}

/** What may be said of a new page; lists are empty unless given. */
type NewPage = Pick<SitePage, 'path' | 'title'> &
  Partial<Pick<SitePage, 'listStyle' | 'outbound' | 'extras'>> & {
    /** What leads to the new page: its parent's list (unless said otherwise), a frame there, or something else. */
    readonly via?: 'list' | 'frame' | 'other';
  };

/** A long list of pages, cut in parts. */
interface NewSection {
  /** The first part of the list; the others follow at `partPath`. */
  readonly page: NewPage;
  readonly items: number;
  /** Items on one part of the list. */
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

/** The pages of a portal and how they are linked. */
export class SiteTree {
  readonly #pages = new Map<string, GrowingPage>();
  readonly start: SitePage;

  constructor(start: NewPage) {
    this.start = this.#grow(undefined, start);
  }

  /** Throws when the portal already has a page with the same identity, or when the parent belongs to another tree. */
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

  /** The page at a path in any spelling of its identity. */
  find(path: string): SitePage | undefined {
    return this.#pages.get(identityOf(path));
  }

  get size(): number {
    return this.#pages.size;
  }

  pages(): Iterable<SitePage> {
    return this.#pages.values();
  }

  /** Distinct links to other hosts on all pages. */
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
