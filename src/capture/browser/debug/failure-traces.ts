import { chmodSync, closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { BadInput, messageOf } from '../../../domain/errors.ts';
import { withTimeout } from '../../../domain/timeout.ts';
import { TabBusy } from '../tab.ts';

/** Limit of traces for a run, so that a host that is down does not fill the disk. */
const MOST_TRACES = 100;
/** Milliseconds within which a trace must be written, as the tab may hang. */
const WRITE_WITHIN = 15_000;

/** Stores a Playwright trace of each failed visit. */
export class FailureTraces {
  readonly #folder: string;
  readonly #say: (line: string) => void;
  readonly #now: () => number;
  readonly #started = new WeakSet<BrowserContext>();
  #kept = 0;
  #isBroken = false;

  constructor(folder: string, say: (line: string) => void, now: () => number) {
    this.#folder = folder;
    this.#say = say;
    this.#now = now;
  }

  /** Warning about private data in traces. */
  get warning(): string {
    return `traces in ${this.#folder} hold cookies and all that pages show: only you can read them; share them with care`;
  }

  /** @throws BadInput if the folder is missing and can't be made */
  makeFolder(): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw new BadInput(`--trace-on-failure: can't make the folder ${this.#folder}: ${reasonOf(error)}`);
    }
  }

  /** Runs `read`, and stores a trace if that fails. Reports errors of tracing without failing. */
  async watch<T>(context: BrowserContext, url: string, read: () => Promise<T>): Promise<T> {
    if (this.#isBroken || this.#kept >= MOST_TRACES) return await read();
    await this.#try(() => this.#begin(context));
    try {
      const result = await read();
      await this.#try(() => context.tracing.stopChunk());
      return result;
    } catch (error) {
      if (!(error instanceof TabBusy)) await this.#try(() => this.#saveTrace(context, url));
      throw error;
    }
  }

  async #begin(context: BrowserContext): Promise<void> {
    if (!this.#started.has(context)) await context.tracing.start({ screenshots: true, snapshots: true });
    this.#started.add(context);
    await context.tracing.startChunk();
  }

  async #saveTrace(context: BrowserContext, url: string): Promise<void> {
    if (this.#kept >= MOST_TRACES) return;
    if (++this.#kept === MOST_TRACES) this.#say(`${MOST_TRACES} traces kept in ${this.#folder}; no more in this run`);
    const path = join(this.#folder, traceName(url, this.#now()));
    makePrivate(path);
    try {
      await context.tracing.stopChunk({ path });
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    }
  }

  async #try(action: () => Promise<void>): Promise<void> {
    const late = (): never => {
      throw new Error('it takes too long');
    };
    await withTimeout(WRITE_WITHIN, action(), late).catch((error: unknown) => {
      // A crashed tab has no trace; a disk error (`ENOSPC: …`) would occur again.
      if (!/\bE[A-Z]{3,}: /.test(String(error)) || this.#isBroken) return;
      this.#isBroken = true;
      // Traces are collected in the temporary folder; the reason may name the file.
      const reason = reasonOf(error);
      const places = [this.#folder, tmpdir()];
      const place = places.find((one) => reason.includes(one)) ?? places.join(' or ');
      this.#say(`no traces from here on: ${place} can't be written: ${reason}`);
    });
  }
}

/**
 * Returns a file name that sorts by time and is valid on any disk, such as
 * `2026-11-20T21-50-47.123Z-www.example.edu-people-list.zip`.
 */
const traceName = (url: string, now: number): string => {
  const { host, pathname, search } = new URL(url);
  const words = `${host}${pathname}${search}`.replace(/[^\p{L}\p{N}.]+/gu, '-').replace(/^-|-$/g, '');
  return `${new Date(now).toISOString().replaceAll(':', '-')}-${words.slice(0, 60)}.zip`;
};

const reasonOf = (error: unknown): string => messageOf(error).split('\n')[0] ?? '';

/** Creates a file that only its owner may read, or restricts an existing one. */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}
