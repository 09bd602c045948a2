import type { LinkId, LinkKind, LinkView } from './link.ts';
import type { SiteId } from './site.ts';
import type { Visit } from './visit.ts';

/** Link as it appears on the captured page. */
interface PageLink {
  readonly kind: LinkKind;
  /** Absolute address; the attribute's text for a bad link. */
  readonly url: string;
  readonly anchor: string;
  readonly context: string;
  readonly rel: string;
  readonly element: string;
  readonly tagPath: string;
  /** True if neither the site nor an earlier part of the page had the link. Always false for guesses and resources. */
  readonly isNew: boolean;
}

/** Captured page as seen by rewards. */
export interface PageView {
  readonly url: string;
  readonly title: string;
  readonly contentType: string;
  /** Visible text in blocks. A replay may know only parts; undefined without any text. */
  readonly text: readonly string[] | undefined;
  /** Links in document order. */
  readonly links: readonly PageLink[];
}

/** Internal link found by a visit. */
interface SeenInternal {
  readonly id: LinkId;
  /** Site of the link, which differs from the page's site if the crawl follows links across sites. */
  readonly site: SiteId;
  /** Absolute address. */
  readonly url: string;
  /** Anchor text on this page. */
  readonly anchor: string;
  readonly tagPath: string;
  /** Context on this page; empty for a known link, as contexts on other pages are not kept. */
  readonly context: string;
  /** Index among all links of the page, from 0. */
  readonly place: number;
  /** True if no page had the link before. */
  readonly isNew: boolean;
}

/** Successful visit that a site rule learns from. */
export interface SiteVisit {
  readonly site: SiteId;
  readonly reward: number;
  /** Distinct external links of the page, known ones included. */
  readonly external: readonly LinkId[];
}

/** Visit that a link order learns from, with the reward and the links found. */
export interface Observation {
  readonly visit: Pick<Visit, 'site' | 'link' | 'outcome' | 'newExternal' | 'newInternal' | 'relevance'> & {
    /** Title of the captured page; empty without a page. */
    readonly title: string;
    readonly reward: number;
    /** End of the visit, in milliseconds since 1970. A replay uses its own clock. */
    readonly at: number;
  };
  /** Visited link as first found. */
  readonly claimed: LinkView;
  /** Internal links of the captured page in document order, without guesses and links to the page itself. */
  readonly links: readonly SeenInternal[];
  /**
   * Absolute addresses of the distinct external links in document order. Some may belong to another site of the crawl.
   */
  readonly external: readonly string[];
}
