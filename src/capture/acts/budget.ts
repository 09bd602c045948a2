/** What may be spent on one page. A round is some acts and a look at what came of them. */
export interface Budget {
  readonly acts: number;
  /** Elements in which one that listens for others is asked about. */
  readonly within: number;
  /** Rounds at first … */
  readonly rounds: number;
  /** … and at most: those that bring links give some more. */
  readonly mostRounds: number;
  /** Rounds that brought nothing, one after the other: then the page is left. */
  readonly barren: number;
}
