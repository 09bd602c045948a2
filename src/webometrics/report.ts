import { BadInput } from '../domain/errors.ts';
import type { DocumentLinks } from './document-links.ts';
import type { LinkedPages } from './linked-pages.ts';
import type { CountingModel } from './models.ts';
import type { Place } from './places.ts';

/** What reports count in. */
export interface Counted {
  readonly places: readonly Place[];
  readonly pages: LinkedPages;
  readonly models: readonly CountingModel[];
  /** The links of a model, and those between pages. */
  linksOf(model: CountingModel): DocumentLinks;
  /** Whether links from a site to itself count. */
  readonly self: boolean;
}

type Cell = string | number | null;

/** A table of figures; null where one has no meaning. */
export interface Figures {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly Cell[]>;
}

/** One question about the links between sites. */
export interface CountReport {
  readonly name: string;
  readonly summary: string;
  /** Whether it asks for pages outside of all sites, too. */
  readonly withOutside: boolean;
  /** Whether it counts by models; otherwise it counts pages. */
  readonly byModel: boolean;
  figures(counted: Counted): Figures;
}

/** Pairs of sites that memory has room for: 2 GB hold so many. */
const MOST_PAIRS = 10_000_000;

/** Sums by pair of sites, and by model: what is counted side by side. */
export class PairCounts {
  /** By pair: where its counts begin. */
  readonly #begins = new Map<number, number>();
  readonly #counts: number[] = [];
  readonly #sites: number;
  readonly #models: number;

  constructor({ places, models }: Pick<Counted, 'places' | 'models'>) {
    this.#sites = places.length;
    this.#models = models.length;
  }

  /** @throws BadInput for too many pairs */
  add(one: number, other: number, model: number): void {
    const begin = this.#beginOf(one * this.#sites + other);
    this.#counts[begin + model] = (this.#counts[begin + model] ?? 0) + 1;
  }

  of(one: number, other: number, model: number): number {
    const begin = this.#begins.get(one * this.#sites + other);
    return begin === undefined ? 0 : (this.#counts[begin + model] ?? 0);
  }

  /** The pairs that count in a model, in order of their sites. */
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

/** A row for each pair: the names of both sites, and a count by each model. */
export function* pairRows(counts: PairCounts, places: readonly Place[]): Generator<readonly (string | number)[]> {
  for (const [one, other, of] of counts.pairs()) yield [places[one]?.name ?? '', places[other]?.name ?? '', ...of];
}
