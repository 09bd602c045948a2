import { keep } from '../../domain/bounded.ts';
import type { LinkId } from '../../domain/link.ts';
import { here, type Later } from '../later.ts';
import { type Examples, explain, nodeMeans, predict, type Trees } from './boosted-trees.ts';
import { COLUMNS, featureOfColumn, GroupStatistics } from './group-statistics.ts';
import { type KeptModel, type KeptRepeats, packRows, unpackRows } from './kept-state.ts';
import {
  ALL,
  anchorWord,
  BUCKETS,
  FEATURES,
  type Feature,
  INDEX_PAGES,
  NONE,
  SECTION,
  SEGMENT,
  SITE,
  TOKENS,
  urlWord,
} from './link-features.ts';
import { Calibration, PageValues } from './page-values.ts';
import type { Prior } from './prior.ts';
import { SparseRegression } from './sparse-regression.ts';

/** No repeat, one page before, several. */
const CLASSES = 3;
/** What counts as expected and as come from the start, each in ln(1 + value). */
const PRIOR = 2;
/** What is kept of both at each visit of the class. */
const KEPT = 0.98;
/** What repeats are worth at least, of what is expected. */
const LEAST = 0.1;

/**
 * Pages whose addresses end alike on a site, as translations, versions and copies of a page do: what the first one brought
 * makes the next look good, and often it shows the same external links, which are known by then. So of what is expected
 * of a repeat that share is taken which came of repeats lately, of what was expected of them. Pages of folders, as
 * `index.html`, end alike everywhere and are no repeats.
 *
 *     factor = (2 + sum of ln(1 + value)) / (2 + sum of what was expected), in [0.1, 1]
 */
export class Repeats {
  /** Pages that were read, by site and last segment. */
  readonly #read = new Map<number, number>();
  readonly #expected = new Float64Array(CLASSES).fill(PRIOR);
  readonly #came = new Float64Array(CLASSES).fill(PRIOR);

  /** Share of what is expected of a link that is to be taken; 1 where no page of its site ended so. */
  factor(features: Float32Array): number {
    const repeats = this.#classOf(features);
    if (repeats === 0) return 1;
    return Math.max(LEAST, Math.min(1, (this.#came[repeats] ?? 0) / (this.#expected[repeats] ?? 1)));
  }

  /** A page was read. Both in ln(1 + value). */
  learn(features: Float32Array, expected: number, came: number): void {
    const repeats = this.#classOf(features);
    this.#expected[repeats] = add(this.#expected[repeats], Math.max(0, expected));
    this.#came[repeats] = add(this.#came[repeats], came);
    const key = keyOf(features);
    this.#read.set(key, (this.#read.get(key) ?? 0) + 1);
  }

  save(): KeptRepeats {
    const [keys, reads] = [Float64Array.from(this.#read.keys()), Float64Array.from(this.#read.values())];
    return { keys, reads, expected: this.#expected, came: this.#came };
  }

  load({ keys, reads, expected, came }: KeptRepeats): void {
    for (const [at, key] of keys.entries()) this.#read.set(key, reads[at] ?? 0);
    this.#expected.set(expected);
    this.#came.set(came);
  }

  #classOf(features: Float32Array): number {
    if (INDEX_PAGES.has(features[SEGMENT] ?? NONE)) return 0;
    return Math.min(CLASSES - 1, this.#read.get(keyOf(features)) ?? 0);
  }
}

const add = (sum = PRIOR, value: number): number => PRIOR + KEPT * (sum - PRIOR) + value;

const keyOf = (features: Float32Array): number => (features[SITE] ?? NONE) * BUCKETS + (features[SEGMENT] ?? NONE);

/** Visits after which trees are fitted first, and from then on … */
const FIRST_FIT = 20;
/** … after so many more … */
const FIT_EVERY = 10;
/** … or so many times as many, whichever is more. */
const GROWTH = 1.1;
/** Visits from a fit's begin until its trees are used: other threads may take that long. */
const LAG = 5;
/** Most visits that trees are fitted to. */
const MOST_EXAMPLES = 5000;
/** Share of the trees in the mean of both. */
const TREES = 0.5;
/** Weight of the doubt in a score … */
const DOUBT = 0.7;
/** … and of how little of a link's section was seen, unless told otherwise. */
const UNSEEN = 0.5;

interface Example {
  readonly features: Float32Array;
  /** What the trees were told when it was visited. */
  readonly row: Float32Array;
  /** ln(1 + value), as it is known now. */
  value: number;
}

type BeginFit = (examples: Examples) => Later<Trees>;

interface Link {
  readonly id: LinkId;
  readonly features: Float32Array;
}

/**
 * Expects what links will bring, with what lies behind them: the mean of a linear regression and of boosted trees, which
 * err differently. It is told of one visit after the other, and depends on these alone.
 */
export class LinkModel {
  readonly #regression = new SparseRegression();
  readonly #statistics = new GroupStatistics();
  readonly #pages = new PageValues();
  readonly #repeats = new Repeats();
  readonly #calibration = new Calibration();
  readonly #beginFit: BeginFit | undefined;
  readonly #unseen: number;
  /** Visits that trees are fitted to. */
  readonly #examples = new Map<LinkId, Example>();
  readonly #row = new Float32Array(COLUMNS);
  /** Of the nodes of the trees that were explained last. */
  #means: { readonly trees: Trees; readonly means: Float64Array } | undefined;
  #visits = 0;
  #nextFit = FIRST_FIT;
  #fit: Later<Trees> | undefined;
  #coming: { readonly fit: Later<Trees>; readonly from: number } | undefined;

  /**
   * @param prior what words were worth elsewhere
   * @param beginFit undefined: there are no trees
   * @param unseen weight of how little of a link's section was seen
   */
  constructor(prior: Prior | undefined, beginFit?: BeginFit, unseen = UNSEEN) {
    this.#beginFit = beginFit;
    this.#unseen = unseen;
    for (const [word, weight] of Object.entries(prior?.anchor ?? {})) this.#regression.begin(anchorWord(word), weight);
    for (const [word, weight] of Object.entries(prior?.address ?? {})) this.#regression.begin(urlWord(word), weight);
  }

  /** Returns what each feature of a link adds to what is expected of it: all of them are that. */
  parts(features: Float32Array): ReadonlyMap<Feature, number> {
    const parts = new Map<Feature, number>();
    const add = (at: Feature, by: number) => parts.set(at, (parts.get(at) ?? 0) + by);
    const share = (this.#fit ? 1 - TREES : 1) * this.#factor(features, this.#regression.predict(features));
    for (const [at, token] of features.subarray(0, TOKENS).entries())
      if (token !== NONE) add(at, share * this.#regression.weight(token));
    if (!this.#fit) return parts;
    const trees = this.#fit.result();
    if (this.#means?.trees !== trees) {
      const rows = [...this.#examples.values()].map(({ row }) => row);
      this.#means = { trees, means: nodeMeans(trees, rows) };
    }
    const { usual, moved } = explain(trees, this.#means.means, this.#statistics.row(features, this.#row));
    add(ALL, TREES * usual);
    for (const [column, by] of moved.entries()) add(featureOfColumn(column), TREES * by);
    return parts;
  }

  /** What having a feature adds to what is expected, by the regression. */
  weight(token: number): number {
    return this.#regression.weight(token);
  }

  /** ln(1 + value) of a link's page, as it may be expected. */
  expected(features: Float32Array): number {
    const predicted = this.#regression.predict(features);
    const linear = predicted * this.#factor(features, predicted);
    if (!this.#fit) return linear;
    return (1 - TREES) * linear + TREES * predict(this.#fit.result(), this.#statistics.row(features, this.#row));
  }

  /** What a link's page is expected to bring by itself, in units of the reward. */
  reward(features: Float32Array): number {
    return this.#calibration.reward(this.expected(features));
  }

  /** Share of what the regression predicts that is to be expected. */
  #factor(features: Float32Array, predicted: number): number {
    return predicted > 0 ? this.#repeats.factor(features) : 1;
  }

  /**
   * What links are compared by: the expected value, more where little is known: of its features, and of its section, the
   * first two folders of its address, of which m links were visited:
   *
   *     expected + 0.7 (mean over features of 1 / sqrt(1 + n)) + unseen / sqrt(1 + m)
   */
  score(features: Float32Array): number {
    const unseen = 1 / Math.sqrt(1 + this.#statistics.visited(features, SECTION));
    return this.expected(features) + DOUBT * this.#regression.doubt(features) + this.#unseen * unseen;
  }

  /** Begins to fit the trees that are used next, if it is time to. */
  fitAhead(): void {
    this.#coming?.fit.begin();
  }

  /** Resolved when the next visit may be learned from: trees that are due have come. */
  get isDue(): Promise<unknown> | undefined {
    return this.#coming && this.#visits + 1 >= this.#coming.from ? this.#coming.fit.arrives : undefined;
  }

  /**
   * A page was read.
   *
   * @param parent the page that its link was found on
   * @returns features of the visits whose value changed, its own first
   */
  learn({ id, features }: Link, parent: LinkId | undefined, reward: number, found: readonly Link[]): Float32Array[] {
    // By the trees that it was ranked by.
    this.#calibration.learn(this.expected(features), reward);
    this.#visits++;
    if (this.#coming && this.#visits >= this.#coming.from) {
      this.#fit = this.#coming.fit;
      this.#coming = undefined;
    }
    const row = this.#statistics.row(features);
    const links = found.map((link) => ({
      id: link.id,
      predicted: fromLogarithm(this.#regression.predict(link.features)),
    }));
    const [own, ...others] = this.#pages.add(id, parent, reward, links);
    const value = Math.log1p(own?.value ?? reward);
    this.#repeats.learn(features, this.#regression.predict(features), value);
    this.#regression.learn(features, value);
    this.#statistics.add(features, Math.log1p(reward), value);
    keep(this.#examples, id, { features, row, value }, MOST_EXAMPLES);
    const changed = [features];
    for (const { id: other, value: now } of others) {
      const example = this.#examples.get(other);
      if (!example) continue;
      this.#statistics.shift(example.features, Math.log1p(now) - example.value);
      example.value = Math.log1p(now);
      changed.push(example.features);
    }
    if (this.#beginFit && this.#visits >= this.#nextFit) this.#begin(this.#beginFit);
    return changed;
  }

  /** Undefined while trees are being fitted: they are not used yet. */
  save(): KeptModel | undefined {
    if (this.#coming) return undefined;
    const examples = [...this.#examples.values()];
    return {
      visits: this.#visits,
      nextFit: this.#nextFit,
      trees: this.#fit?.result(),
      examples: {
        ids: Float64Array.from(this.#examples.keys()),
        features: packRows(
          examples.map(({ features }) => features),
          FEATURES,
        ),
        rows: packRows(
          examples.map(({ row }) => row),
          COLUMNS,
        ),
        values: Float64Array.from(examples, ({ value }) => value),
      },
      regression: this.#regression.save(),
      statistics: this.#statistics.save(),
      pages: this.#pages.save(),
      repeats: this.#repeats.save(),
      calibration: this.#calibration.save(),
    };
  }

  /** Of a model that was made alike and has learned nothing yet. */
  load({ visits, nextFit, trees, examples, regression, statistics, pages, repeats, calibration }: KeptModel): void {
    this.#visits = visits;
    this.#nextFit = nextFit;
    this.#fit = trees && here(() => trees, undefined);
    const [features, rows] = [unpackRows(examples.features, FEATURES), unpackRows(examples.rows, COLUMNS)];
    for (const [at, id] of examples.ids.entries()) {
      const [ofLink, row] = [features[at], rows[at]];
      if (ofLink && row) this.#examples.set(id, { features: ofLink, row, value: examples.values[at] ?? 0 });
    }
    this.#regression.load(regression);
    this.#statistics.load(statistics);
    this.#pages.load(pages);
    this.#repeats.load(repeats);
    this.#calibration.load(calibration);
  }

  #begin(beginFit: BeginFit): void {
    this.#nextFit = Math.max(this.#visits + FIT_EVERY, Math.round(this.#visits * GROWTH));
    const examples = [...this.#examples.values()];
    const values = new Float32Array(examples.length * COLUMNS);
    for (const [at, { row }] of examples.entries()) values.set(row, at * COLUMNS);
    const targets = Float32Array.from(examples, ({ value }) => value);
    this.#coming = { fit: beginFit({ columns: COLUMNS, values, targets }), from: this.#visits + LAG };
  }
}

/** A value from its logarithm; no link is expected to bring thousands. */
const fromLogarithm = (logarithm: number): number => Math.max(0, Math.expm1(Math.min(8, logarithm)));
