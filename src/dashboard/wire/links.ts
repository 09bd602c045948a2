import type { LinkKind, LinkSight, LinkStatus, ListedRole } from '../../domain/link.ts';
import type { Inlink } from '../../storage/lists/pages.ts';

/** A link as the list shows it; texts of crawled pages are cut. Times are milliseconds since the epoch. */
export interface LinkRow {
  readonly id: number;
  /** Absolute; of a bad link its text. */
  readonly url: string;
  readonly site: string;
  readonly level: number | null;
  readonly status: LinkStatus | null;
  /** Why a link is bad. */
  readonly reason: string | null;
  readonly host: string | null;
  readonly domain: string | null;
  readonly anchor: string | null;
  readonly rel: string | null;
  readonly element: string | null;
  readonly technique: string | null;
  readonly role: ListedRole;
  readonly method: string | null;
  readonly sourceUrl: string | null;
  readonly firstSeen: number | null;
  readonly lastSeen: number | null;
  readonly removed: number | null;
}

/** A list of links as it was when it was asked for: its rows keep their places while it is looked at. */
export interface LinkList {
  /** To ask for rows with. */
  readonly list: string;
  readonly count: number;
}

/** All that is known of one link. */
export interface LinkDetail extends LinkRow {
  readonly kind: LinkKind;
  readonly context: string | null;
  readonly tagPath: string | null;
  readonly frame: string | null;
  readonly deleted: number | null;
  /** The pages that it stands on, or stood on, with how it does; the first of them. */
  readonly inlinks: readonly Inlink[];
  /** How many there are. */
  readonly inlinkCount: number;
  /** What happened to it, oldest first. */
  readonly history: readonly { readonly at: number; readonly event: string }[];
  /** Of an internal link that was visited. */
  readonly visit: LinkVisit | null;
}

/** Its last visit, and what it was picked for. */
interface LinkVisit {
  readonly number: number;
  readonly startedAt: number;
  readonly milliseconds: number;
  readonly outcome: string;
  readonly reason: string;
  readonly httpStatus: number | null;
  readonly title: string;
  readonly reward: number;
  readonly rank: { readonly tier: number; readonly lane: number; readonly value: number };
  readonly sitePulls: number;
  readonly siteReward: number;
  readonly ready: number | null;
  readonly score: number | null;
  readonly next: { readonly site: string; readonly score: number | null } | null;
}

/** The page that a link was found on, as it is now. */
export interface PictureAnswer {
  /** Its address, … */
  readonly page: string;
  /** … and where that led to. */
  readonly landed: string;
  /** `unread`: the page could not be read. */
  readonly sight: LinkSight | 'unread';
  /** Why the page could not be read; empty otherwise. */
  readonly reason: string;
  /** Address of the picture, a PNG, and its size in pixels; null where there is none. */
  readonly picture: { readonly src: string; readonly width: number; readonly height: number } | null;
}

/** Links that one command deleted and nobody has brought back. */
export interface Deletion {
  readonly batch: number;
  readonly kind: LinkKind;
  readonly links: number;
  readonly at: number;
}

/** What a deletion did. */
export interface Deleted {
  readonly batch: number;
  readonly links: number;
}
