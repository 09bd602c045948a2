/**
 * How far the signals of a site tell the truth. Pages are chosen by their signals, so counts of hits and misses by
 * themselves would tell nothing: what counts is how many changes were found beside how many were expected of the same
 * pages without the signal.
 */
interface SignalTrust {
  /** By how much the chance of a change is lowered where the site says "unchanged": near 0 for the truth, 1 for silence that means nothing. */
  readonly silence: number;
  /** The chance that "changed" is true beyond what was expected anyway: near 1 for the truth, 0 for a site that always says so. */
  readonly alarm: number;
}

/** What a check adds to the sums of its site: pages, changes found and changes expected, for silent pages and for alarms. */
export const trustSums = (alarmed: boolean, changed: boolean, expected: number): number[] =>
  alarmed ? [0, 0, 0, 1, changed ? 1 : 0, expected] : [1, changed ? 1 : 0, expected, 0, 0, 0];

/** Below this the trust in silence does not fall, so that silent pages are still looked at now and then: the audit. */
const LEAST_DOUBT = 0.02;

/** A site is a liar until it has shown the contrary: both figures are a standard deviation or two on the side of doubt. */
export function trustFrom(sums: readonly number[]): SignalTrust {
  const [, missed = 0, missable = 0, alarms = 0, found = 0, expected = 0] = sums;
  const silence = (missed + Math.sqrt(missed) + 1) / (missable + 1);
  const alarm = (found - expected - 2 * Math.sqrt(expected)) / (alarms - expected + 2);
  return { silence: Math.min(1, Math.max(LEAST_DOUBT, silence)), alarm: Math.min(1, Math.max(0, alarm)) };
}
