import { makerOf } from '../domain/maker.ts';
import type { PageView } from '../domain/observation.ts';
import type { Visit } from '../domain/visit.ts';

/**
 * What was this page worth? Pure: the same visit of the same page always earns the same, a number of at least 0.
 *
 * The page is undefined where none was read: the visit failed, or led to a page that was read before.
 */
export interface Reward {
  of(visit: Visit, page: PageView | undefined): number;
}

/** A member of the registry of rewards. */
export const reward = makerOf<Reward>();
