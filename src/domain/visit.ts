import type { LinkId } from './link.ts';
import type { SiteId } from './site.ts';

/**
 * Outcomes of a visit. `duplicate`: redirects to a captured page; `left-site`: redirects out of the site; `file`: not
 * a page; `failed`: could not be loaded.
 */
export const outcomes = ['page', 'duplicate', 'left-site', 'file', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** Visit as judged by a reward, with the new links. */
export interface Visit {
  readonly site: SiteId;
  readonly link: LinkId;
  readonly outcome: Outcome;
  /** Requested absolute address. */
  readonly url: string;
  /** Content type header, such as `application/pdf; charset=binary`; may be empty. */
  readonly contentType: string;
  /** External links new to the site. */
  readonly newExternal: number;
  /**
   * New external links with an address built from the page's own, such as a form to report the page. No other page has
   * them.
   */
  readonly madeFromPage: number;
  /** Distinct registrable domains of the other new external links, without domains that the site linked to before. */
  readonly newExternalSites: number;
  /** New internal links. */
  readonly newInternal: number;
  /** Relevance of the page or document to the topic, in [0, 1]; undefined without a topic or without a text. */
  readonly relevance?: number | undefined;
}

/** State at the start of a step, in a crawl that works step by step. */
export interface CrawlStep {
  /** Visits before the step that the order learned from. */
  readonly visits: number;
  /** Known pages, visited or found. */
  readonly known: number;
  /** Pages in the index. */
  readonly indexed: number;
  /** Links to follow. */
  readonly links: number;
  /** True if the best hubs had no links left, so that others are followed. */
  readonly isComplete: boolean;
  /** Pages added to the index, the best first. */
  readonly authorities: readonly LinkId[];
  /** Pages with links to follow, the best first. */
  readonly hubs: readonly LinkId[];
}
