import type { Strategy } from '../strategies/strategy.ts';
import { KeptLearning } from './kept-learning.ts';
import { foldSiteVisits, storedObservations } from './observations.ts';
import type { FrontierQueries } from './queries.ts';
import type { SiteTable } from './site-table.ts';

type Members = Pick<Strategy, 'linkOrder' | 'siteRule'>;

/**
 * The members of a strategy that learn. What they took in of a transaction that failed can't be taken out of them: new
 * ones are told of all that is stored, when they are asked next.
 */
export class Learners {
  readonly #strategy: Strategy;
  readonly #sql: FrontierQueries;
  readonly #table: SiteTable;
  readonly #kept: KeptLearning;
  #members: Members;
  #isToRenew = false;

  /** @param table of the sites, all of them: the members are told of what is stored */
  constructor(strategy: Strategy, sql: FrontierQueries, table: SiteTable) {
    this.#strategy = strategy;
    this.#sql = sql;
    this.#table = table;
    this.#members = strategy;
    this.#kept = new KeptLearning(sql.keptStates);
  }

  get linkOrder(): Strategy['linkOrder'] {
    return this.#asStored().linkOrder;
  }

  get siteRule(): Strategy['siteRule'] {
    return this.#asStored().siteRule;
  }

  /** Tells them of what is stored. */
  fold(): void {
    const { linkOrder, siteRule } = this.#members;
    if (linkOrder.learn)
      for (const observation of storedObservations(this.#sql, this.#table, this.#kept.load(linkOrder))) {
        linkOrder.learn(observation);
        this.#kept.count();
      }
    foldSiteVisits(siteRule, this.#sql);
  }

  /** They were told of a visit: now and then what they have learned is kept, inside its transaction. */
  told(): void {
    this.#kept.count();
    this.#kept.keep(this.#members.linkOrder);
  }

  rolledBack(): void {
    const { linkOrder, siteRule } = this.#members;
    this.#isToRenew ||= linkOrder.learn !== undefined || siteRule.learn !== undefined;
  }

  #asStored(): Members {
    if (this.#isToRenew) {
      this.#members = this.#strategy.anew();
      this.fold();
      this.#table.orderBy(this.#members.siteRule);
      this.#isToRenew = false;
    }
    return this.#members;
  }
}
