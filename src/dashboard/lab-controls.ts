import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { BadInput, messageOf } from '../domain/errors.ts';
import { type Comparison, compare, ORACLES, taskCount } from '../lab/compare.ts';
import { type LabReport, wordsOf } from '../lab/report/report.ts';
import { reportPage } from '../lab/report/report-page.ts';
import { openThreads } from '../lab/thread-pool.ts';

export interface LabAsked {
  readonly strategies: readonly string[];
  readonly pageLimit: number;
  readonly seeds: number;
}

const MEASURE = 'new-external-links';
/** Points of a drawn curve, at most. */
const POINTS = 200;

interface Running {
  readonly asked: LabAsked;
  readonly startedAt: number;
  readonly tasks: number;
  readonly interruption: AbortController;
  done: number;
  endedAt: number | undefined;
  trouble: string;
  report: LabReport | undefined;
}

interface DeskOptions {
  /** Path of the crawl's database; strategies are replayed on the content at the start of a comparison. */
  readonly db: string;
  readonly now: () => number;
  /** Signal that aborts when the dashboard closes. */
  readonly closing: AbortSignal;
}

/** Compares strategies on the crawl in threads, one comparison at a time. Keeps the last result. */
export class LabControls {
  readonly #options: DeskOptions;
  #running: Running | undefined;

  constructor(options: DeskOptions) {
    this.#options = options;
    options.closing.addEventListener('abort', () => this.stop());
  }

  /** Starts a comparison. @throws BadInput if one runs already, and for strategies that can't be compared */
  async start(asked: LabAsked): Promise<void> {
    if (this.#running && this.#running.endedAt === undefined)
      throw new BadInput('a comparison is already running: stop it first');
    const { db, now } = this.#options;
    const { strategies, pageLimit, seeds } = asked;
    const comparison: Comparison = {
      web: { files: [db], split: undefined, name: 'this crawl' },
      measure: MEASURE,
      strategies: strategies.map((name) => ({ name, choice: { strategy: name, params: {} } })),
      ...{ pageLimits: [pageLimit], seeds, workers: 1 },
    };
    const running: Running = {
      ...{ asked, startedAt: now(), tasks: taskCount(comparison), interruption: new AbortController() },
      ...{ done: 0, endedAt: undefined, trouble: '', report: undefined },
    };
    this.#running = running;
    // Leaves one core to the crawl and the dashboard.
    const pool = openThreads(Math.min(Math.max(1, availableParallelism() - 1), running.tasks));
    try {
      await pool.open(comparison.web, new Set());
    } catch (error) {
      running.endedAt = now();
      running.trouble = messageOf(error);
      await pool.close();
      throw error;
    }
    void this.#run(running, comparison, pool);
  }

  stop(): void {
    this.#running?.interruption.abort();
  }

  /** State of the last comparison; null: none. */
  get comparison() {
    const running = this.#running;
    if (!running) return null;
    const { asked, startedAt, endedAt, tasks, done, trouble, report, interruption } = running;
    return {
      ...{ ...asked, tasks, done, trouble },
      isRunning: endedAt === undefined,
      milliseconds: (endedAt ?? this.#options.now()) - startedAt,
      report: report ? resultOf(report, interruption.signal.aborted) : null,
    };
  }

  /** Complete report, as from `forager lab --html`; undefined before the first. */
  get page(): string | undefined {
    const report = this.#running?.report;
    return report && reportPage(report);
  }

  async #run(running: Running, comparison: Comparison, pool: ReturnType<typeof openThreads>): Promise<void> {
    const { signal } = running.interruption;
    // Each waiting task adds a listener.
    setMaxListeners(0, signal);
    try {
      const found = await compare(comparison, pool.run, () => running.done++, signal);
      running.report = {
        ...found,
        title: 'Strategies on this crawl',
        words: wordsOf(MEASURE),
        oracles: ORACLES,
        command: 'the dashboard',
        createdAt: this.#options.now(),
      };
    } catch (error) {
      running.trouble = messageOf(error);
    } finally {
      await pool.close();
      running.endedAt = this.#options.now();
    }
  }
}

export type LabComparison = NonNullable<LabControls['comparison']>;
export type LabResult = ReturnType<typeof resultOf>;

/** Returns the results so far, best first; a strategy without a value has a null curve. */
function resultOf({ webs, results, curves }: LabReport, isInterrupted: boolean) {
  const most = Math.max(0, ...curves.map(({ pages }) => pages.length - 1));
  const step = Math.max(1, Math.ceil(most / POINTS));
  const pages = Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
  const [web] = webs;
  return {
    web: web ?? null,
    isInterrupted,
    results: results
      .map(({ strategy, mean, sd, seeds, ratioToTrivial, ratioToOracle }) => ({
        ...{ strategy, mean, sd, seeds, ratioToTrivial, ratioToOracle },
        isOracle: ORACLES.includes(strategy),
      }))
      .sort((a, b) => b.mean - a.mean),
    pages,
    curves: curves.map(({ strategy, mean }) => ({ strategy, links: pages.map((n) => mean[n] ?? null) })),
  };
}
