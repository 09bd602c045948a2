import type { CDPSession, Page } from 'playwright';
import { RetryVisit } from '../../../domain/errors.ts';
import { withTimeout } from '../../../domain/timeout.ts';
import { harmOf } from '../../../safety/harm.ts';
import type { Patience } from '../../network/visit-pace.ts';
import type { RendererTime } from '../clock/cpu-pressure.ts';

/** Number of scripts of a page that are ended before the page is given up. */
const MOST_ENDED = 8;

const LATE = Symbol('late');

/**
 * Least milliseconds before a later script is ended, usually a tenth of the first limit; less may be a busy machine.
 */
const LEAST = 400;
/** Highest factor by which the wait is extended on a busy machine. */
const MOST_STARVED = 10;
/** Fraction of the CPU time that suffices, as renderer times are reported in steps. */
const ENOUGH = 0.8;

/** Returns the largest CPU time that a renderer has had since `before`. */
function mostSince(before: ReadonlyMap<number, number> | undefined, now: ReadonlyMap<number, number> | undefined) {
  return before && now && Math.max(0, ...[...now].map(([id, time]) => time - (before.get(id) ?? 0)));
}

/** Error for a crash of the page's renderer. */
export class PageCrash extends RetryVisit {}

/** Waits for answers of a page, and ends the scripts that block them. */
export class ScriptWatch {
  /** Number of ended scripts. */
  ended = 0;
  /** Reason of the page's crash, after which no answers come. */
  crash: RetryVisit | undefined;
  /** Rejections of pending answers, called on a crash. */
  readonly #waiting = new Set<(crash: unknown) => void>();
  readonly #cdp: CDPSession;
  readonly #patience: Patience;
  readonly #time: RendererTime | undefined;
  readonly #onEnd: () => void;

  /**
   * @param time reads the CPU time of renderers; without it a busy machine looks like an endless script
   * @param onEnd called for each script that is ended
   */
  constructor(cdp: CDPSession, patience: Patience, time: RendererTime | undefined, onEnd: () => void) {
    this.#cdp = cdp;
    this.#patience = patience;
    this.#time = time;
    this.#onEnd = onEnd;
  }

  crashed(why: RetryVisit): void {
    this.crash = why;
    for (const fail of this.#waiting) fail(why);
  }

  /**
   * Waits for an answer of the page. Ends a script that blocks the page, and later scripts sooner.
   *
   * @throws RetryVisit if scripts block the page for ever, or the page crashes
   */
  async ask<T>(answer: Promise<T>): Promise<T> {
    answer.catch(() => undefined);
    do {
      const { script } = this.#patience;
      const most = this.ended === 0 ? script : Math.max(script / 10, Math.min(LEAST, script));
      const first = await this.#inTime(answer, most);
      if (first !== LATE) return first;
    } while (this.endScript());
    throw new RetryVisit('a script of the page never stops');
  }

  /**
   * Waits for an answer, and fails if the page crashes first. A race with one shared promise would keep each answer in
   * memory.
   */
  async orCrash<T>(answer: Promise<T>): Promise<T> {
    return await new Promise<T>((done, fail) => {
      if (this.crash) return fail(this.crash);
      this.#waiting.add(fail);
      void answer.then(done, fail).finally(() => this.#waiting.delete(fail));
    });
  }

  /**
   * Ends the running script; from the second on, disables all scripts.
   *
   * @returns true if the page is still worth waiting for
   */
  endScript(): boolean {
    this.#onEnd();
    const end = this.#cdp.send('Runtime.terminateExecution');
    if (this.ended > 0) this.#cdp.send('Emulation.setScriptExecutionDisabled', { value: true }).catch(() => 0);
    end.catch(() => 0);
    return ++this.ended <= MOST_ENDED;
  }

  /** Ends and disables all scripts of the page. */
  stopAll(): void {
    this.#cdp.send('Emulation.setScriptExecutionDisabled', { value: true }).catch(() => 0);
    this.#cdp.send('Runtime.terminateExecution').catch(() => 0);
  }

  /**
   * Returns an answer; undefined if late.
   *
   * @param most milliseconds, whose second half counts only time that the renderer has had
   */
  async withTimeout<T>(most: number, answer: Promise<T>): Promise<T | undefined> {
    answer.catch(() => undefined);
    const first = await this.#inTime(answer, most);
    return first === LATE ? undefined : first;
  }

  /**
   * Waits for an answer: half of the time by the clock, then until a renderer has had the other half as CPU time. The
   * machine may be busy.
   */
  async #inTime<T>(answer: Promise<T>, most: number): Promise<T | typeof LATE> {
    const half = most / 2;
    const first = await this.#withTimeout(half, answer);
    if (first !== LATE) return first;
    const before = await this.orCrash(this.#time?.() ?? Promise.resolve(undefined));
    for (let waited = 0; waited < MOST_STARVED * half; ) {
      const next = await this.#withTimeout(half / 2, answer);
      if (next !== LATE) return next;
      waited += half / 2;
      const had = mostSince(before, await this.orCrash(this.#time?.() ?? Promise.resolve(undefined)));
      // A renderer without CPU time is not running: the script waits for something that never happens.
      const isStarved = had !== undefined && had > waited / 20 && had < ENOUGH * half;
      if (waited >= half && !isStarved) break;
    }
    return LATE;
  }

  #withTimeout<T>(wait: number, answer: Promise<T>): Promise<T | typeof LATE> {
    return withTimeout(wait, this.orCrash(answer), () => LATE);
  }
}

/** Limit of accepted dialogs for a page or an action. */
const MOST = 6;
/** Limit of dialogs caused by actions: a list may report each choice in one. */
const MOST_OF_ACTS = 32;

/** Accepts dialogs of a tab's pages, unless they ask for harm or never end. */
export class Dialogs {
  #count = 0;
  #isActedOn = false;

  /** @param onEndless ends a script that opens dialogs without end */
  constructor(page: Page, onEndless: () => void) {
    page.on('dialog', (dialog) => {
      const isPatient = ++this.#count <= MOST;
      const most = this.#isActedOn ? MOST_OF_ACTS : MOST;
      if (this.#count > most && this.#count <= most + 2) onEndless();
      const isHarmless = harmOf({ question: dialog.message() }) === undefined;
      const isAgreed = isPatient && (dialog.type() === 'beforeunload' || isHarmless);
      void (isAgreed ? dialog.accept(dialog.defaultValue()) : dialog.dismiss()).catch(() => undefined);
    });
  }

  begin(): void {
    this.#count = 0;
    this.#isActedOn = false;
  }

  /** Announces an action, whose dialogs are counted from zero. */
  beginAct(): void {
    this.#count = 0;
    this.#isActedOn = true;
  }
}
