import { type IRequestManager, Request } from '@crawlee/basic';
import type { HostBusy } from '../domain/errors.ts';
import type { Claim, Failed, Failure, Frontier } from '../frontier/frontier.ts';
import { LONGEST_TIMER } from './run-clock.ts';

interface ForagerRequestManagerOptions {
  readonly frontier: Frontier;
  readonly now: () => number;
  /** Makes Crawlee look for work at once. Crawlee's own polls are slow. */
  readonly wake: () => void;
}

/**
 * Request source of Crawlee that is backed by the frontier, so that the strategy orders the requests.
 * - `isEmpty` means "nothing to claim now"; only then Crawlee calls `isFinished`. A claim found is fetched next.
 * - `fail` reports failures before Crawlee does. `reclaimRequest` and `markRequestHandled` report only Crawlee's own
 *   failures, such as a handler that takes too long: a claim that is still open has failed.
 * - Crawlee doesn't look for work after a pause, so a timer wakes the crawler.
 */
export class ForagerRequestManager implements IRequestManager {
  readonly #options: ForagerRequestManagerOptions;
  readonly #claims = new Map<string, Claim>();
  /** Times of the claims without a begun visit, by token. */
  readonly #unvisited = new Map<number, number>();
  /** Claims found by `isEmpty` and not yet fetched. */
  readonly #ahead: Claim[] = [];
  /** Number of pending calls to the frontier. */
  #asking = 0;
  #handled = 0;
  #closed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ForagerRequestManagerOptions) {
    this.#options = options;
  }

  /** Stops providing claims. Pages in flight are finished. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#options.wake();
  }

  /** Returns the claim of a request and marks its visit as begun. */
  claim(request: Request): Claim {
    const claim = this.#claims.get(request.id ?? '');
    if (!claim) throw new Error(`${request.url} is not claimed`);
    this.#unvisited.delete(claim.token);
    return claim;
  }

  /** Returns the time of the oldest claim without a begun visit, in milliseconds since the epoch. */
  get unvisitedSince(): number | undefined {
    return this.#unvisited.size === 0 ? undefined : Math.min(...this.#unvisited.values());
  }

  /** Forgets a completed claim. */
  completed(request: Request): void {
    this.#unvisited.delete(this.#claims.get(request.id ?? '')?.token ?? 0);
    this.#claims.delete(request.id ?? '');
  }

  /** Reports a failed page. Returns undefined if the claim is over. */
  async fail(request: Request, failure: Failure): Promise<Failed | undefined> {
    const claim = this.#claims.get(request.id ?? '');
    if (!claim) return undefined;
    this.completed(request);
    return await this.#options.frontier.fail(claim, failure, this.#options.now());
  }

  /** Reports a page that failed because of a busy host. Returns undefined if the claim is over. */
  async busy(request: Request, { message: reason, retryAfter, host }: HostBusy): Promise<Failed | undefined> {
    const claim = this.#claims.get(request.id ?? '');
    if (!claim) return undefined;
    this.completed(request);
    const refusal = { host: host ?? claim.host, reason, retryAfter };
    return await this.#options.frontier.busy(claim, refusal, this.#options.now());
  }

  async isEmpty(): Promise<boolean> {
    if (this.#closed) return true;
    if (this.#ahead.length > 0) return false;
    const claim = await this.#claim();
    if (claim) this.#ahead.push(claim);
    return claim === undefined;
  }

  async isFinished(): Promise<boolean> {
    const { frontier, now } = this.#options;
    if (this.#closed) {
      const back = { notBefore: 0, failed: false, askedAt: undefined };
      for (const claim of this.#ahead.splice(0)) {
        this.#unvisited.delete(claim.token);
        await frontier.release(claim, back, now());
      }
    }
    if (this.#claims.size + this.#ahead.length + this.#asking > 0) return false;
    return this.#closed || frontier.state(now()).kind === 'over';
  }

  async fetchNextRequest<T extends Record<string, unknown>>(): Promise<Request<T> | null> {
    if (this.#closed) return null;
    const claim = this.#ahead.shift() ?? (await this.#claim());
    if (!claim) return null;
    const id = String(claim.token);
    const request = new Request<T>({ id, url: claim.url, uniqueKey: id });
    request.retryCount = claim.attempts;
    this.#claims.set(id, claim);
    return request;
  }

  /** Claims the next page. Returns undefined if no page is available now, and sets a timer for the next one. */
  async #claim(): Promise<Claim | undefined> {
    const now = this.#options.now();
    this.#asking++;
    const next = await this.#options.frontier.claim(now).finally(() => this.#asking--);
    if (next.kind === 'claim') {
      this.#unvisited.set(next.claim.token, this.#options.now());
      return next.claim;
    }
    if (next.kind === 'wait' && next.until !== undefined) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#options.wake, Math.min(Math.max(1, next.until - now), LONGEST_TIMER));
    }
    return undefined;
  }

  async markRequestHandled(request: Request): Promise<void> {
    this.#handled++;
    await this.fail(request, { reason: lastError(request), kind: 'final', isAnswer: false });
  }

  async reclaimRequest(request: Request): Promise<null> {
    await this.fail(request, { reason: lastError(request), kind: 'retry', isAnswer: false });
    return null;
  }

  async handledCount(): Promise<number> {
    return this.#handled;
  }

  getTotalCount(): number {
    return this.#handled + this.getPendingCount();
  }

  getPendingCount(): number {
    return this.#options.frontier.sites().reduce((sum, site) => sum + site.waiting, this.#ahead.length);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Request> {
    for (let next = await this.fetchNextRequest(); next; next = await this.fetchNextRequest()) yield next;
  }

  /** Rejects requests of Crawlee: links come from pages through `completeVisit`. */
  async addRequest(): Promise<never> {
    throw new Error('requests come from the frontier');
  }

  async addRequestsBatched(): Promise<never> {
    throw new Error('requests come from the frontier');
  }
}

/** Returns the message of the last error, without class, stack and file names. */
function lastError(request: Request): string {
  const text = request.errorMessages.at(-1) ?? 'unknown failure';
  return (text.split('\n')[0] ?? text).replace(/^(Error|RetryVisit|GiveUpVisit|TimeoutError): /, '');
}
