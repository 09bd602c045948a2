import type { LinkId } from '../domain/link.ts';
import type { Observation, SiteVisit } from '../domain/observation.ts';
import type { Rank } from '../domain/rank.ts';
import type { SiteId } from '../domain/site.ts';
import type { GroupInFlight, MovedGroup, Rerank } from '../link-orders/link-order.ts';
import type { Strategy } from '../strategies/strategy.ts';
import { KeptLearning } from './kept-learning.ts';
import { foldSiteVisits, storedObservations } from './observations.ts';
import type { FrontierQueries } from './queries.ts';
import type { SiteTable } from './site-table.ts';
import type { UndoLog } from './undo-log.ts';

/** Sites that are looked at after a visit whether they are unopened … */
const LOOKED_AT = 32;
/** … and so many of these at most are ranked again. */
const MOST_UNOPENED = 4;

type Members = Pick<Strategy, 'linkOrder' | 'siteRule'>;

/**
 * The members of a strategy that learn. What they took in can't be taken out of them: where that is not stored, new ones are
 * told of all that is.
 */
export class Learners {
  readonly #strategy: Strategy;
  readonly #sql: FrontierQueries;
  readonly #table: SiteTable;
  readonly #undo: UndoLog;
  readonly #kept: KeptLearning;
  /** What the link order was told that is in flight, with the number of links. */
  readonly #inFlight = new Map<string, { readonly group: GroupInFlight; readonly links: number }>();
  #members: Members;
  #isToRenew = false;
  /** What went stale by a visit that they were told of, and that is not stored yet. */
  #told: readonly Rerank[] | undefined;

  /** @param table of the sites, all of them: the members are told of what is stored */
  constructor(strategy: Strategy, sql: FrontierQueries, table: SiteTable, undo: UndoLog) {
    this.#strategy = strategy;
    this.#sql = sql;
    this.#table = table;
    this.#members = strategy;
    this.#undo = undo;
    this.#kept = new KeptLearning(sql.keptStates, undo);
  }

  get linkOrder(): Strategy['linkOrder'] {
    return this.#members.linkOrder;
  }

  get siteRule(): Strategy['siteRule'] {
    return this.#members.siteRule;
  }

  /** Between two transactions: whether they know what is not stored, and are to be renewed before they are asked. */
  get isToRenew(): boolean {
    return this.#isToRenew || this.#told !== undefined;
  }

  /** Takes new ones, and tells them of what is stored and what is in flight. */
  renew(): void {
    this.#members = this.#strategy.anew();
    this.fold();
    for (const { group, links } of this.#inFlight.values())
      for (let link = 0; link < links; link++) this.#members.linkOrder.inFlight?.(group, 1);
    this.#table.orderBy(this.#members.siteRule);
  }

  /** Tells them of what is stored, where they know nothing yet. */
  fold(): void {
    const { linkOrder, siteRule } = this.#members;
    this.#isToRenew = true;
    this.#told = undefined;
    if (linkOrder.learn)
      for (const observation of storedObservations(this.#sql, this.#table, this.#kept.load(linkOrder))) {
        linkOrder.learn(observation);
        this.#kept.count();
      }
    foldSiteVisits(siteRule, this.#sql);
    this.#isToRenew = false;
  }

  /**
   * Tells them of a visit, inside its transaction; where that runs again they know it already.
   *
   * @returns what went stale by it
   */
  learn(observe: () => Observation, visit: () => SiteVisit): readonly Rerank[] {
    if (this.#told) return this.#told;
    if (this.#isToRenew) this.renew();
    const { linkOrder, siteRule } = this.#members;
    if (!linkOrder.learn && !siteRule.learn) return [];
    // Broken off, they know half of it.
    this.#isToRenew = true;
    const stale: Rerank[] = [];
    if (linkOrder.learn) {
      const observation = observe();
      stale.push(...linkOrder.learn(observation));
      if (linkOrder.rescoresHead) stale.push(...this.#unopened(observation.visit.link));
    }
    siteRule.learn?.(visit());
    this.#isToRenew = false;
    this.#told = stale;
    return stale;
  }

  /** Start pages of some sites that no page was read of, from another one on for each visit: what is expected of them changes, too. */
  #unopened(visited: LinkId): Rerank[] {
    const { all } = this.#table;
    const from = visited % all.length;
    const next = [...all.slice(from, from + LOOKED_AT), ...all.slice(0, Math.max(0, from + LOOKED_AT - all.length))];
    const heads = next.flatMap(({ isOpened, heads: [head] }) => (!isOpened && head ? { link: head.link } : []));
    return heads.slice(0, MOST_UNOPENED);
  }

  /**
   * Tells the link order, if it counts that, inside a transaction: a link was handed out (1), or that is over (-1).
   *
   * @param rank that it was handed out by
   * @returns what moves by it
   */
  inFlight(site: SiteId, { lane, group }: Rank, change: 1 | -1): readonly Rerank[] {
    if (!group || !this.#members.linkOrder.inFlight) return [];
    const ofLink = { site, lane, name: group.name };
    this.#undo.add(() => this.#count(ofLink, change === 1 ? -1 : 1));
    const moved = this.#count(ofLink, change);
    return moved ? [moved] : [];
  }

  #count(group: GroupInFlight, change: 1 | -1): MovedGroup | undefined {
    const key = `${group.site} ${group.lane} ${group.name}`;
    const links = (this.#inFlight.get(key)?.links ?? 0) + change;
    if (links > 0) this.#inFlight.set(key, { group, links });
    else this.#inFlight.delete(key);
    return this.#members.linkOrder.inFlight?.(group, change);
  }

  /** They were told of a visit: now and then what they have learned is kept, inside its transaction. */
  told(): void {
    this.#kept.told(this.#members.linkOrder);
  }

  /** The visit that they were told of is stored. */
  stored(): void {
    this.#told = undefined;
  }
}
