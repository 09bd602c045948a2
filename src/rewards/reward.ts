import type { PageView } from '../domain/observation.ts';
import { makerOf } from '../domain/rule-factory.ts';
import type { Visit } from '../domain/visit.ts';

/**
 * Value of a visit, at least 0. Pure: the same visit of the same page always has the same value. `page` is undefined if
 * none was read: the visit failed, or led to a known page.
 */
export interface Reward {
  of(visit: Visit, page: PageView | undefined): number;
}

/** Defines a member of the registry of rewards. */
export const reward = makerOf<Reward>();
