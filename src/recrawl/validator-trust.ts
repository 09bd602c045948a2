import { z } from 'zod';
import type { Store } from '../storage/open.ts';
import { recrawlRunQueries } from '../storage/recrawl.ts';
import type { RunSums } from './run-sums.ts';

/** Minimum number of reported changes before a site's validators are trusted. */
const LEAST_HONEST = 2;
/** Maximum number of unreported changes, as a share of the reported ones. */
const MOST_LIES = 0.05;

export const VALIDATORS = 'validators ';

const counts = z.tuple([z.number(), z.number()]);

/**
 * Trust in a site's ETag and Last-Modified, by the share of real changes that they reported in all recrawl runs.
 * Without reported changes there is no trust, as some servers never change their validators.
 */
export class ValidatorTrust {
  readonly #sums: RunSums;
  readonly #known = new Map<number, [honest: number, silent: number]>();

  /** @param sums sums of the recrawl run in progress */
  constructor(store: Store, sums: RunSums) {
    this.#sums = sums;
    for (const { scope, numbers } of recrawlRunQueries(store).sumsLike.all({ pattern: `${VALIDATORS}%` })) {
      const [honest, silent] = counts.parse(JSON.parse(numbers));
      const site = Number(scope.slice(VALIDATORS.length));
      const [honestBefore, silentBefore] = this.#known.get(site) ?? [0, 0];
      this.#known.set(site, [honestBefore + honest, silentBefore + silent]);
    }
  }

  isBelieved(site: number): boolean {
    const [honest, silent] = this.#known.get(site) ?? [0, 0];
    return honest >= LEAST_HONEST && silent <= MOST_LIES * honest;
  }

  /** Stores a change of a page, in the change's transaction. `honest`: the validators changed, too. */
  store(site: number, honest: boolean): void {
    this.#sums.add({ [`${VALIDATORS}${site}`]: honest ? [1, 0] : [0, 1] });
    this.#sums.write();
  }

  /** Counts a stored change in memory. */
  count(site: number, honest: boolean): void {
    const [before, silent] = this.#known.get(site) ?? [0, 0];
    this.#known.set(site, honest ? [before + 1, silent] : [before, silent + 1]);
  }
}
