import type { LinkId } from './link.ts';
import type { SiteId } from './site.ts';

/**
 * How a visit ended. `page`: a page was read. `duplicate`: it redirects to a page read before. `left-site`: it redirects
 * out of the site. `file`: no page. `failed`: it could not be loaded.
 */
export const outcomes = ['page', 'duplicate', 'left-site', 'file', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** What a reward judges: one visit and what was new in it. */
export interface Visit {
  readonly site: SiteId;
  readonly link: LinkId;
  readonly outcome: Outcome;
  /** Absolute address that was asked for. */
  readonly url: string;
  /** As its server says, `application/pdf; charset=binary`; empty where it says nothing. */
  readonly contentType: string;
  /** External links seen on this site for the first time. */
  readonly newExternal: number;
  /** Those of them whose address is made from the page's own, as that of a form to report the page: no other page has them. */
  readonly madeFromPage: number;
  /** Distinct registrable domains that the others of them lead to, and no external link of the site did before. */
  readonly newExternalSites: number;
  /** Internal links seen for the first time. */
  readonly newInternal: number;
  /** How near to the topic its page or document is, in [0, 1]; undefined without a topic, and where nothing was read. */
  readonly relevance?: number | undefined;
}

/** What one step of a crawl that goes step by step began with. */
export interface CrawlStep {
  /** Visits before it that were learned from. */
  readonly visits: number;
  /** Pages known, visited or found. */
  readonly known: number;
  /** Pages in the index. */
  readonly indexed: number;
  /** Links that it follows. */
  readonly links: number;
  /** Whether the best hubs had no links left, so that others are followed. */
  readonly isComplete: boolean;
  /** Pages that joined the index, the best first. */
  readonly authorities: readonly LinkId[];
  /** Pages whose links it follows, the best first. */
  readonly hubs: readonly LinkId[];
}
