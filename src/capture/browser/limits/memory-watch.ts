import { closeSync, openSync, readSync } from 'node:fs';
import type { Browser, CDPSession } from 'playwright';
import { z } from 'zod';
import { GiveUpVisit } from '../../../domain/errors.ts';
import { sendDirectly } from '../direct-session.ts';
import { BusyRenderers, giveWay, type Renderer } from './busy-renderers.ts';

const MB = 2 ** 20;
/** A renderer that takes more has its page's scripts ended, and the page is read as it is. */
const SCRIPTS_END = 1000;
/** Of that the page itself must account for so much: another may take the rest, or what is not its scripts' fault. */
const OWN_SHARE = 0.5;
/** A renderer that takes more is ended. */
const MOST = 1500;
/** How often renderers are looked at, in milliseconds: a page fills some 1.7 MB in each. */
const LOOK = 200;
/** Looks after which it is asked which renderers there are. */
const LIST_EVERY = 3;
/** A tab that crashes within so many milliseconds after a renderer was ended was that renderer's. */
const CRASH_WITHIN = 5000;

/** Of memory, as the system counts it. */
const PAGE_BYTES = 4096;

/** The limit of a page whose scripts were ended for the memory that they took. */
export const MEMORY = 'memory';

/** The page took so much memory that its renderer was ended. It would again. */
export class TookTooMuch extends GiveUpVisit {}

/** What has a page that can be stopped. */
export interface Weighed {
  /** Ends its scripts if by its own account it takes more bytes than that. */
  relieve(most: number): Promise<void>;
  /** Looks at its CPU time; returns that of its process, in milliseconds, if it is to give way to others. */
  spend(): Promise<number | undefined>;
}

const processes = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.number(), cpuTime: z.number() })),
});

/**
 * Looks after the memory of a browser's renderers, from outside, by the system's own account of their processes: so it
 * counts scripts' values, buffers, the document and pictures alike, and costs the pages nothing. On Linux only.
 */
export class MemoryWatch {
  readonly #root: CDPSession;
  readonly #tabs = new Set<Weighed>();
  /** The system's account of each renderer, open: by its number alone it could be another process by now. */
  readonly #renderers = new Map<number, number>();
  readonly #busy = new BusyRenderers();
  readonly #line = Buffer.alloc(128);
  #looks = 0;
  #ended = Number.NEGATIVE_INFINITY;

  private constructor(root: CDPSession) {
    this.#root = root;
  }

  /** Begins; it ends with the browser. Undefined where the system does not tell what processes take. */
  static async begin(browser: Browser): Promise<MemoryWatch | undefined> {
    if (process.platform !== 'linux') return undefined;
    const watch = new MemoryWatch(sendDirectly(await browser.newBrowserCDPSession()));
    const timer = setInterval(() => watch.#look(), LOOK).unref();
    browser.once('disconnected', () => {
      clearInterval(timer);
      watch.#keep([]);
    });
    return watch;
  }

  add(tab: Weighed): void {
    this.#tabs.add(tab);
  }

  delete(tab: Weighed): void {
    this.#tabs.delete(tab);
  }

  /** Why a tab has crashed just now, if that is because its page took too much. */
  excess(): TookTooMuch | undefined {
    const isOurs = performance.now() - this.#ended < CRASH_WITHIN;
    return isOurs ? new TookTooMuch(`the page took more than ${MOST} MB of memory`) : undefined;
  }

  #look(): void {
    if (this.#tabs.size === 0) return;
    if (this.#looks++ % LIST_EVERY === 0) void this.#list();
    let largest = 0;
    for (const [pid, account] of this.#renderers) {
      const size = this.#sizeOf(account);
      largest = Math.max(largest, size);
      if (size > MOST * MB) this.#end(pid);
    }
    if (largest <= SCRIPTS_END * MB) return;
    for (const tab of this.#tabs) void tab.relieve(OWN_SHARE * SCRIPTS_END * MB);
  }

  async #list(): Promise<void> {
    const renderers = await this.#ask();
    if (!renderers) return;
    this.#keep(renderers.map(({ id }) => id));
    if (!this.#busy.look(renderers)) return;
    for (const tab of this.#tabs) void this.#lookAfter(tab);
  }

  async #lookAfter(tab: Weighed): Promise<void> {
    const time = await tab.spend();
    const renderers = time === undefined ? undefined : await this.#ask();
    if (time !== undefined && renderers) giveWay(renderers, time / 1000);
  }

  async #ask(): Promise<readonly Renderer[] | undefined> {
    const answer = await this.#root.send('SystemInfo.getProcessInfo').catch(() => undefined);
    return processes.safeParse(answer).data?.processInfo.filter(({ type }) => type === 'renderer');
  }

  #keep(pids: readonly number[]): void {
    for (const [pid, account] of this.#renderers) {
      if (pids.includes(pid) && this.#sizeOf(account) > 0) continue;
      closeSync(account);
      this.#renderers.delete(pid);
    }
    for (const pid of pids) {
      try {
        if (!this.#renderers.has(pid)) this.#renderers.set(pid, openSync(`/proc/${pid}/statm`, 'r'));
      } catch {
        // It is gone.
      }
    }
  }

  #end(pid: number): void {
    try {
      this.#ended = performance.now();
      process.kill(pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
  }

  /** What a process has in memory, in bytes; 0 if it is gone. */
  #sizeOf(account: number): number {
    try {
      const length = readSync(account, this.#line, 0, this.#line.length, 0);
      return Number(this.#line.toString('latin1', 0, length).split(' ')[1] ?? 0) * PAGE_BYTES;
    } catch {
      return 0;
    }
  }
}
