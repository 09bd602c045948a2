import type { LinkId, LinkKind, LinkView } from './link.ts';
import type { SiteId } from './site.ts';
import type { Visit } from './visit.ts';

/** A link as it stands on the page that was read. */
interface PageLink {
  readonly kind: LinkKind;
  /** Absolute address; the attribute's text where it is a bad link. */
  readonly url: string;
  readonly anchor: string;
  readonly context: string;
  readonly rel: string;
  readonly element: string;
  readonly tagPath: string;
  /** Whether its site had not shown it before, nor its page further up. Guesses and resources never are. */
  readonly isNew: boolean;
}

/** A page that was read, as rewards see it. */
export interface PageView {
  readonly url: string;
  readonly title: string;
  readonly contentType: string;
  /** The page's visible text in blocks; in a replay what is known of it; undefined where nothing is. */
  readonly text: readonly string[] | undefined;
  /** In document order. */
  readonly links: readonly PageLink[];
}

/** An internal link that a visit has seen. */
interface SeenInternal {
  readonly id: LinkId;
  /** Its own, which is another than the page's where the crawl follows links from site to site. */
  readonly site: SiteId;
  /** Absolute address. */
  readonly url: string;
  /** As they stand on this page. */
  readonly anchor: string;
  readonly tagPath: string;
  /** Empty where the link is not new: other pages' contexts are not kept. */
  readonly context: string;
  /** Its place among all links of the page, from 0. */
  readonly place: number;
  /** Whether no page had it before. */
  readonly isNew: boolean;
}

/** What a site rule learns from: one visit that did not fail. */
export interface SiteVisit {
  readonly site: SiteId;
  readonly reward: number;
  /** The external links that its page shows, each once, whether they are new or not. */
  readonly external: readonly LinkId[];
}

/** What a link order learns from: one visit, what it was worth, and the links that it led to. */
export interface Observation {
  readonly visit: Pick<Visit, 'site' | 'link' | 'outcome' | 'newExternal' | 'newInternal' | 'relevance'> & {
    /** Of the page that was read; empty where none was. */
    readonly title: string;
    readonly reward: number;
    /** When it was over, in milliseconds since 1970; in a replay as its clock has it. */
    readonly at: number;
  };
  /** The link that was visited, as it was found first. */
  readonly claimed: LinkView;
  /** Internal links of the page that was read, in document order; guesses and links to the page itself aside. */
  readonly links: readonly SeenInternal[];
  /** Absolute addresses of its external links, each once, in document order: another site of the crawl may have the page. */
  readonly external: readonly string[];
}
