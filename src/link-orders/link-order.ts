import type { LinkId, LinkView } from '../domain/link.ts';
import { makerOf } from '../domain/maker.ts';
import type { Observation } from '../domain/observation.ts';
import type { Rank, RankGroup, Refusal } from '../domain/rank.ts';
import type { SiteId, SiteView } from '../domain/site.ts';
import type { CrawlStep } from '../domain/visit.ts';

/** A group that moves to another place, with all links that wait in it. */
export interface MovedGroup {
  readonly site: SiteId;
  readonly lane: number;
  readonly group: RankGroup;
}

/** A link, waiting or refused, that is ranked anew; or a group that moves. */
export type Rerank = { readonly link: LinkId /** Not given: it is asked for. */; readonly rank?: Rank } | MovedGroup;

/** The group of a link that was handed out, as it was ranked then. */
interface GroupInFlight extends Pick<MovedGroup, 'site' | 'lane'> {
  readonly name: string;
}

/** What an order expects of a link. */
export interface Expectation {
  /** The mean reward of pages of which as much was expected. */
  readonly worth: number;
  /** What weighed most, the largest first, at most five: in words, and by which factor 1 + worth is larger for it. */
  readonly because: readonly { readonly what: string; readonly factor: number }[];
}

/** What a link order has learned, as bytes: with it, it goes on as if it had been told of all that it was learned from. */
interface KeptState {
  /** The same for orders that come to the same state by the same observations. */
  readonly key: string;
  /** Undefined: not now, as something is being worked out. */
  save(): Uint8Array | undefined;
  /** Into an order that has learned nothing yet. False: it can't be read, and nothing was changed. */
  load(state: Uint8Array): boolean;
}

/**
 * Which link of that site? Ranks are stored beside the links; the largest is visited first.
 *
 * When a page was read, the order learns from it first, then ranks the links that are new on it. All that it remembers
 * is `learn` folded over the observations in the order of their visits: after a restart it is told of the stored ones
 * again, and must come to the same state.
 */
export interface LinkOrder {
  /** Work in another thread that must be over before the next `learn`, so that a crawl depends on what was observed only; undefined: there is none. */
  readonly arriving?: Promise<unknown> | undefined;
  /** Whether a link is ranked once more before it is handed out: what was learned since it was ranked may make it fall behind another. */
  readonly rescoresHead?: boolean;
  /** Changes nothing: asked twice it answers the same. */
  rank(link: LinkView, site: SiteView): Rank | Refusal;
  /** What it expects of a link, and why. An order that ranks by other things has none. */
  expect?(link: LinkView): Expectation;
  /**
   * Takes in what a visit brought. Visits that failed are not told of: they may be taken back.
   *
   * @returns what went stale, of any site. Constantly much, as it is done for each page: there is no time between pages, as
   * a replay has none; what takes longer runs in another thread, see `arriving`, and what waits is ranked anew some at a time
   */
  learn?(observation: Observation): Iterable<Rerank>;
  /**
   * A link of a group was handed out, `change` 1; or that is over, whatever came of it, -1: of a visit it is told before
   * `learn`. So an order may count what it has not heard of yet. It is no part of what the order remembers: when nothing is in
   * flight, the order is as if it had not been told; to one that is made anew all is told that is in flight.
   *
   * @returns where the group stands now, if it moves
   */
  inFlight?(group: GroupInFlight, change: 1 | -1): MovedGroup | undefined;
  /** What it has learned, where that can be kept beside the observations; an order without it learns from all of them again. */
  readonly kept?: KeptState;
  /** What its steps began with, the first one first. An order that has no steps has none. */
  steps?(): readonly CrawlStep[];
}

/** A member of the registry of link orders. */
export const linkOrder = makerOf<LinkOrder>();

/** Why something was expected, in words: what weighed most, and by which factor. */
export const becauseText = ({ because }: Pick<Expectation, 'because'>): string =>
  because.map(({ what, factor }) => `${what} x${factor.toFixed(2)}`).join(', ');
