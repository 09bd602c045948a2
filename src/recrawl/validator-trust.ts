import { z } from 'zod';
import type { Store } from '../storage/open.ts';
import { nightQueries } from '../storage/recrawl.ts';
import type { NightSums } from './night-sums.ts';

/** Changes that a site's validators must have told of before they are believed. */
const LEAST_HONEST = 2;
/** Changes that they may have kept silent of, as a share of those that they told of. */
const MOST_LIES = 0.05;

export const VALIDATORS = 'validators ';

const counts = z.tuple([z.number(), z.number()]);

/**
 * How far a site's ETag and Last-Modified are believed. What counts are pages that were read and had changed: did the
 * server tell? A site is not believed before it has told of some changes, so that a server that always says the same, or
 * whose pages are drawn by scripts, is asked for its pages. Sums over all nights, by site: told, kept silent.
 */
export class ValidatorTrust {
  readonly #sums: NightSums;
  readonly #known = new Map<number, [told: number, silent: number]>();

  /** @param sums of the night under way */
  constructor(store: Store, sums: NightSums) {
    this.#sums = sums;
    for (const { scope, numbers } of nightQueries(store).sumsLike.all({ pattern: `${VALIDATORS}%` })) {
      const [told, silent] = counts.parse(JSON.parse(numbers));
      const site = Number(scope.slice(VALIDATORS.length));
      const [toldBefore, silentBefore] = this.#known.get(site) ?? [0, 0];
      this.#known.set(site, [toldBefore + told, silentBefore + silent]);
    }
  }

  isBelieved(site: number): boolean {
    const [told, silent] = this.#known.get(site) ?? [0, 0];
    return told >= LEAST_HONEST && silent <= MOST_LIES * told;
  }

  /** Stores that a page of the site has changed, in the transaction of that change; `told`: its validators, too. */
  store(site: number, told: boolean): void {
    this.#sums.add({ [`${VALIDATORS}${site}`]: told ? [1, 0] : [0, 1] });
    this.#sums.write();
  }

  /** Counts it, once it is stored. */
  count(site: number, told: boolean): void {
    const [before, silent] = this.#known.get(site) ?? [0, 0];
    this.#known.set(site, told ? [before + 1, silent] : [before, silent + 1]);
  }
}
