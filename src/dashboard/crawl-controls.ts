import type { RunChange } from '../crawl/run-requests.ts';
import type { CrawlRun } from '../crawl/start-run.ts';
import { BadInput, messageOf } from '../domain/errors.ts';
import type { AskedOptions } from '../options/option.ts';

/** Starts a crawl or a recrawl on the dashboard's database; missing options are as in its last run. */
type Start = (asked: AskedOptions) => Promise<CrawlRun<unknown>>;

interface Starts {
  readonly crawl: Start;
  readonly recrawl: Start;
}

/** Control of this process's crawl or recrawl, of which one runs at a time. */
export class CrawlControls {
  readonly #start: Starts | undefined;
  readonly #refusal: string;
  #run: CrawlRun<unknown> | undefined;
  #isStarting = false;
  #isStopping = false;
  #trouble = '';

  /**
   * @param start undefined: crawls can't be started here
   * @param refusal error message in this case
   */
  constructor(start?: Starts, refusal = 'no crawl can be started from here') {
    this.#start = start;
    this.#refusal = refusal;
  }

  get isRunning(): boolean {
    return this.#run !== undefined || this.#isStarting;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Error of the last crawl; empty: none. */
  get trouble(): string {
    return this.#trouble;
  }

  /** True if a crawl can be started here. */
  get canStart(): boolean {
    return this.#start !== undefined;
  }

  /** True if a crawl runs here whose limits can be changed. */
  get canLimit(): boolean {
    return this.#run?.setLimits !== undefined;
  }

  /** Shows a crawl that runs in this process, until it ends. */
  show(run: CrawlRun<unknown>): void {
    this.#run = run;
    this.#isStopping = false;
    this.#trouble = '';
    run.done
      .catch((error: unknown) => {
        this.#trouble = messageOf(error);
      })
      .finally(() => {
        this.#run = undefined;
        this.#isStopping = false;
      });
  }

  /**
   * Starts a crawl or a recrawl; resolves when its run has started.
   * @throws BadInput if a run is active here, and as `Starts` does
   */
  async start(what: keyof Starts, asked: AskedOptions): Promise<void> {
    if (!this.#start) throw new BadInput(this.#refusal);
    if (this.isRunning) throw new BadInput('a crawl is already running: stop it first, or wait until it ends');
    this.#isStarting = true;
    this.#trouble = '';
    try {
      this.show(await this.#start[what](asked));
    } finally {
      this.#isStarting = false;
    }
  }

  /** Stops the crawl after the pages in flight; resolves when it has ended. @throws BadInput if none runs here */
  stop(): Promise<void> {
    const run = this.#run;
    if (!run) throw new BadInput('no crawl is running in this process');
    this.#isStopping = true;
    run.stop();
    return run.done.then(
      () => undefined,
      () => undefined,
    );
  }

  /** Applies limits or patterns to the running crawl. Returns false if no crawl with changeable limits runs here. */
  setLimits(change: RunChange): boolean {
    this.#run?.setLimits?.(change);
    return this.canLimit;
  }
}
