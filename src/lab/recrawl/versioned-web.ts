import type { Difference } from '../../revisit-rules/revisit-rule.ts';

/**
 * A web whose pages change from night to night, and which can be recrawled again and again without being asked: one
 * that was made up, or the recorded versions of a real one. Pages are numbered from 0; night 0 is that of the first
 * fetch. The same question always has the same answer.
 */
export interface VersionedWeb {
  readonly name: string;
  /** The last night; nights 1 to this one can be recrawled. */
  readonly nights: number;
  /** All pages that there ever are. */
  readonly pages: number;
  site(page: number): number;
  group(page: number): number;
  /** Characters of visible text of a page on a night, after that night's changes; -1 where there is no such page. */
  size(page: number, night: number): number;
  /** How the text of a night differs from that of an earlier one: what counts for the value of a stored copy. */
  compare(page: number, from: number, to: number): Difference;
  /** The same as a check finds it: where blocks that differ at every fetch are not filtered out, they are in it. */
  check(page: number, from: number, to: number): Difference;
  /** The night of its last change as the server tells it on a night (lastmod); NaN where it tells nothing. */
  lastModified(page: number, night: number): number;
}
