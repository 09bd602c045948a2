import type { SiteStatus } from '../../domain/site.ts';
import type { Bounds } from '../bounds.ts';
import type { FrontierQueries } from '../queries.ts';
import type { SiteState, SiteTable } from './site-table.ts';

/** How a site stands: its status, and why it is not available, ended early, or its session is taken for ended; empty otherwise. */
export interface SiteStanding {
  readonly status: SiteStatus;
  readonly note: string;
}

/** A site when something has happened to it: its standing before, and what is left of it now. */
export interface SiteThen extends SiteStanding {
  /** Links that wait, and pages in flight, after what happened. */
  readonly waiting: number;
  readonly inFlight: number;
  /** It was charged all pages that one site, or this one, may be. */
  readonly isUsedUp: boolean;
  /** Its session ended in this run. */
  readonly isLoggedOut: boolean;
}

/** What happened to a site. */
export type SiteEvent =
  /** One of its links was claimed, or a failure turned out to be an outage's. */
  | { readonly kind: 'claimed' | 'taken-back' }
  /** A link was visited, forbidden or set aside; `reason`: that of a start page that could not be read. */
  | { readonly kind: 'dealt-with'; readonly startFailed: string | undefined }
  /** Links came, or went, by a check, an edit from outside or a new rank. */
  | { readonly kind: 'links-changed' }
  /** Its host does not answer any more. */
  | { readonly kind: 'host-lost'; readonly reason: string }
  | { readonly kind: 'session-ended'; readonly note: string }
  /** A new run begins. */
  | { readonly kind: 'reopened' };

/** How sites stand: in their rows, and in memory. */
export class Standings {
  readonly #sql: Pick<FrontierQueries, 'seeds'>;
  readonly #bounds: Bounds;
  readonly #table: SiteTable;

  constructor(sql: Pick<FrontierQueries, 'seeds'>, bounds: Bounds, table: SiteTable) {
    this.#sql = sql;
    this.#bounds = bounds;
    this.#table = table;
  }

  /** How a site stands after something by which so many more of its pages are in flight, and were charged. */
  after(site: SiteState, event: SiteEvent, inFlight = 0, charged = 0): SiteStanding {
    const { status, note, waiting, isLoggedOut } = site;
    const isUsedUp = site.visits + charged >= this.#bounds.pagesOf(site);
    const then: SiteThen = { status, note, waiting, isLoggedOut, isUsedUp, inFlight: site.inFlight + inFlight };
    return standingAfter(then, event);
  }

  /** Has a site stand as it does after something, inside a transaction. Another worker's stands as that worker has it. */
  change(site: SiteState, event: SiteEvent, now: number): void {
    if (site.isElsewhere) return;
    const standing = this.after(site, event);
    if (standing.status === site.status && standing.note === site.note) return;
    this.#sql.seeds.setStatus.run({ id: site.id, ...standing, at: now });
    this.set(site, standing);
  }

  /** Has a site stand so in memory, inside the transaction that stores it. */
  set(site: SiteState, { status, note }: SiteStanding): void {
    site.status = status;
    site.note = note;
    this.#table.changed.add(site);
  }
}

/** How a site stands after something happened to it: the one place that decides it. */
export function standingAfter(site: SiteThen, event: SiteEvent): SiteStanding {
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

const CRAWLING: SiteStanding = { status: 'crawling', note: '' };
const FINISHED: SiteStanding = { status: 'finished', note: '' };
const USED_UP: SiteStanding = { status: 'finished', note: 'its own limit of pages' };

const kept = ({ status, note }: SiteStanding): SiteStanding => ({ status, note });
