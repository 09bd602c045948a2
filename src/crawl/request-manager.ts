import { type IRequestManager, Request } from '@crawlee/basic';
import type { Claim, Frontier } from '../frontier/frontier.ts';

/** Pauses before the second and the third try of a page that failed to load, in milliseconds. */
const RETRY_PAUSES = [2_000, 8_000];

/** Loads tried again after the first. */
export const MAX_RETRIES = RETRY_PAUSES.length;

export interface ForagerRequestManagerOptions {
  readonly frontier: Frontier;
  readonly now: () => number;
  /** Asks Crawlee to look for work again; it polls slowly by itself. */
  readonly wake: () => void;
}

/**
 * Crawlee's hook: the frontier as the crawler's request source, so that the strategy orders the requests. All of
 * Crawlee's ways are dealt with here:
 * - `isEmpty` means "nothing to hand out now"; only then `isFinished` is asked.
 * - `markRequestHandled` comes for success and for final failure alike: a claim that is still open then has failed.
 * - `reclaimRequest` is a retry: the pause before it is ours.
 * - After a pause nobody looks for work, so a timer wakes the crawler.
 */
export class ForagerRequestManager implements IRequestManager {
  readonly #options: ForagerRequestManagerOptions;
  readonly #claims = new Map<string, Claim>();
  #handled = 0;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ForagerRequestManagerOptions) {
    this.#options = options;
  }

  /** Hands out nothing more; pages in flight are finished. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#options.wake();
  }

  /** The claim behind a request of ours. */
  claim(request: Request): Claim {
    const claim = this.#claims.get(request.id ?? '');
    if (!claim) throw new Error(`${request.url} is not claimed`);
    return claim;
  }

  /** The claim was settled: nothing more is owed for it. */
  settled(request: Request): void {
    this.#claims.delete(request.id ?? '');
  }

  async isEmpty(): Promise<boolean> {
    if (this.#closed) return true;
    const now = this.#options.now();
    const state = this.#options.frontier.state(now);
    if (state.kind === 'waiting' && state.until !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#options.wake, Math.max(1, state.until - now));
    }
    return state.kind !== 'ready';
  }

  async isFinished(): Promise<boolean> {
    if (this.#claims.size > 0) return false;
    return this.#closed || this.#options.frontier.state(this.#options.now()).kind === 'over';
  }

  async fetchNextRequest<T extends Record<string, unknown>>(): Promise<Request<T> | null> {
    const claim = this.#closed ? undefined : await this.#options.frontier.claim(this.#options.now());
    if (!claim) return null;
    const id = String(claim.token);
    const request = new Request<T>({ id, url: claim.url, uniqueKey: id });
    request.retryCount = claim.attempts;
    this.#claims.set(id, claim);
    return request;
  }

  async markRequestHandled(request: Request): Promise<void> {
    this.#handled++;
    const claim = this.#claims.get(request.id ?? '');
    if (!claim) return;
    this.settled(request);
    const reason = lastError(request);
    const failure = {
      askedAt: undefined,
      outcome: 'failed',
      reason,
      httpStatus: null,
      contentType: '',
      title: '',
      address: undefined,
      canonical: undefined,
    } as const;
    await this.#options.frontier.settle(claim, { ...failure, links: [] }, this.#options.now());
  }

  async reclaimRequest(request: Request): Promise<null> {
    const claim = this.claim(request);
    this.settled(request);
    const now = this.#options.now();
    const pause = RETRY_PAUSES[claim.attempts] ?? 0;
    await this.#options.frontier.release(claim, { notBefore: now + pause, failed: true, askedAt: now }, now);
    return null;
  }

  async handledCount(): Promise<number> {
    return this.#handled;
  }

  getTotalCount(): number {
    return this.#handled + this.getPendingCount();
  }

  getPendingCount(): number {
    return this.#options.frontier.sites().reduce((sum, site) => sum + site.waiting, 0);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Request> {
    for (let next = await this.fetchNextRequest(); next; next = await this.fetchNextRequest()) yield next;
  }

  /** Links come from pages through `settle`, never from Crawlee. */
  async addRequest(): Promise<never> {
    throw new Error('requests come from the frontier');
  }

  async addRequestsBatched(): Promise<never> {
    throw new Error('requests come from the frontier');
  }
}

/** The message of the last error, without its class, stack and file names. */
function lastError(request: Request): string {
  const text = request.errorMessages.at(-1) ?? 'unknown failure';
  return (text.split('\n')[0] ?? text).replace(/^(Error|RetryVisit|GiveUpVisit|TimeoutError): /, '');
}
