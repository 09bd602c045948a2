import type { LinkId } from '../domain/link.ts';
import type { Observation, SiteVisit } from '../domain/observation.ts';
import type { Rank } from '../domain/rank.ts';
import type { SiteId } from '../domain/site.ts';
import type { LinkOrder, Rerank } from '../link-orders/link-order.ts';
import type { Strategy } from '../strategies/strategy.ts';
import type { Claim } from './frontier.ts';
import type { FrontierQueries } from './queries.ts';
import type { SiteTable } from './sites/site-table.ts';
import { foldSiteVisits, storedObservations } from './visit/observations.ts';

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
  readonly #kept: KeptLearning;
  #members: Members;
  /** Whether they may know what is not stored. */
  #isAhead = false;

  /** @param table of the sites, all of them: the members are told of what is stored */
  constructor(strategy: Strategy, sql: FrontierQueries, table: SiteTable) {
    this.#strategy = strategy;
    this.#sql = sql;
    this.#table = table;
    this.#members = strategy;
    this.#kept = new KeptLearning(sql.keptStates);
  }

  get linkOrder(): Strategy['linkOrder'] {
    return this.#members.linkOrder;
  }

  get siteRule(): Strategy['siteRule'] {
    return this.#members.siteRule;
  }

  /** After a transaction that failed: takes new ones if they were told of it, and tells them of what is stored and in flight. */
  renew(inFlight: Iterable<Claim>): void {
    if (!this.#isAhead) return;
    this.#members = this.#strategy.anew();
    this.fold();
    for (const { site, rank } of inFlight) this.inFlight(site, rank, 1);
    this.#table.orderBy(this.#members.siteRule);
    this.#isAhead = false;
  }

  /** Tells them of what is stored, where they know nothing yet. */
  fold(): void {
    const { linkOrder, siteRule } = this.#members;
    if (linkOrder.learn)
      for (const observation of storedObservations(this.#sql, this.#table, this.#kept.load(linkOrder))) {
        linkOrder.learn(observation);
        this.#kept.count();
      }
    foldSiteVisits(siteRule, this.#sql);
  }

  /**
   * Tells them of a visit, inside its transaction.
   *
   * @returns what went stale by it
   */
  learn(observe: () => Observation, visit: () => SiteVisit): readonly Rerank[] {
    const { linkOrder, siteRule } = this.#members;
    if (!linkOrder.learn && !siteRule.learn) return [];
    this.#isAhead = true;
    const stale: Rerank[] = [];
    if (linkOrder.learn) {
      const observation = observe();
      stale.push(...linkOrder.learn(observation));
      if (linkOrder.rescoresHead) stale.push(...this.#unopened(observation.visit.link));
    }
    siteRule.learn?.(visit());
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
    this.#isAhead = true;
    const moved = this.#members.linkOrder.inFlight({ site, lane, name: group.name }, change);
    return moved ? [moved] : [];
  }

  /** They were told of a visit: now and then what they have learned is kept, inside its transaction. */
  told(): void {
    this.#kept.told(this.#members.linkOrder);
  }

  /** What they were told of is stored. */
  stored(): void {
    this.#isAhead = false;
  }
}

/** Visits after which what was learned is kept again: so many, and … */
const LEAST = 500;
/** … this share of all: all that is ever written is some times what is kept in the end. */
const GROWTH = 0.2;
/** Visits behind which it is not kept any more: what is remembered of each page grows on, and would stop the crawl for seconds. */
const MOST = 300_000;

/**
 * What a link order has learned, kept beside the visits. It holds as long as these are the same: else the order is told
 * of all of them again. What checks find is no visit, and changes nothing of what was learned.
 */
export class KeptLearning {
  readonly #states: FrontierQueries['keptStates'];
  /** Visits that the order was told of, and those since its state was kept. */
  #visits = 0;
  #since = 0;

  constructor(states: FrontierQueries['keptStates']) {
    this.#states = states;
  }

  /** Brings an order that has learned nothing yet to what is kept of it. Returns the last visit that it knows by that; 0: none. */
  load({ kept }: LinkOrder): number {
    this.#visits = 0;
    this.#since = 0;
    const stored = kept && this.#states.find.get({ key: kept.key });
    const told = stored && this.#states.toldOf.get({ lastVisit: stored.last_visit });
    if (!stored || !told) return 0;
    const { last_visit: lastVisit, visits, sum_of_ids: ids, sum_of_links: links } = stored;
    const isOfThese = told.visits === visits && told.sum_of_ids === ids && told.sum_of_links === links;
    if (!isOfThese || !kept.load(stored.state)) return 0;
    this.#visits = visits;
    return lastVisit;
  }

  /** The order was told of a visit of an earlier run. */
  count(): void {
    this.#visits++;
    this.#since++;
  }

  /** The order was told of a visit, inside its transaction: what it has learned is kept if it is time to. */
  told({ kept }: LinkOrder): void {
    this.count();
    if (!kept || this.#visits > MOST) return;
    if (this.#since < Math.max(LEAST, GROWTH * this.#visits)) return;
    const state = kept.save();
    const told = state && this.#states.toldOf.get({ lastVisit: Number.MAX_SAFE_INTEGER });
    if (!told) return;
    const { last_visit: lastVisit, visits: known, sum_of_ids: ids, sum_of_links: links } = told;
    this.#states.put.run({
      key: kept.key,
      last_visit: lastVisit,
      visits: known,
      sum_of_ids: ids,
      sum_of_links: links,
      state,
    });
    this.#since = 0;
  }
}
