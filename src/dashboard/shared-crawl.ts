import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, connect, shownAddress } from '../cluster/connection.ts';
import { pull } from '../cluster/copy.ts';
import { type ClusterStatus, clusterStatus } from '../cluster/status.ts';
import { messageOf } from '../domain/errors.ts';
import { openPool } from '../domain/threads.ts';

/** Milliseconds between the end of a pull and the next one. */
const PULL_EVERY = 30_000;
/** Milliseconds for which figures are reused. */
const LOOK_EVERY = 1500;
/** Milliseconds that an answer waits for new figures: those of a server that is silent come later. */
const ANSWER_WITHIN = 1000;
/** Milliseconds for a statement that reads figures. */
const READ_WITHIN = 3000;

/** The line for all that would change a copy. */
const REFUSAL = 'this is a copy of a shared crawl: change it and start crawls with forager --db postgres://...';

/** A shared crawl as it was when it was last read. Times are milliseconds since the epoch. */
export interface SharedLook {
  /** Null: not read yet. */
  readonly status: ClusterStatus | null;
  readonly at: number;
  /** When the copy was brought up to date. */
  readonly copiedAt: number;
  /** Why no new figures can be read now; empty: they can. */
  readonly trouble: string;
}

interface SharedOptions {
  /** The address of the record. */
  readonly db: string;
  /** The file of the copy; what is there is brought up to date. */
  readonly file: string;
  readonly now: () => number;
  /** Is given a line when the database goes away, and one when it is back. */
  readonly warn: (line: string) => void;
  /** Milliseconds between two pulls. */
  readonly pullEvery?: number;
}

/** A crawl that several workers share: a copy to read, brought up to date now and then, and the workers as they are now. */
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
  /** Why the copy could not be brought up to date. */
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

  /** Makes the copy, and keeps it up to date until it is closed. @throws BadInput, CommandFailed where it can't be made */
  static async open(options: SharedOptions): Promise<SharedCrawl> {
    await pull(options.db, options.file);
    const shared = new SharedCrawl(options);
    shared.#pulling = shared.#keepPulling();
    return shared;
  }

  /** The state of the crawl: at most some seconds old while its database answers, else as last read. */
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

  /** Keeps why the database can't be read, and says when that begins and ends. */
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
