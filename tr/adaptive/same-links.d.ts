import type { Captured } from '../../domain/page.ts';
/** Whether a page was read to its end. */
export declare const isWhole: (captured: Captured) => boolean;
/** Whether two readings of a page come to the same: its address, its links within the site and out of it, its limits. */
export declare function areAlike(one: Captured, other: Captured): boolean;
