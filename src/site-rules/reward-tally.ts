import { pulls, type SiteView } from '../domain/site.ts';

/** Pulls of a site that were told of, and their rewards; older ones may count less. */
interface SiteTally {
  readonly told: number;
  /** Sum of the weights of these pulls. */
  readonly weight: number;
  /** Weighted sum of their rewards. */
  readonly sum: number;
}

/** The rewards of all visits, and of each site's. */
export class RewardTally {
  readonly #keep: number;
  readonly #sites = new Map<number, SiteTally>();
  #told = 0;
  #sum = 0;
  #squares = 0;

  /** @param keep what the weight of a pull is multiplied with at its site's next one, in (0, 1] */
  constructor(keep: number) {
    this.#keep = keep;
  }

  add(site: number, reward: number): void {
    this.#told++;
    this.#sum += reward;
    this.#squares += reward ** 2;
    const { told, weight, sum } = this.#sites.get(site) ?? { told: 0, weight: 0, sum: 0 };
    this.#sites.set(site, { told: told + 1, weight: this.#keep * weight + 1, sum: this.#keep * sum + reward });
  }

  /** A site's pulls with their weights. Those that nobody told of, as they failed or are in flight, brought nothing. */
  of(site: SiteView): { readonly weight: number; readonly sum: number } {
    const { told, weight, sum } = this.#sites.get(site.id) ?? { told: 0, weight: 0, sum: 0 };
    return { weight: weight + Math.max(0, pulls(site) - told), sum };
  }

  /** Visits that were told of. */
  get told(): number {
    return this.#told;
  }

  /** Of all rewards, none of which is weighted; 0 before the first. */
  get mean(): number {
    return this.#sum / Math.max(1, this.#told);
  }

  get variance(): number {
    return Math.max(0, this.#squares / Math.max(1, this.#told) - this.mean ** 2);
  }
}
