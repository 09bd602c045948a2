import type { Visit } from '../domain/visit.ts';

/** What was this page worth? Pure: the same visit always earns the same, a number of at least 0. */
export interface Reward {
  readonly name: string;
  of(visit: Visit): number;
}
