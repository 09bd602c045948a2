/**
 * States of a checked link. `moved`: has permanent redirects; `failing`: dead on one day; `dead`: dead on two days or
 * more; `unsure`: the server refuses programs.
 */
export const linkStates = ['ok', 'moved', 'failing', 'dead', 'unsure'] as const;
export type LinkState = (typeof linkStates)[number];

/** Outcome of one request to an address. `dead` does not take other days into account. */
export interface Verdict {
  readonly state: Exclude<LinkState, 'failing'>;
  /** Reason in words; may be empty. */
  readonly reason: string;
  /** Status of the last answer; null without an answer. */
  readonly httpStatus: number | null;
  /** Target of the permanent redirects that begin at the address; null if there are none. */
  readonly movedTo: string | null;
  /** Entity tag for the next request; empty if the server gave none. */
  readonly etag: string;
  readonly lastModified: string;
}

/** Stored check of a link. Times are in milliseconds since the epoch. */
export interface LinkCheck extends Omit<Verdict, 'state'> {
  readonly url: string;
  readonly state: LinkState;
  readonly checkedAt: number;
  /** Time of the next check. */
  readonly nextAt: number;
  /** Start of the present state. For dead links the time of the first failed try. */
  readonly since: number;
  /** Time of the last try needed to call the link dead; null for other states. */
  readonly deadAt: number | null;
  /** Consecutive failed tries, each on a different day. */
  readonly tries: number;
}
