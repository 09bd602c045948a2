import { setCapped } from '../../domain/capped-map.ts';
import type { LinkId } from '../../domain/link.ts';
import { inThisThread, type Later } from '../background-work.ts';
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

/** Classes of a link by the visited pages of its site with the same last segment: none, one, two or more. */
const CLASSES = 3;
/** Prior added to both the expected and the actual sums, in ln(1 + value). */
const PRIOR = 2;
/** Factor by which both sums decay at each visit of the class. */
const KEPT = 0.98;
/** Lower limit of the factor for repeats. */
const LEAST = 0.1;

/**
 * Scales down the expected value of repeats: pages of a site with the same last segment, such as translations and
 * copies. A repeat often has the same external links as the first page. Names of index pages are no repeats.
 *
 *     factor = (2 + sum of ln(1 + actual value)) / (2 + sum of ln(1 + expected value)), in [0.1, 1]
 */
export class Repeats {
  /** Number of visited pages, by site and last segment. */
  readonly #read = new Map<number, number>();
  readonly #expected = new Float64Array(CLASSES).fill(PRIOR);
  readonly #found = new Float64Array(CLASSES).fill(PRIOR);

  /** Returns the factor for a link's expected value; 1 for the first page with its last segment on a site. */
  factor(features: Float32Array): number {
    const repeats = this.#classOf(features);
    if (repeats === 0) return 1;
    return Math.max(LEAST, Math.min(1, (this.#found[repeats] ?? 0) / (this.#expected[repeats] ?? 1)));
  }

  /** Adds a visited page. Both values are in ln(1 + value). */
  learn(features: Float32Array, expected: number, found: number): void {
    const repeats = this.#classOf(features);
    this.#expected[repeats] = add(this.#expected[repeats], Math.max(0, expected));
    this.#found[repeats] = add(this.#found[repeats], found);
    const key = keyOf(features);
    this.#read.set(key, (this.#read.get(key) ?? 0) + 1);
  }

  save(): KeptRepeats {
    const [keys, reads] = [Float64Array.from(this.#read.keys()), Float64Array.from(this.#read.values())];
    return { keys, reads, expected: this.#expected, came: this.#found };
  }

  load({ keys, reads, expected, came }: KeptRepeats): void {
    for (const [at, key] of keys.entries()) this.#read.set(key, reads[at] ?? 0);
    this.#expected.set(expected);
    this.#found.set(came);
  }

  #classOf(features: Float32Array): number {
    if (INDEX_PAGES.has(features[SEGMENT] ?? NONE)) return 0;
    return Math.min(CLASSES - 1, this.#read.get(keyOf(features)) ?? 0);
  }
}

const add = (sum = PRIOR, value: number): number => PRIOR + KEPT * (sum - PRIOR) + value;

const keyOf = (features: Float32Array): number => (features[SITE] ?? NONE) * BUCKETS + (features[SEGMENT] ?? NONE);

/** Visits before trees are fitted for the first time. */
const FIRST_FIT = 20;
/** Least number of visits between two fits. */
const FIT_EVERY = 10;
/** Least growth of the number of visits between two fits, as a factor. */
const GROWTH = 1.1;
/** Visits from the start of a fit to the first use of its trees. Gives the other thread time to finish. */
const LAG = 5;
/** Most visits that trees are fitted to; the oldest are dropped. */
const MOST_EXAMPLES = 5000;
/** Weight of the trees in the mean of trees and regression. */
const TREES = 0.5;
/** Weight in a score of the doubt about a link's features. */
const DOUBT = 0.7;
/** Default weight in a score of an unexplored section. */
const UNSEEN = 0.5;

interface Example {
  readonly features: Float32Array;
  /** Input of the trees at the time of the visit. */
  readonly row: Float32Array;
  /** Current ln(1 + value), with the rewards of pages behind the page. */
  value: number;
}

type BeginFit = (examples: Examples) => Later<Trees>;

interface Link {
  readonly id: LinkId;
  readonly features: Float32Array;
}

/**
 * Predicts the value of links, including the pages behind them. Takes the mean of a linear regression and boosted
 * trees, as their errors differ. The state depends on the order of visits only.
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
  /** Node means of the last trees that were explained. */
  #means: { readonly trees: Trees; readonly means: Float64Array } | undefined;
  #visits = 0;
  #nextFit = FIRST_FIT;
  #fit: Later<Trees> | undefined;
  #coming: { readonly fit: Later<Trees>; readonly from: number } | undefined;

  /**
   * @param prior weights of words from other crawls
   * @param beginFit undefined: no trees
   * @param unseen weight of an unexplored section in a score
   */
  constructor(prior: Prior | undefined, beginFit?: BeginFit, unseen = UNSEEN) {
    this.#beginFit = beginFit;
    this.#unseen = unseen;
    for (const [word, weight] of Object.entries(prior?.anchor ?? {})) this.#regression.begin(anchorWord(word), weight);
    for (const [word, weight] of Object.entries(prior?.address ?? {})) this.#regression.begin(urlWord(word), weight);
  }

  /** Returns the contribution of each feature to a link's expected value. Their sum is the expected value. */
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

  /** Returns a feature's weight in the regression. */
  weight(token: number): number {
    return this.#regression.weight(token);
  }

  /** Returns the expected ln(1 + value) of a link's page. */
  expected(features: Float32Array): number {
    const predicted = this.#regression.predict(features);
    const linear = predicted * this.#factor(features, predicted);
    if (!this.#fit) return linear;
    return (1 - TREES) * linear + TREES * predict(this.#fit.result(), this.#statistics.row(features, this.#row));
  }

  /** Returns the expected reward of a link's page alone, in units of the reward. */
  reward(features: Float32Array): number {
    return this.#calibration.reward(this.expected(features));
  }

  /** Returns the factor for the regression's prediction. */
  #factor(features: Float32Array, predicted: number): number {
    return predicted > 0 ? this.#repeats.factor(features) : 1;
  }

  /**
   * Returns the number that links are compared by. Adds to the expected value for features with few visits n, and for
   * sections (first two folders of an address) with few visits m:
   *
   *     expected + 0.7 (mean over features of 1 / sqrt(1 + n)) + unseen / sqrt(1 + m)
   */
  score(features: Float32Array): number {
    const unseen = 1 / Math.sqrt(1 + this.#statistics.visited(features, SECTION));
    return this.expected(features) + DOUBT * this.#regression.doubt(features) + this.#unseen * unseen;
  }

  /** Starts the pending fit, if there is one, before its trees are needed. */
  fitAhead(): void {
    this.#coming?.fit.begin();
  }

  /** Promise of trees that the next visit needs; undefined if there are none to wait for. */
  get isDue(): Promise<unknown> | undefined {
    return this.#coming && this.#visits + 1 >= this.#coming.from ? this.#coming.fit.arrives : undefined;
  }

  /**
   * Learns from a visited page.
   *
   * @param parent page that its link was found on
   * @returns features of all visits whose value changed, with this visit first
   */
  learn({ id, features }: Link, parent: LinkId | undefined, reward: number, found: readonly Link[]): Float32Array[] {
    // Uses the trees that ranked the link.
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
    setCapped(this.#examples, id, { features, row, value }, MOST_EXAMPLES);
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

  /** Returns the state; undefined during a fit. */
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

  /** Loads a state into a new model with the same constructor arguments. */
  load({ visits, nextFit, trees, examples, regression, statistics, pages, repeats, calibration }: KeptModel): void {
    this.#visits = visits;
    this.#nextFit = nextFit;
    this.#fit = trees && inThisThread(() => trees, undefined);
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

/** Converts ln(1 + value) to a value. The limit of 8 (about 3000) keeps wrong predictions small. */
const fromLogarithm = (logarithm: number): number => Math.max(0, Math.expm1(Math.min(8, logarithm)));
