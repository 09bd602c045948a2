import { setCapped } from '../../domain/capped-map.ts';
import type { LinkId } from '../../domain/link.ts';
import type { Observation } from '../../domain/observation.ts';
import { inThisThread, type Later, OtherThread } from '../background-work.ts';
import { type CrawledPages, type FutureModel, futureValue, trainFuture } from './train-future.ts';

/** Most pages in a training; the oldest are forgotten. */
const MOST_PAGES = 20_000;
/** Visits from the start of a training to the first use of its model. Gives the other thread time to finish. */
const LAG = 5;
/** Number of most relevant pages with more weight in a training (Ma 2010, §2.4). */
const MOST_RELEVANT = 100;
/** Weight of the most relevant pages and of pages whose links led there. */
const EMPHASIS = 4;

const MINUTE = 60_000;

interface Page {
  readonly link: LinkId;
  readonly source: LinkId | undefined;
  readonly reward: number;
  readonly relevance: number;
  readonly terms: Uint32Array;
  readonly targets: Uint32Array;
}

interface Schedule {
  /** Visits before the first training. */
  readonly first: number;
  /** Returns the number of visits at the next training. */
  readonly next: (visits: number) => number;
  /** Most minutes between trainings, by the times of visits; undefined: only visits count. */
  readonly minutes?: number | undefined;
  /** True if the most relevant pages and the links that led to them have more weight. */
  readonly emphasis: boolean;
}

interface Parts {
  readonly discount: number;
  readonly classes: number;
  readonly schedule: Schedule;
  readonly inThreads: boolean | undefined;
}

const thread = new OtherThread(import.meta.url, 'train-thread', trainFuture);

/** Predicts the reward behind links from that behind followed links. Trained again during the crawl. */
export class FutureValues {
  readonly #parts: Parts;
  readonly #pages = new Map<LinkId, Page>();
  #visits = 0;
  #next: number;
  /** End of the last visit, in milliseconds. */
  #at = 0;
  /** Time of the last training, or of the first visit. */
  #since: number | undefined;
  #model: Later<FutureModel> | undefined;
  #coming: { readonly model: Later<FutureModel>; readonly from: number } | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#next = parts.schedule.first;
  }

  /** Returns the predicted value; undefined before the first training. */
  of(terms: Uint32Array): number | undefined {
    return this.#model && futureValue(this.#model.result(), terms);
  }

  /**
   * Returns a quantile of the training links' predictions; undefined before the first training.
   *
   * @param share in [0, 1]
   */
  quantile(share: number): number | undefined {
    return this.#model?.result().quantiles[Math.round(100 * share)];
  }

  /** Starts the pending training, if there is one, before its model is needed. */
  trainAhead(): void {
    this.#coming?.model.begin();
  }

  get isDue(): Promise<unknown> | undefined {
    return this.#coming && this.#visits + 1 >= this.#coming.from ? this.#coming.model.arrives : undefined;
  }

  /**
   * Adds a visited page.
   *
   * @param terms text of the link that led to the page
   */
  learn({ visit, claimed, links }: Observation, terms: Uint32Array): void {
    this.#visits++;
    this.#at = visit.at;
    this.#since ??= visit.at;
    if (this.#coming && this.#visits >= this.#coming.from) {
      this.#model = this.#coming.model;
      this.#coming = undefined;
    }
    const { link, reward, relevance = 0 } = visit;
    const targets = Uint32Array.from(links, ({ id }) => id);
    const page = { link, source: claimed.source?.id, reward, relevance, terms, targets };
    setCapped(this.#pages, link, page, MOST_PAGES);
  }

  /**
   * Schedules a training if one is due.
   *
   * @param vocabulary number of terms
   */
  train(vocabulary: number): void {
    const { next, minutes = Number.POSITIVE_INFINITY } = this.#parts.schedule;
    const isTime = this.#at - (this.#since ?? this.#at) >= minutes * MINUTE;
    if (this.#coming || (this.#visits < this.#next && !isTime)) return;
    this.#since = this.#at;
    this.#next = next(this.#visits);
    const pages = this.#crawled(vocabulary);
    const model = this.#parts.inThreads ? thread.later(pages) : inThisThread(trainFuture, pages);
    this.#coming = { model, from: this.#visits + LAG };
  }

  #crawled(vocabulary: number): CrawledPages {
    const { discount, classes, schedule } = this.#parts;
    const pages = [...this.#pages.values()];
    const emphasised = schedule.emphasis ? this.#led(pages) : undefined;
    return {
      ...{ discount, classes, vocabulary },
      links: Uint32Array.from(pages, ({ link }) => link),
      rewards: Float32Array.from(pages, ({ reward }) => reward),
      weights: Float32Array.from(pages, ({ link }) => (emphasised?.has(link) ? EMPHASIS : 1)),
      offsets: offsetsOf(pages.map(({ terms }) => terms)),
      terms: joined(pages.map(({ terms }) => terms)),
      targetOffsets: offsetsOf(pages.map(({ targets }) => targets)),
      targets: joined(pages.map(({ targets }) => targets)),
    };
  }

  /** Returns the most relevant pages and the pages whose links led to them. */
  #led(pages: readonly Page[]): ReadonlySet<LinkId> {
    const best = [...pages].sort((a, b) => b.relevance - a.relevance || a.link - b.link).slice(0, MOST_RELEVANT);
    const led = new Set<LinkId>();
    for (const { link } of best.filter(({ relevance }) => relevance > 0)) {
      for (let at: LinkId | undefined = link; at !== undefined && !led.has(at); at = this.#pages.get(at)?.source)
        led.add(at);
    }
    return led;
  }
}

function offsetsOf(rows: readonly Uint32Array[]): Uint32Array {
  const offsets = new Uint32Array(rows.length + 1);
  for (const [at, { length }] of rows.entries()) offsets[at + 1] = (offsets[at] ?? 0) + length;
  return offsets;
}

function joined(rows: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(rows.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const row of rows) {
    all.set(row, at);
    at += row.length;
  }
  return all;
}
