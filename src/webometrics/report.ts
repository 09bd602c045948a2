import { BadInput } from '../domain/errors.ts';
import type { Place } from './counted-sites.ts';
import type { DocumentLinks } from './document-links.ts';
import type { LinkedPages } from './linked-pages.ts';
import type { CountingModel } from './models.ts';

/** Data that reports count. */
export interface Counted {
  readonly places: readonly Place[];
  readonly pages: LinkedPages;
  readonly models: readonly CountingModel[];
  /** Returns the links between the documents of a model. */
  linksOf(model: CountingModel): DocumentLinks;
  /** True to count links from a site to itself. */
  readonly self: boolean;
}

type Cell = string | number | null;

/** Table of figures; null marks figures without a meaning. */
export interface Figures {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly Cell[]>;
}

/** Report that answers a question about the links between sites. */
export interface CountReport {
  readonly name: string;
  readonly summary: string;
  /** True if the report needs external pages. */
  readonly withOutside: boolean;
  /** True if the report counts documents of models rather than pages. */
  readonly byModel: boolean;
  figures(counted: Counted): Figures;
}

/** Pairs of sites counted at most: they take 2 GB of memory. */
const MOST_PAIRS = 10_000_000;

/** Counts for each pair of sites and each model. */
export class PairCounts {
  /** Index of the first count of each pair. */
  readonly #begins = new Map<number, number>();
  readonly #counts: number[] = [];
  readonly #sites: number;
  readonly #models: number;

  constructor({ places, models }: Pick<Counted, 'places' | 'models'>) {
    this.#sites = places.length;
    this.#models = models.length;
  }

  /** Counts one link of a pair. @throws BadInput for too many pairs */
  add(one: number, other: number, model: number): void {
    const begin = this.#beginOf(one * this.#sites + other);
    this.#counts[begin + model] = (this.#counts[begin + model] ?? 0) + 1;
  }

  of(one: number, other: number, model: number): number {
    const begin = this.#begins.get(one * this.#sites + other);
    return begin === undefined ? 0 : (this.#counts[begin + model] ?? 0);
  }

  /** Yields all counted pairs in order of their sites. */
  *pairs(): Generator<readonly [one: number, other: number, counts: readonly number[]]> {
    for (const key of Float64Array.from(this.#begins.keys()).sort()) {
      const begin = this.#begins.get(key) ?? 0;
      yield [Math.floor(key / this.#sites), key % this.#sites, this.#counts.slice(begin, begin + this.#models)];
    }
  }

  #beginOf(key: number): number {
    const known = this.#begins.get(key);
    if (known !== undefined) return known;
    if (this.#begins.size === MOST_PAIRS)
      throw new BadInput(
        `over ${MOST_PAIRS.toLocaleString('en')} pairs of sites to count; remove sites from a copy of the database with forager sites rm`,
      );
    const begin = this.#counts.length;
    this.#begins.set(key, begin);
    for (let model = 0; model < this.#models; model++) this.#counts.push(0);
    return begin;
  }
}

/** Yields a row for each pair: the names of both sites, and a count for each model. */
export function* pairRows(counts: PairCounts, places: readonly Place[]): Generator<readonly (string | number)[]> {
  for (const [one, other, of] of counts.pairs()) yield [places[one]?.name ?? '', places[other]?.name ?? '', ...of];
}
