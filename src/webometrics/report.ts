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

/** Sums by pair of sites, and by model: what is counted side by side. */
export class PairCounts {
  readonly #counts = new Map<number, Float64Array>();
  readonly #sites: number;
  readonly #models: number;

  constructor({ places, models }: Pick<Counted, 'places' | 'models'>) {
    this.#sites = places.length;
    this.#models = models.length;
  }

  add(one: number, other: number, model: number): void {
    const key = one * this.#sites + other;
    const known = this.#counts.get(key) ?? new Float64Array(this.#models);
    if (known[model] === 0) this.#counts.set(key, known);
    known[model] = (known[model] ?? 0) + 1;
  }

  of(one: number, other: number, model: number): number {
    return this.#counts.get(one * this.#sites + other)?.[model] ?? 0;
  }

  /** The pairs that count in a model, in order of their sites. */
  *pairs(): Generator<readonly [one: number, other: number, counts: readonly number[]]> {
    for (const [key, counts] of [...this.#counts].sort(([a], [b]) => a - b))
      yield [Math.floor(key / this.#sites), key % this.#sites, [...counts]];
  }
}
