import type { Portal } from './portal.ts';

/**
 * Makes a portal: the same seed and sizes give the same bytes.
 * @param size scales a number of pages in the ordinary demo web; returns at least 1
 */
export type PortalMaker = (seed: number, size: (ordinary: number) => number) => Portal;
