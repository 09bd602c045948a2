import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '../storage/open.ts';
import type { CrawlControls } from './crawl-controls.ts';
import type { CrawlLook, CrawlNow, VisitLine } from './crawl-now.ts';

/** Milliseconds between two messages. */
const COALESCE = 500;
/** Milliseconds between two reads of a database that another process writes. */
const LOOK_EVERY = 1000;
/** Milliseconds until a message without a change, which shows clients that the server is alive. */
const HEARTBEAT = 5000;

interface FeedParts {
  readonly store: Store;
  readonly look: CrawlLook;
  readonly desk: CrawlControls;
  /** Unique for each start of a server. */
  readonly start: string;
  readonly now: () => number;
}

/** Figures sent to all open dashboard pages, at most twice a second. */
export interface LiveMessage {
  /** Version, which changes with the database and at each start of a server. */
  readonly version: string;
  readonly crawl: CrawlNow;
  /** Latest visits since the last message, oldest first. */
  readonly visits: readonly VisitLine[];
}

/** Message with the id of its last visit, which a client sends when it reconnects. */
interface NumberedMessage {
  readonly id: number;
  readonly message: LiveMessage;
}

interface Shared {
  readonly version: string;
  readonly state: string;
  /** Time of the read. */
  readonly at: number;
  /** Totals, computed on first use. */
  readonly crawl: () => CrawlNow;
}

/**
 * Sends the crawl's state to all clients. Changes are read when a listener is ready, so that a slow one gets fewer
 * messages, with the latest state.
 */
export class LiveFeed {
  readonly #parts: FeedParts;
  /** State shared by all listeners, as totals of many sites are slow to compute. */
  #shared: Shared | undefined;

  constructor(parts: FeedParts) {
    this.#parts = parts;
  }

  /** Yields messages for one client, endlessly. @param from last visit that the client knows; undefined: none */
  async *listen(from: number | undefined, signal: AbortSignal): AsyncGenerator<NumberedMessage> {
    const { look, now } = this.#parts;
    let known = from ?? 0;
    let sent = '';
    let sentAt = Number.NEGATIVE_INFINITY;
    while (!signal.aborted) {
      const { version, state, crawl } = this.#look();
      if (state !== sent || now() - sentAt >= HEARTBEAT) {
        const visits = look.visitsAfter(known);
        known = visits.at(-1)?.id ?? known;
        sent = state;
        sentAt = now();
        yield { id: known, message: { version, crawl: crawl(), visits } };
      }
      await sleep(this.#parts.desk.isRunning ? COALESCE : LOOK_EVERY, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Reads the crawl's state, once for all listeners. */
  #look(): Shared {
    const { look, now } = this.#parts;
    const at = now();
    // Absolute value, as the clock may be set back.
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

  /** Returns a text that changes whenever a message would. */
  #stateOf(version: string): string {
    const { isRunning, isStopping, canLimit, trouble } = this.#parts.desk;
    return `${version} ${isRunning} ${isStopping} ${canLimit} ${trouble}`;
  }
}
