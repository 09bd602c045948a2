import { setTimeout as sleep } from 'node:timers/promises';
import { GiveUpVisit } from '../../domain/errors.ts';
import { bareHost } from '../../url/parse.ts';
import type { DocumentSchedule } from './document-schedule.ts';

/** Limit of main documents that a page leads to, including the first. */
const MOST_DOCUMENTS = 5;
/** Limit of documents that a frame shows, including the first. */
const MOST_IN_FRAME = 5;
/** Limit of documents that all frames of a page request in addition to usual ones. */
const MOST_FURTHER = 10;
/** Number of server redirects followed at once; later ones wait for the host schedule. */
const REDIRECTS_AT_ONCE = 5;
/** Limit of server redirects in a visit; more are a loop. */
const MOST_REDIRECTS = 10;
/** Number of server redirects that are usual for a frame's document. */
const REDIRECTS_IN_FRAME = 2;
/** Deepest usual nesting of frames. */
const USUAL_DEPTH = 3;
/** Limit in milliseconds of a page's waits for the host schedule. */
export const LONGEST_WAIT = 45_000;

/** Reason to skip a document: a limit that the page reached; `left` if no longer needed. */
export type Refusal = 'too many documents' | 'too many redirects' | 'long delay' | 'left';

/**
 * Limits and delays the requests of a visit after its first: each document waits for its host's delay, up to a maximum
 * number.
 */
export class VisitPace {
  readonly #turns: DocumentSchedule;
  #documents = 0;
  #redirects = 0;
  #further = 0;
  /** Last time by `performance.now()` that each host was busy with a document of the page or its frames. */
  readonly #busy = new Map<string, number>();
  #waited = 0;
  #asked: string | undefined;

  constructor(turns: DocumentSchedule) {
    this.#turns = turns;
  }

  /** Last host asked for a main document; undefined if none was. */
  get asked(): string | undefined {
    return this.#asked;
  }

  /** Milliseconds that the page has waited for the host schedule of main documents. */
  get waited(): number {
    return this.#waited;
  }

  /** Records that a document is requested now. */
  asks(url: URL): void {
    this.#turns.asked(url);
  }

  /** Records that the request was sent `after` milliseconds later. */
  leftLate(url: URL, after: number): void {
    this.#turns.leftLate(url, after);
  }

  /** Waits until the page may request another main document. @param isWanted true while the document is still needed */
  async document(url: URL, isWanted = () => true): Promise<Refusal | undefined> {
    if (this.#documents >= MOST_DOCUMENTS) return 'too many documents';
    const refusal = await this.#ownTurn(url, isWanted);
    if (refusal === undefined) this.#documents++;
    return refusal;
  }

  /** Waits until a server redirect of the page may be followed. */
  async redirect(url: URL, isWanted = () => true): Promise<Refusal | undefined> {
    if (this.#redirects >= MOST_REDIRECTS) return 'too many redirects';
    this.#redirects++;
    if (this.#redirects > REDIRECTS_AT_ONCE) return await this.#ownTurn(url, isWanted);
    this.#asksOwn(url);
    return undefined;
  }

  /**
   * Records a usual frame's request, or an answer to any document. Further requests keep the host's delay from then on.
   */
  touch(url: URL): void {
    this.#busy.set(bareHost(url), performance.now());
  }

  /** Waits until a frame may request a document that is not usual; see `isUsual`. */
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
 * Tells whether a frame's document is usual and loads with the page: the frame's first, not deeply nested, and at most
 * once inside itself. Query parameters don't count.
 *
 * @param before number of documents that the frame has requested before
 * @param above addresses of the documents around the frame
 */
export function isUsual(url: URL, before: number, above: readonly string[]): boolean {
  const place = placeOf(url.href);
  return before === 0 && above.length <= USUAL_DEPTH && above.filter((one) => placeOf(one) === place).length < 2;
}

/** Tells whether a frame has shown as many documents as allowed. */
export const isFull = (before: number): boolean => before >= MOST_IN_FRAME;

/** Tells whether a redirect is usual for a frame's document. @param before number of earlier redirects */
export const isUsualRedirect = (before: number): boolean => before < REDIRECTS_IN_FRAME;

/** Returns the error for a page whose redirects are not all followed. */
export function redirectError(refusal: Refusal): GiveUpVisit {
  const isLate = refusal === 'long delay';
  return new GiveUpVisit(
    isLate ? 'its redirects would take too long at the delay of their host' : 'ERR_TOO_MANY_REDIRECTS',
  );
}

const placeOf = (address: string): string => address.replace(/[?#].*/s, '');

/** Time limits for capturing a page, in milliseconds. */
export interface Patience {
  /** Limit for the start of a server's answer. */
  readonly answer: number;
  /**
   * Limit for a page's documents to load and become idle; then the page is captured as is. Documents still loading get
   * three times as long.
   */
  readonly page: number;
  /** Limit for unanswered requests while the page does not change; some, such as long polls, never get an answer. */
  readonly requests: number;
  /** Limit for a script that blocks the page; then the script is ended. */
  readonly script: number;
  /** Limit for CPU time of the page's process; then the page's scripts are ended. */
  readonly processor: number;
}

export const patience: Patience = { answer: 30_000, page: 10_000, requests: 3_000, script: 10_000, processor: 30_000 };
