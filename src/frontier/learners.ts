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

/** Sites to check after a visit for unopened ones. */
const LOOKED_AT = 32;
/** Most unopened sites whose start page is ranked again after a visit. */
const MOST_UNOPENED = 4;

type Members = Pick<Strategy, 'linkOrder' | 'siteRule'>;

/**
 * Members of a strategy that learn. They can't unlearn: if a learned visit was not stored, new members learn all stored
 * visits from the start.
 */
export class Learners {
  readonly #strategy: Strategy;
  readonly #sql: FrontierQueries;
  readonly #table: SiteTable;
  readonly #kept: ModelSnapshots;
  #members: Members;
  /** True if the members may know visits that are not stored. */
  #isAhead = false;

  /** @param table of all sites; the members learn from the stored visits */
  constructor(strategy: Strategy, sql: FrontierQueries, table: SiteTable) {
    this.#strategy = strategy;
    this.#sql = sql;
    this.#table = table;
    this.#members = strategy;
    this.#kept = new ModelSnapshots(sql.keptStates);
  }

  get linkOrder(): Strategy['linkOrder'] {
    return this.#members.linkOrder;
  }

  get siteRule(): Strategy['siteRule'] {
    return this.#members.siteRule;
  }

  /** Replaces members that learned from a failed transaction. New ones learn stored visits and claims in flight. */
  renew(inFlight: Iterable<Claim>): void {
    if (!this.#isAhead) return;
    this.#members = this.#strategy.renewed();
    this.fold();
    for (const { site, rank } of inFlight) this.inFlight(site, rank, 1);
    this.#table.orderBy(this.#members.siteRule);
    this.#isAhead = false;
  }

  /** Lets new members learn all stored visits. */
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
   * Lets the members learn a visit, inside its transaction.
   *
   * @returns links and groups to rank again
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

  /** Returns start pages of some unopened sites, others after each visit, as a visit changes their expected reward. */
  #unopened(visited: LinkId): Rerank[] {
    const { all } = this.#table;
    const from = visited % all.length;
    const next = [...all.slice(from, from + LOOKED_AT), ...all.slice(0, Math.max(0, from + LOOKED_AT - all.length))];
    const heads = next.flatMap(({ isOpened, heads: [head] }) => (!isOpened && head ? { link: head.link } : []));
    return heads.slice(0, MOST_UNOPENED);
  }

  /**
   * Reports a claimed link (1), or the end of its claim (-1), to a link order that counts these. Inside a transaction.
   *
   * @param rank of the link when it was claimed
   * @returns the group to rank again, if any
   */
  inFlight(site: SiteId, { lane, group }: Rank, change: 1 | -1): readonly Rerank[] {
    if (!group || !this.#members.linkOrder.inFlight) return [];
    this.#isAhead = true;
    const moved = this.#members.linkOrder.inFlight({ site, lane, name: group.name }, change);
    return moved ? [moved] : [];
  }

  /** Stores the learned state from time to time, after a visit was learned and inside its transaction. */
  storeSometimes(): void {
    this.#kept.storeSometimes(this.#members.linkOrder);
  }

  /** Notes that all learned visits are stored. */
  stored(): void {
    this.#isAhead = false;
  }
}

/** Least number of visits between two stored states. */
const LEAST = 500;
/** Least share of all visits between two stored states, so that all writes together stay a few times the last state. */
const GROWTH = 0.2;
/** Most visits for which the state is stored: a larger state would block the crawl for seconds. */
const MOST = 300_000;

/**
 * Stored state of a link order, valid while the stored visits are the same: otherwise the order learns all of them
 * again. Revisits of the recrawl are not learned, and leave the state valid.
 */
export class ModelSnapshots {
  readonly #states: FrontierQueries['keptStates'];
  /** Visits that the order has learned; `#since` counts those after its state was stored. */
  #visits = 0;
  #since = 0;

  constructor(states: FrontierQueries['keptStates']) {
    this.#states = states;
  }

  /** Loads the stored state into a new order. Returns the id of the last visit that the state includes; 0: none. */
  load({ kept }: LinkOrder): number {
    this.#visits = 0;
    this.#since = 0;
    const stored = kept && this.#states.find.get({ key: kept.key });
    const storedState = stored && this.#states.summaryOf.get({ lastVisit: stored.last_visit });
    if (!stored || !storedState) return 0;
    const { last_visit: lastVisit, visits, sum_of_ids: ids, sum_of_links: links } = stored;
    const isOfThese =
      storedState.visits === visits && storedState.sum_of_ids === ids && storedState.sum_of_links === links;
    if (!isOfThese || !kept.load(stored.state)) return 0;
    this.#visits = visits;
    return lastVisit;
  }

  /** Counts a learned visit of an earlier run. */
  count(): void {
    this.#visits++;
    this.#since++;
  }

  /** Counts a learned visit, inside its transaction, and stores the order's state if it is time to. */
  storeSometimes({ kept }: LinkOrder): void {
    this.count();
    if (!kept || this.#visits > MOST) return;
    if (this.#since < Math.max(LEAST, GROWTH * this.#visits)) return;
    const state = kept.save();
    const storedState = state && this.#states.summaryOf.get({ lastVisit: Number.MAX_SAFE_INTEGER });
    if (!storedState) return;
    const { last_visit: lastVisit, visits: known, sum_of_ids: ids, sum_of_links: links } = storedState;
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
