import type { SiteRecord } from '../../storage/sites.ts';

/** A site with its totals. Times are milliseconds since the epoch. */
export interface SiteRow extends SiteRecord {
  readonly id: number;
  /** Links that wait. */
  readonly waiting: number;
}

/** What is changed of a site: what is left out stays, null takes a limit back. */
export type SiteChange = Partial<Pick<SiteRow, 'scope' | 'pageLimit' | 'depth' | 'delay' | 'include' | 'exclude'>>;

/** What else is known of a site. */
export interface SiteDetail {
  /** Its robots.txt as it was read last; null where it was not. */
  readonly robots: { readonly fetchedAt: number; readonly body: string } | null;
  /** Links that were set aside as endlessly many, by what they have in common. */
  readonly traps: readonly {
    readonly kind: string;
    readonly pattern: string;
    readonly links: number;
    readonly example: string;
  }[];
}

/** What a folder of a site has. */
export interface TreeNode {
  /** Of the next level: `news/`, or the name of a page; an origin where the site has several. */
  readonly name: string;
  /** To ask for what is in it; null for a page. */
  readonly prefix: string | null;
  /** Internal links in it, and what became of them. */
  readonly links: number;
  readonly visited: number;
  readonly waiting: number;
  readonly failed: number;
}

/** What came of sites that were named. */
export interface SitesAdded {
  readonly added: number;
  readonly broughtBack: number;
  readonly known: number;
  /** Lines that name no site, which were left out. */
  readonly bad: readonly { readonly line: number; readonly reason: string }[];
  /** Unknown columns and kinds. */
  readonly ignored: SitesAdded['bad'];
}
