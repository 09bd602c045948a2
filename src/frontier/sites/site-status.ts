import type { SiteStatus } from '../../domain/site.ts';
import type { CrawlLimits } from '../crawl-limits.ts';
import type { FrontierQueries } from '../queries.ts';
import type { SiteState, SiteTable } from './site-table.ts';

/** Status of a site. `note`: reason if the site is unavailable, ended early, or lost its session; empty otherwise. */
export interface SiteStatusNote {
  readonly status: SiteStatus;
  readonly note: string;
}

/** State of a site after an event, with its status before the event. */
export interface SiteThen extends SiteStatusNote {
  /** Links that wait after the event, and pages in flight. */
  readonly waiting: number;
  readonly inFlight: number;
  /** True if the site has used all its pages. */
  readonly isUsedUp: boolean;
  /** True if the session ended in this run. */
  readonly isLoggedOut: boolean;
}

/** Event that may change the status of a site. */
export type SiteEvent =
  /** Claim of a link, or a failure that turned out to be due to an outage. */
  | { readonly kind: 'claimed' | 'taken-back' }
  /** Visited, forbidden or skipped link. `startFailed`: reason why the start page could not be captured. */
  | { readonly kind: 'dealt-with'; readonly startFailed: string | undefined }
  /** Added or removed links, by a revisit, an external edit or a new rank. */
  | { readonly kind: 'links-changed' }
  /** Host that stopped answering. */
  | { readonly kind: 'host-lost'; readonly reason: string }
  | { readonly kind: 'session-ended'; readonly note: string }
  /** Start of a new run. */
  | { readonly kind: 'reopened' };

/** Keeps the status of sites, in their rows and in memory. */
export class SiteStatuses {
  readonly #sql: Pick<FrontierQueries, 'seeds'>;
  readonly #crawlLimits: CrawlLimits;
  readonly #table: SiteTable;

  constructor(sql: Pick<FrontierQueries, 'seeds'>, crawlLimits: CrawlLimits, table: SiteTable) {
    this.#sql = sql;
    this.#crawlLimits = crawlLimits;
    this.#table = table;
  }

  /** Returns the status after an event. @param inFlight added pages in flight @param used added used pages */
  after(site: SiteState, event: SiteEvent, inFlight = 0, used = 0): SiteStatusNote {
    const { status, note, waiting, isLoggedOut } = site;
    const isUsedUp = site.visits + used >= this.#crawlLimits.pagesOf(site);
    const then: SiteThen = { status, note, waiting, isLoggedOut, isUsedUp, inFlight: site.inFlight + inFlight };
    return statusAfter(then, event);
  }

  /** Updates the status of a site after an event, inside a transaction. Ignores sites of other workers. */
  change(site: SiteState, event: SiteEvent, now: number): void {
    if (site.isElsewhere) return;
    const siteStatus = this.after(site, event);
    if (siteStatus.status === site.status && siteStatus.note === site.note) return;
    this.#sql.seeds.setStatus.run({ id: site.id, ...siteStatus, at: now });
    this.set(site, siteStatus);
  }

  /** Sets the status in memory, inside the transaction that stores it. */
  set(site: SiteState, { status, note }: SiteStatusNote): void {
    site.status = status;
    site.note = note;
    this.#table.changed.add(site);
  }
}

/** Returns the status of a site after an event. No other code decides the status. */
export function statusAfter(site: SiteThen, event: SiteEvent): SiteStatusNote {
  const isDone = (site.waiting === 0 || site.isUsedUp) && site.inFlight === 0;
  const finished = site.waiting > 0 ? USED_UP : FINISHED;
  switch (event.kind) {
    case 'session-ended':
      return { status: 'session-ended', note: event.note };
    case 'host-lost':
      return { status: 'not-available', note: event.reason };
    case 'claimed':
    case 'taken-back':
      return CRAWLING;
    case 'reopened':
      return site.status === 'session-ended' ? CRAWLING : kept(site);
    case 'dealt-with': {
      if (site.isLoggedOut) return { status: 'session-ended', note: site.note };
      if (!isDone) return CRAWLING;
      return event.startFailed === undefined ? finished : { status: 'not-available', note: event.startFailed };
    }
    case 'links-changed':
      if (site.status === 'crawling' && isDone) return finished;
      if (site.status === 'finished' && site.waiting > 0 && !site.isUsedUp) return CRAWLING;
      return kept(site);
  }
}

const CRAWLING: SiteStatusNote = { status: 'crawling', note: '' };
const FINISHED: SiteStatusNote = { status: 'finished', note: '' };
const USED_UP: SiteStatusNote = { status: 'finished', note: 'its own limit of pages' };

const kept = ({ status, note }: SiteStatusNote): SiteStatusNote => ({ status, note });
