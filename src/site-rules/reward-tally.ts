import { type SiteView, visitsBegun } from '../domain/site.ts';

/** Rewarded visits of a site and their rewards; older ones may count less. */
interface SiteTally {
  readonly count: number;
  /** Sum of the weights of these visits. */
  readonly weight: number;
  /** Weighted sum of the rewards. */
  readonly sum: number;
}

/** Statistics of the rewards, over all sites and for each site. */
export class RewardTally {
  readonly #decay: number;
  readonly #sites = new Map<number, SiteTally>();
  #count = 0;
  #sum = 0;
  #squares = 0;

  /** @param decay factor for a visit's weight at each further visit of its site, in (0, 1] */
  constructor(decay: number) {
    this.#decay = decay;
  }

  add(site: number, reward: number): void {
    this.#count++;
    this.#sum += reward;
    this.#squares += reward ** 2;
    const { count, weight, sum } = this.#sites.get(site) ?? { count: 0, weight: 0, sum: 0 };
    this.#sites.set(site, { count: count + 1, weight: this.#decay * weight + 1, sum: this.#decay * sum + reward });
  }

  /**
   * Returns a site's weighted visits and rewards. Visits without a reward, failed or in flight, have weight 1 and
   * reward 0.
   */
  of(site: SiteView): { readonly weight: number; readonly sum: number } {
    const { count, weight, sum } = this.#sites.get(site.id) ?? { count: 0, weight: 0, sum: 0 };
    return { weight: weight + Math.max(0, visitsBegun(site) - count), sum };
  }

  /** Number of rewarded visits. */
  get count(): number {
    return this.#count;
  }

  /** Unweighted mean of all rewards; 0 before the first. */
  get mean(): number {
    return this.#sum / Math.max(1, this.#count);
  }

  get variance(): number {
    return Math.max(0, this.#squares / Math.max(1, this.#count) - this.mean ** 2);
  }
}
