import { setTimeout as sleep } from 'node:timers/promises';
import { GiveUpVisit } from '../../domain/errors.ts';
import { bareHost } from '../../url/parse.ts';
import type { DocumentTurns } from './document-turns.ts';

/** Documents of its own that a page may lead to, its first one among them, however it does. */
const MOST_DOCUMENTS = 5;
/** Documents that one frame may show, its first one among them, … */
const MOST_IN_FRAME = 5;
/** … and those that all frames of a page may ask for beyond the first of each. */
const MOST_FURTHER = 10;
/** Redirects by servers that are followed at once; from then on each waits for its host's turn. */
const REDIRECTS_AT_ONCE = 5;
/** Redirects by servers in one visit: more are a loop. */
const MOST_REDIRECTS = 10;
/** Redirects by servers that one frame's document comes with. */
const REDIRECTS_IN_FRAME = 2;
/** Deepest nesting of frames on an ordinary page. */
const USUAL_DEPTH = 3;
/** Milliseconds for which a page waits for the turns of its own documents. */
export const LONGEST_WAIT = 45_000;

/** Reason to leave a document: a limit that the page met, or that it is no longer waited for. */
export type Refusal = 'too many documents' | 'too many redirects' | 'long delay' | 'left';

/**
 * What one reading of a page may ask servers for beyond its first request, and when: each document after the delay of its
 * host, and not without end.
 */
export class VisitPace {
  readonly #turns: DocumentTurns;
  #documents = 0;
  #redirects = 0;
  #further = 0;
  /** When each host was last busy with a document of the page or its frames, by `performance.now()`. */
  readonly #busy = new Map<string, number>();
  #waited = 0;
  #asked: string | undefined;

  constructor(turns: DocumentTurns) {
    this.#turns = turns;
  }

  /** The host that was last asked for a document of the page's own; undefined if none was. */
  get asked(): string | undefined {
    return this.#asked;
  }

  /** Milliseconds that the page has waited for the turns of its own documents. */
  get waited(): number {
    return this.#waited;
  }

  /** What was waited for is asked for now. */
  asks(url: URL): void {
    this.#turns.asked(url);
  }

  /** It left so many milliseconds later. */
  leftLate(url: URL, after: number): void {
    this.#turns.leftLate(url, after);
  }

  /** Waits until one more of the page's own documents may be asked for. @param isWanted whether anybody still waits for it */
  async document(url: URL, isWanted = () => true): Promise<Refusal | undefined> {
    if (this.#documents >= MOST_DOCUMENTS) return 'too many documents';
    const refusal = await this.#ownTurn(url, isWanted);
    if (refusal === undefined) this.#documents++;
    return refusal;
  }

  /** The same for where a server redirects the page to. */
  async redirect(url: URL, isWanted = () => true): Promise<Refusal | undefined> {
    if (this.#redirects >= MOST_REDIRECTS) return 'too many redirects';
    this.#redirects++;
    if (this.#redirects > REDIRECTS_AT_ONCE) return await this.#ownTurn(url, isWanted);
    this.#asksOwn(url);
    return undefined;
  }

  /**
   * A frame's document is asked for that comes with the page, or any document is answered. What is asked for beyond an
   * ordinary page waits from then on, so that its requests never come closer than the delay.
   */
  touch(url: URL): void {
    this.#busy.set(bareHost(url), performance.now());
  }

  /** Waits until one more document of a frame may be asked for that is none of an ordinary page; see `isUsual`. */
  async further(url: URL, isWanted = () => true): Promise<Refusal | undefined> {
    if (this.#further >= MOST_FURTHER) return 'too many documents';
    this.#further++;
    for (;;) {
      if (!isWanted()) return 'left';
      const wait = this.#wait(url);
      if (wait > LONGEST_WAIT) return 'long delay';
      if (wait === 0) break;
      await sleep(wait);
    }
    this.#turns.asked(url);
    return undefined;
  }

  #wait(url: URL): number {
    const busy = this.#busy.get(bareHost(url));
    return Math.max(this.#turns.wait(url), busy === undefined ? 0 : this.#turns.wait(url, performance.now() - busy));
  }

  async #ownTurn(url: URL, isWanted: () => boolean): Promise<Refusal | undefined> {
    for (;;) {
      if (!isWanted()) return 'left';
      const wait = this.#wait(url);
      if (wait === 0) break;
      if (this.#waited + wait > LONGEST_WAIT) return 'long delay';
      const begin = performance.now();
      await sleep(wait);
      this.#waited += performance.now() - begin;
    }
    this.#asksOwn(url);
    return undefined;
  }

  #asksOwn(url: URL): void {
    this.#turns.asked(url);
    this.#asked = bareHost(url);
  }
}

/**
 * Whether a frame's document is one of an ordinary page, and comes with it: the frame's first, not deep in other frames,
 * and, parameters aside, none of those that it stands in; that it stands in one such is usual.
 *
 * @param before documents that the frame has asked for before
 * @param above addresses of the documents that it stands in
 */
export function isUsual(url: URL, before: number, above: readonly string[]): boolean {
  const place = placeOf(url.href);
  return before === 0 && above.length <= USUAL_DEPTH && above.filter((one) => placeOf(one) === place).length < 2;
}

/** Whether a frame has shown as many documents as it may. */
export const isFull = (before: number): boolean => before >= MOST_IN_FRAME;

/** Whether a redirect comes with a frame's document, after so many before it. */
export const isUsualRedirect = (before: number): boolean => before < REDIRECTS_IN_FRAME;

/** Error of a page whose redirects are not followed to their end. */
export function redirectError(refusal: Refusal): GiveUpVisit {
  const isLate = refusal === 'long delay';
  return new GiveUpVisit(
    isLate ? 'its redirects would take too long at the delay of their host' : 'ERR_TOO_MANY_REDIRECTS',
  );
}

const placeOf = (address: string): string => address.replace(/[?#].*/s, '');

/** Time limits of reading a page, in milliseconds. */
export interface Patience {
  /** For a server to begin its answer. */
  readonly answer: number;
  /** For a page's documents to load and become quiet; then the page is read as it is. What is still coming gets thrice that. */
  readonly page: number;
  /** For requests without an answer while nothing on the page changes: some, such as long polls, never get one. */
  readonly requests: number;
  /** For a script that keeps the page from being read; then the script is ended. */
  readonly script: number;
  /** For the page's process, in CPU time; then the page's scripts are ended. */
  readonly processor: number;
}

export const patience: Patience = { answer: 30_000, page: 10_000, requests: 3_000, script: 10_000, processor: 30_000 };
