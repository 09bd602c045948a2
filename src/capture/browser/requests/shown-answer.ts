import type { Request, Response } from 'playwright';
import { withoutFragment } from '../../../url/parse.ts';

/** Answers to a tab's own navigations: the shown one, and whether the page before has caused it. */
export class ShownAnswer {
  /** Last answer, shown or not. */
  last: Response | undefined;
  /** Shown answer, its shown address with the fragment, and earlier answers of pages that navigated on. */
  shown: { readonly answer: Response; readonly url: string; readonly before: readonly Response[] } | undefined;
  /** True if the page before may have caused the navigation: scripts of both overlap for a moment. */
  isByPrevious = false;
  /** True if the last answer is not shown yet; its time is in `#cameAt`. */
  #isNew = false;
  #cameAt = 0;
  /** Address of the page before. */
  #left = '';
  /** Requested address. */
  #asked = '';

  /** Prepares for another page. @param left address of the page before */
  begin(left: string, asked: string): void {
    this.#left = left;
    this.#asked = withoutFragment(new URL(asked).href);
    this.isByPrevious = false;
    this.last = undefined;
    this.shown = undefined;
    this.#isNew = false;
  }

  receive(answer: Response): void {
    this.last = answer;
    this.#cameAt = performance.now();
    // An answer without a body is never shown.
    this.#isNew = answer.status() !== 204 && answer.status() !== 205;
    this.isByPrevious ||= this.#causedByPrevious(answer.request());
  }

  /** Tells by the Referer whether the page before has caused a request. */
  #causedByPrevious(request: Request): boolean {
    let first = request;
    for (let before = request.redirectedFrom(); before; before = before.redirectedFrom()) first = before;
    const { referer } = first.headers();
    if (referer === undefined || withoutFragment(first.url()) === this.#asked) return false;
    return this.#left.startsWith(referer) && this.shown?.url.startsWith(referer) !== true;
  }

  /**
   * Records an address that the tab shows. Returns true for a new document, the first address after an answer; later
   * ones are routes set by scripts.
   */
  shows(url: string): boolean {
    const isFirst = this.#isNew && this.last !== undefined;
    const before = this.shown ? [...this.shown.before, this.shown.answer] : [];
    if (isFirst && this.last) this.shown = { answer: this.last, url, before };
    this.#isNew = false;
    return isFirst;
  }

  /** Tells whether an answer, no redirect, is still not shown after `most` milliseconds. */
  isOverdue(most: number): boolean {
    const isRedirect = this.last !== undefined && this.last.status() >= 300 && this.last.status() < 400;
    return this.#isNew && !isRedirect && performance.now() - this.#cameAt > most;
  }
}
