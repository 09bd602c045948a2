import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../storage/open.ts';
import type { CrawlDesk } from './crawl-desk.ts';
import type { CrawlLook, CrawlNow, VisitLine } from './crawl-now.ts';

/** Milliseconds between two messages … */
const COALESCE = 500;
/** … and between two looks at a database that another process writes. */
const LOOK_EVERY = 1000;
/** Milliseconds after which a message is sent without a change, so that clients know that the server is there. */
const BEAT = 5000;

interface FeedParts {
  readonly store: Store;
  readonly look: CrawlLook;
  readonly desk: CrawlDesk;
  /** Another one for each start of a server. */
  readonly start: string;
  readonly now: () => number;
}

/** The figures that all open pages of the dashboard get, at most twice a second. */
export interface LiveMessage {
  /** Another one when the database has changed, or the server was restarted. */
  readonly version: string;
  readonly crawl: CrawlNow;
  /** Visits since the last message, oldest first; where they were many, the last of them. */
  readonly visits: readonly VisitLine[];
}

/** A message with the id of its last visit, which a client names when it reconnects. */
interface Told {
  readonly id: number;
  readonly message: LiveMessage;
}

interface Shared {
  readonly version: string;
  readonly state: string;
  /** When it was looked at. */
  readonly at: number;
  /** The sums, computed on first use. */
  readonly crawl: () => CrawlNow;
}

/**
 * Tells all who look how the crawl stands. What has changed is read from the tables when a listener is ready for it: one
 * that is slow is told less often, and then of the newest state.
 */
export class LiveFeed {
  readonly #parts: FeedParts;
  /** The shared state for all listeners, as summing up many sites takes long. */
  #shared: Shared | undefined;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** Messages for one client, without end. @param from the last visit that it knows; undefined: none */
  async *listen(from: number | undefined, signal: AbortSignal): AsyncGenerator<Told> {
    const { look, now } = this.#parts;
    let known = from ?? 0;
    let told = '';
    let toldAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      const { version, state, crawl } = this.#look();
      if (state !== told || now() - toldAt >= BEAT) {
        const visits = look.visitsAfter(known);
        known = visits.at(-1)?.id ?? known;
        told = state;
        toldAt = now();
        yield { id: known, message: { version, crawl: crawl(), visits } };
      }
      await sleep(this.#parts.desk.isRunning ? COALESCE : LOOK_EVERY, undefined, { signal }).catch(() => undefined);
    }
  }

  /** The state of the crawl, read once for all listeners. */
  #look(): Shared {
    const { look, now } = this.#parts;
    const at = now();
    // A clock may be set back.
    if (this.#shared && Math.abs(at - this.#shared.at) < COALESCE) return this.#shared;
    const version = this.#version();
    let summed: CrawlNow | undefined;
    const crawl = () => (summed ??= look.crawl());
    this.#shared = { version, state: this.#stateOf(version), at, crawl };
    return this.#shared;
  }

  #version(): string {
    return `${this.#parts.start}-${this.#parts.store.version()}`;
  }

  /** A text that changes whenever a message would. */
  #stateOf(version: string): string {
    const { isRunning, isStopping, canLimit, trouble } = this.#parts.desk;
    return `${version} ${isRunning} ${isStopping} ${canLimit} ${trouble}`;
  }
}
