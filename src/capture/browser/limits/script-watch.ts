import type { CDPSession, Page } from 'playwright';
import { within } from '../../../domain/bounded.ts';
import { RetryVisit } from '../../../domain/errors.ts';
import { harmOf } from '../../../safety/harm.ts';
import type { Patience } from '../../network/visit-pace.ts';
import type { RendererTime } from '../clock/cpu-pressure.ts';

/** Scripts of one page that are ended before it is given up. */
const MOST_ENDED = 8;

const LATE = Symbol('late');

/** Later scripts are ended after a tenth of the time, but not sooner than this, in milliseconds: less says nothing of a busy machine. */
const LEAST = 400;
/** How many times as long as it would take on an idle machine the page is waited for. */
const MOST_STARVED = 10;
/** So much of the time is enough: what renderers had is told in steps. */
const ENOUGH = 0.8;

/** The most that a renderer has had since. */
function mostSince(before: ReadonlyMap<number, number> | undefined, now: ReadonlyMap<number, number> | undefined) {
  return before && now && Math.max(0, ...[...now].map(([id, time]) => time - (before.get(id) ?? 0)));
}

/** The page's renderer did not survive it. */
export class PageCrash extends RetryVisit {}

/** Waits for what a page answers, and ends the scripts that keep it from answering. */
export class ScriptWatch {
  /** Scripts that were ended. */
  ended = 0;
  /** Why the page answers no more: it has crashed. */
  crash: RetryVisit | undefined;
  /** Told when it crashes: what it was asked before is never answered. */
  readonly #waiting = new Set<(crash: unknown) => void>();
  readonly #cdp: CDPSession;
  readonly #patience: Patience;
  readonly #time: RendererTime | undefined;
  readonly #onEnd: () => void;

  /**
   * @param time asks what time renderers have had; without it a busy machine looks like a script that never stops
   * @param onEnd told of each script that is ended
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
   * What the page answers. A script that holds it up is ended, and later ones sooner.
   *
   * @throws RetryVisit if scripts hold it up for ever, or it crashes
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

  /** An answer; fails if the page crashes before it comes. A race with one promise for all would keep each answer. */
  async orCrash<T>(answer: Promise<T>): Promise<T> {
    return await new Promise<T>((done, fail) => {
      if (this.crash) return fail(this.crash);
      this.#waiting.add(fail);
      void answer.then(done, fail).finally(() => this.#waiting.delete(fail));
    });
  }

  /** Ends the script that runs; from the second on, no more are begun. @returns whether the page is still waited for */
  endScript(): boolean {
    this.#onEnd();
    const end = this.#cdp.send('Runtime.terminateExecution');
    if (this.ended > 0) this.#cdp.send('Emulation.setScriptExecutionDisabled', { value: true }).catch(() => 0);
    end.catch(() => 0);
    return ++this.ended <= MOST_ENDED;
  }

  /** No script of the page runs any more. */
  stopAll(): void {
    this.#cdp.send('Emulation.setScriptExecutionDisabled', { value: true }).catch(() => 0);
    this.#cdp.send('Runtime.terminateExecution').catch(() => 0);
  }

  /** What is answered; undefined if it is not within so many milliseconds, of which a renderer has had the second half. */
  async within<T>(most: number, answer: Promise<T>): Promise<T | undefined> {
    answer.catch(() => undefined);
    const first = await this.#inTime(answer, most);
    return first === LATE ? undefined : first;
  }

  /**
   * Waits for an answer: half of the time by the clock, and then until a renderer has had the other half, as the machine may
   * be busy.
   */
  async #inTime<T>(answer: Promise<T>, most: number): Promise<T | typeof LATE> {
    const half = most / 2;
    const first = await this.#within(half, answer);
    if (first !== LATE) return first;
    const before = await this.orCrash(this.#time?.() ?? Promise.resolve(undefined));
    for (let waited = 0; waited < MOST_STARVED * half; ) {
      const next = await this.#within(half / 2, answer);
      if (next !== LATE) return next;
      waited += half / 2;
      const had = mostSince(before, await this.orCrash(this.#time?.() ?? Promise.resolve(undefined)));
      // One that has had next to nothing does not run: it waits for something that does not come.
      const isStarved = had !== undefined && had > waited / 20 && had < ENOUGH * half;
      if (waited >= half && !isStarved) break;
    }
    return LATE;
  }

  #within<T>(wait: number, answer: Promise<T>): Promise<T | typeof LATE> {
    return within(wait, this.orCrash(answer), () => LATE);
  }
}

/** Dialogs of one page, or of one act on it, that are accepted. */
const MOST = 6;
/** Dialogs that acts may bring: a list may say in one what was chosen. */
const MOST_OF_ACTS = 32;

/** What becomes of the dialogs of a tab's pages: they are agreed to, unless they ask for harm or come without end. */
export class Dialogs {
  #count = 0;
  #isActedOn = false;

  /** @param onEndless what asks without end is ended like a script that never stops */
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

  /** Something is done to the page next: what it asks then is not counted with what it asked before. */
  beginAct(): void {
    this.#count = 0;
    this.#isActedOn = true;
  }
}
