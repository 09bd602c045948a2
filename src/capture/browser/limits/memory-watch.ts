import { closeSync, openSync, readSync } from 'node:fs';
import type { Browser, CDPSession } from 'playwright';
import { z } from 'zod';
import { GiveUpVisit } from '../../../domain/errors.ts';
import { sendDirectly } from '../direct-session.ts';
import { BusyRenderers, giveWay, type Renderer } from './busy-renderers.ts';

const MB = 2 ** 20;
/** MB of a renderer above which scripts of its page are ended; the page is captured as is. */
const SCRIPTS_END = 1000;
/** Fraction of `SCRIPTS_END` that the page itself must use, as a renderer may hold other pages, too. */
const OWN_SHARE = 0.5;
/** MB above which a renderer is killed. */
const MOST = 1500;
/** Milliseconds between two looks at renderers; a page can fill about 1.7 MB in each. */
const LOOK = 200;
/** Number of looks between two listings of the renderers. */
const LIST_EVERY = 3;
/** Milliseconds after a kill within which a tab's crash is attributed to the kill. */
const CRASH_WITHIN = 5000;

/** Bytes of a memory page of the system. */
const PAGE_BYTES = 4096;

/** Name of the limit for pages whose scripts were ended for their memory. */
export const MEMORY = 'memory';

/** Error for a page whose renderer was killed for its memory. No retry, as the page would do so again. */
export class OutOfMemory extends GiveUpVisit {}

/** Tab whose page can be stopped. */
export interface Weighed {
  /** Ends the page's scripts if the page itself uses more bytes than `most`. */
  stopIfTooLarge(most: number): Promise<void>;
  /** Checks the page's CPU time; returns the process's CPU time in milliseconds if it should yield to others. */
  spend(): Promise<number | undefined>;
}

const processes = z.object({
  processInfo: z.array(z.object({ type: z.string(), id: z.number(), cpuTime: z.number() })),
});

/**
 * Limits the memory of renderers, measured from outside by the system: this includes scripts, buffers, documents and
 * pictures, and costs pages nothing. On Linux only.
 */
export class MemoryWatch {
  readonly #root: CDPSession;
  readonly #tabs = new Set<Weighed>();
  /** Open file descriptors of `statm` by process id, as ids alone may be reused. */
  readonly #renderers = new Map<number, number>();
  readonly #busy = new BusyRenderers();
  readonly #line = Buffer.alloc(128);
  #looks = 0;
  #ended = Number.NEGATIVE_INFINITY;

  private constructor(root: CDPSession) {
    this.#root = root;
  }

  /** Starts watching until the browser closes; undefined where the system does not report memory. */
  static async begin(browser: Browser): Promise<MemoryWatch | undefined> {
    if (process.platform !== 'linux') return undefined;
    const watch = new MemoryWatch(sendDirectly(await browser.newBrowserCDPSession()));
    const timer = setInterval(() => watch.#look(), LOOK).unref();
    browser.once('disconnected', () => {
      clearInterval(timer);
      watch.#keepOnly([]);
    });
    return watch;
  }

  add(tab: Weighed): void {
    this.#tabs.add(tab);
  }

  delete(tab: Weighed): void {
    this.#tabs.delete(tab);
  }

  /** Returns the error of a tab's recent crash, if memory was the cause. */
  memoryError(): OutOfMemory | undefined {
    const isOurs = performance.now() - this.#ended < CRASH_WITHIN;
    return isOurs ? new OutOfMemory(`the page took more than ${MOST} MB of memory`) : undefined;
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
    for (const tab of this.#tabs) void tab.stopIfTooLarge(OWN_SHARE * SCRIPTS_END * MB);
  }

  async #list(): Promise<void> {
    const renderers = await this.#ask();
    if (!renderers) return;
    this.#keepOnly(renderers.map(({ id }) => id));
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

  #keepOnly(pids: readonly number[]): void {
    for (const [pid, account] of this.#renderers) {
      if (pids.includes(pid) && this.#sizeOf(account) > 0) continue;
      closeSync(account);
      this.#renderers.delete(pid);
    }
    for (const pid of pids) {
      try {
        if (!this.#renderers.has(pid)) this.#renderers.set(pid, openSync(`/proc/${pid}/statm`, 'r'));
      } catch {
        // The process is gone.
      }
    }
  }

  #end(pid: number): void {
    try {
      this.#ended = performance.now();
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process is gone.
    }
  }

  /** Returns the resident memory of a process in bytes; 0 if the process is gone. */
  #sizeOf(account: number): number {
    try {
      const length = readSync(account, this.#line, 0, this.#line.length, 0);
      return Number(this.#line.toString('latin1', 0, length).split(' ')[1] ?? 0) * PAGE_BYTES;
    } catch {
      return 0;
    }
  }
}
