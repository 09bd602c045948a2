import type { Portal } from './portal.ts';

/**
 * Makes a portal: the same seed and sizes give the same bytes.
 *
 * @param size how many pages there are of a kind that numbers so many in the ordinary demo web; at least 1
 */
export type PortalMaker = (seed: number, size: (ordinary: number) => number) => Portal;
