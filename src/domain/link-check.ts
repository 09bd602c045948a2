/**
 * How a link was found when it was checked: `ok`; `moved`, there, behind redirects that say they are for good; `failing`,
 * found dead on one day only; `dead`, on two days or more; `unsure`, a server that would not tell a program.
 */
export const linkStates = ['ok', 'moved', 'failing', 'dead', 'unsure'] as const;
export type LinkState = (typeof linkStates)[number];

/** The outcome of asking for an address once. `dead` says nothing yet of other days. */
export interface Verdict {
  readonly state: Exclude<LinkState, 'failing'>;
  /** In words; empty where there is nothing to say. */
  readonly reason: string;
  /** Of the last answer; null where none came. */
  readonly httpStatus: number | null;
  /** Where redirects lead that are for good, one after the other from the address on; null where none do. */
  readonly movedTo: string | null;
  /** To ask with next time; empty where the server gave none. */
  readonly etag: string;
  readonly lastModified: string;
}

/** A check that is kept. Times are in milliseconds since the epoch. */
export interface LinkCheck extends Omit<Verdict, 'state'> {
  readonly url: string;
  readonly state: LinkState;
  readonly checkedAt: number;
  /** When it is to be asked again. */
  readonly nextAt: number;
  /** Since when it is in this state; of a dead one since the first try that failed. */
  readonly since: number;
  /** When it was found dead for good, after the last of the tries that this takes; null for one that is not. */
  readonly deadAt: number | null;
  /** Tries in a row that found it dead, each on a day of its own. */
  readonly tries: number;
}
