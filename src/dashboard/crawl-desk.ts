import type { CrawlSession } from '../crawl/crawl-session.ts';

/** The crawl of this process: at most one runs at a time. */
export class CrawlDesk {
  #session: CrawlSession<unknown> | undefined;
  #isStopping = false;
  #trouble = '';

  get isRunning(): boolean {
    return this.#session !== undefined;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Why the last crawl failed; empty otherwise. */
  get trouble(): string {
    return this.#trouble;
  }

  /** Shows a crawl that runs in this process, until it ends. */
  show(session: CrawlSession<unknown>): void {
    this.#session = session;
    this.#isStopping = false;
    this.#trouble = '';
    session.done
      .catch((error: unknown) => {
        this.#trouble = error instanceof Error ? error.message : String(error);
      })
      .finally(() => {
        this.#session = undefined;
        this.#isStopping = false;
      });
  }

  /** Lets the pages in flight finish, and ends it. Returns whether one runs. */
  stop(): boolean {
    if (!this.#session) return false;
    this.#isStopping = true;
    this.#session.stop();
    return true;
  }
}
