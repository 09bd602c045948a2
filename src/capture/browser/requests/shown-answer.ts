import type { Request, Response } from 'playwright';
import { withoutFragment } from '../../../url/parse.ts';

/** Which of the answers to a tab's own navigations it shows, and whether the page before has led there. */
export class ShownAnswer {
  /** The last one, whether it is shown or not. */
  last: Response | undefined;
  /**
   * The one that the tab shows, the address that it was shown under, its fragment included, and those that it has shown
   * before, of pages that led on by themselves.
   */
  shown: { readonly answer: Response; readonly url: string; readonly before: readonly Response[] } | undefined;
  /** Whether the page before, and not this one, may have led there: their scripts overlap for a moment. */
  isLed = false;
  /** Whether the last is not shown yet, and when it came. */
  #isNew = false;
  #cameAt = 0;
  /** Address of the page before. */
  #left = '';
  /** Address that is asked for. */
  #asked = '';

  /** Another page is asked for. @param left address of the page that is left */
  begin(left: string, asked: string): void {
    this.#left = left;
    this.#asked = withoutFragment(new URL(asked).href);
    this.isLed = false;
    this.last = undefined;
    this.shown = undefined;
    this.#isNew = false;
  }

  comes(answer: Response): void {
    this.last = answer;
    this.#cameAt = performance.now();
    // An answer without a body is never shown.
    this.#isNew = answer.status() !== 204 && answer.status() !== 205;
    this.isLed ||= this.#comesOfLeft(answer.request());
  }

  /** What is asked for has the Referer of the page that it was found on, which may be the one before. */
  #comesOfLeft(request: Request): boolean {
    let first = request;
    for (let before = request.redirectedFrom(); before; before = before.redirectedFrom()) first = before;
    const { referer } = first.headers();
    if (referer === undefined || withoutFragment(first.url()) === this.#asked) return false;
    return this.#left.startsWith(referer) && this.shown?.url.startsWith(referer) !== true;
  }

  /**
   * The tab shows an address. Only the first one after an answer is that of a new document; later ones are routes that
   * scripts set. Returns whether it is the first.
   */
  shows(url: string): boolean {
    const isFirst = this.#isNew && this.last !== undefined;
    const before = this.shown ? [...this.shown.before, this.shown.answer] : [];
    if (isFirst && this.last) this.shown = { answer: this.last, url, before };
    this.#isNew = false;
    return isFirst;
  }

  /** Whether an answer, no redirect, has come more than so many milliseconds ago and is not shown. */
  isOverdue(most: number): boolean {
    const isRedirect = this.last !== undefined && this.last.status() >= 300 && this.last.status() < 400;
    return this.#isNew && !isRedirect && performance.now() - this.#cameAt > most;
  }
}
