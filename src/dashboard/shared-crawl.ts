import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, connect, shownAddress } from '../cluster/connection.ts';
import { pull } from '../cluster/copy.ts';
import { type ClusterStatus, clusterStatus } from '../cluster/status.ts';
import { messageOf } from '../domain/errors.ts';
import { openPool } from '../domain/threads.ts';

/** Milliseconds between the end of an update of the copy and the next one. */
const PULL_EVERY = 30_000;
/** Milliseconds that figures are cached. */
const LOOK_EVERY = 1500;
/** Milliseconds that an answer waits for new figures; those of a slow server appear in a later answer. */
const ANSWER_WITHIN = 1000;
/** Milliseconds of a statement that reads figures, at most. */
const READ_WITHIN = 3000;

/** Error message for edits of a copy. */
const REFUSAL = 'this is a copy of a shared crawl: change it and start crawls with forager --db postgres://...';

/** State of a shared crawl at the last read. Times are milliseconds since the epoch. */
export interface SharedLook {
  /** Status of the crawl; null before the first read. */
  readonly status: ClusterStatus | null;
  readonly at: number;
  /** Time of the last update of the copy. */
  readonly copiedAt: number;
  /** Error of the last read or update; empty: none. */
  readonly trouble: string;
}

interface SharedOptions {
  /** Address of the crawl's PostgreSQL database. */
  readonly db: string;
  /** Path of the copy; an existing copy is updated. */
  readonly file: string;
  readonly now: () => number;
  /** Called with a line when the database becomes unreachable, and when it is back. */
  readonly warn: (line: string) => void;
  /** Milliseconds between two updates of the copy. */
  readonly pullEvery?: number;
}

/** Crawl shared by several workers: a copy for reads, updated periodically, and the workers' current state. */
export class SharedCrawl {
  readonly refusal = REFUSAL;
  readonly #options: SharedOptions;
  readonly #closing = new AbortController();
  readonly #thread = openPool<{ db: string; file: string }, void>(import.meta.url, 'pull-thread', {
    ...{ minThreads: 0, maxThreads: 1, idleTimeout: 2 * PULL_EVERY },
  });
  #look: SharedLook;
  #looking: Promise<void> | undefined;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #connection: Connection | undefined;
  /** Error of the last update of the copy; empty: none. */
  #copyTrouble = '';
  #pulling: Promise<void> | undefined;

  private constructor(options: SharedOptions) {
    this.#options = options;
    this.#look = { status: null, at: options.now(), copiedAt: options.now(), trouble: '' };
    this.#thread.on('error', (error) => this.#note(this.#look.trouble, messageOf(error)));
  }

  get file(): string {
    return this.#options.file;
  }

  /** Creates the copy, and updates it until `close`. @throws BadInput, CommandFailed if the copy can't be created */
  static async open(options: SharedOptions): Promise<SharedCrawl> {
    await pull(options.db, options.file);
    const shared = new SharedCrawl(options);
    shared.#pulling = shared.#keepPulling();
    return shared;
  }

  /** Returns the crawl's state: some seconds old at most if the database answers, otherwise that of the last read. */
  async look(): Promise<SharedLook> {
    if (performance.now() - this.#lookedAt >= LOOK_EVERY)
      this.#looking ??= this.#read().finally(() => {
        this.#lookedAt = performance.now();
        this.#looking = undefined;
      });
    await Promise.race([this.#looking, sleep(ANSWER_WITHIN, undefined, { ref: false })]);
    return this.#look;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#thread.destroy();
    await Promise.all([this.#pulling, this.#looking]);
    await this.#connection?.close();
  }

  async #read(): Promise<void> {
    const { db, now } = this.#options;
    try {
      this.#connection ??= await connect(db, { applicationName: 'forager serve', statementWithin: READ_WITHIN });
      const status = await clusterStatus(this.#connection);
      this.#look = { ...this.#look, status, at: now() };
      this.#note('', this.#copyTrouble);
    } catch (error) {
      await this.#connection?.close();
      this.#connection = undefined;
      this.#note(messageOf(error), this.#copyTrouble);
    }
  }

  async #keepPulling(): Promise<void> {
    const { db, file, now, pullEvery = PULL_EVERY } = this.#options;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await sleep(pullEvery, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.#thread.run({ db, file });
        this.#look = { ...this.#look, copiedAt: now() };
        this.#note('', '');
      } catch (error) {
        this.#note(this.#look.trouble, messageOf(error));
      }
    }
  }

  /** Stores the current errors, and warns when they begin and end. */
  #note(trouble: string, copyTrouble: string): void {
    const before = this.#look.trouble || this.#copyTrouble;
    const after = trouble || copyTrouble;
    this.#look = { ...this.#look, trouble };
    this.#copyTrouble = copyTrouble;
    if ((before === '') === (after === '') || this.#closing.signal.aborted) return;
    const shown = shownAddress(this.#options.db);
    this.#options.warn(
      after === ''
        ? `${shown} can be read again`
        : `${shown} can't be read (${after.replaceAll(/\s+/g, ' ')}): the dashboard shows its copy until it can`,
    );
  }
}
