import type { LinkId, LinkView } from '../domain/link.ts';
import type { Observation } from '../domain/observation.ts';
import type { Rank, RankGroup, Refusal } from '../domain/rank.ts';
import { makerOf } from '../domain/rule-factory.ts';
import type { SiteId, SiteView } from '../domain/site.ts';
import type { CrawlStep } from '../domain/visit.ts';

/** Group with a new rank; all its waiting links move with the group. */
export interface MovedGroup {
  readonly site: SiteId;
  readonly lane: number;
  readonly group: RankGroup;
}

/** Waiting or rejected link to be ranked again, or a group that moves. */
export type Rerank = { readonly link: LinkId /** Absent: ask the order. */; readonly rank?: Rank } | MovedGroup;

/** Group of a claimed link, with the rank at the time of the claim. */
interface GroupInFlight extends Pick<MovedGroup, 'site' | 'lane'> {
  readonly name: string;
}

/** Expected reward of a link, with reasons. */
export interface Expectation {
  /** Mean reward of pages with the same prediction. */
  readonly worth: number;
  /** Main reasons, at most five, largest first, each with the factor by which 1 + worth grows for this reason. */
  readonly because: readonly { readonly what: string; readonly factor: number }[];
}

/** Serialized state of a link order. Loading a state replaces learning from the observations behind it. */
interface KeptState {
  /** Key that is equal for orders that learn the same state from the same observations. */
  readonly key: string;
  /** Returns undefined during a pending computation. */
  save(): Uint8Array | undefined;
  /** Loads a state into a new order. Returns false, with no change, for an unreadable state. */
  load(state: Uint8Array): boolean;
}

/**
 * Order of a site's links, largest rank first. All state is a fold of `learn` over the observations in order of visits:
 * replaying the observations after a restart must give the same state.
 */
export interface LinkOrder {
  /** Work in another thread that must finish before the next `learn`, so that a crawl depends on observations only. */
  readonly arriving?: Promise<unknown> | undefined;
  /** True if a link is ranked again before its claim, as learning since then may have lowered its rank. */
  readonly rescoresHead?: boolean;
  /** Ranks a link. Has no side effects: the same call gives the same answer. */
  rank(link: LinkView, site: SiteView): Rank | Refusal;
  /** Returns the expected reward of a link. Absent in orders that do not predict rewards. */
  expect?(link: LinkView): Expectation;
  /**
   * Learns from a completed visit, before its new links are ranked. Failed visits are not reported, as their charges
   * may be undone.
   *
   * @returns links and groups of any site with outdated ranks. Takes constant time per page, as a replay has no pause
   * between pages. Longer work runs in another thread (see `arriving`), and waiting links are ranked again in batches.
   */
  learn?(observation: Observation): Iterable<Rerank>;
  /**
   * Reports a claimed link of a group (`change` 1) or the end of its claim (-1, before `learn` for a visit). An order
   * may count pending visits, but does not save them; a new order gets all claims in flight.
   *
   * @returns the group's new place, if it moves
   */
  inFlight?(group: GroupInFlight, change: 1 | -1): MovedGroup | undefined;
  /** Saved state; without one, an order learns from all observations again after a restart. */
  readonly kept?: KeptState;
  /** Returns the first links of the crawl's steps, in order. Absent in orders without steps. */
  steps?(): readonly CrawlStep[];
}

/** Declares a member of the registry of link orders. */
export const linkOrder = makerOf<LinkOrder>();

/** Returns the reasons of an expectation as text, with their factors. */
export const becauseText = ({ because }: Pick<Expectation, 'because'>): string =>
  because.map(({ what, factor }) => `${what} x${factor.toFixed(2)}`).join(', ');
