/** The best authorities and hubs of a crawl. */
export interface HitsAnswer {
  readonly authorities: readonly HitsLine[];
  readonly hubs: readonly HitsLine[];
  /** Pages and links of the graph. */
  readonly pages: number;
  readonly links: number;
}

export interface HitsLine {
  readonly rank: number;
  readonly weight: number;
  readonly url: string;
  /** Short name of its site; null outside of all sites. */
  readonly site: string | null;
  readonly title: string | null;
}
