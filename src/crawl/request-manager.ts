import { type IRequestManager, Request } from '@crawlee/basic';
import type { HostBusy } from '../domain/errors.ts';
import type { Claim, Failed, Failure, Frontier } from '../frontier/frontier.ts';
import { LONGEST_TIMER } from './run-clock.ts';

interface ForagerRequestManagerOptions {
  readonly frontier: Frontier;
  readonly now: () => number;
  /** Asks Crawlee to look for work again; it polls slowly by itself. */
  readonly wake: () => void;
}

/**
 * Crawlee's hook: the frontier as the crawler's request source, so that the strategy orders the requests. All of
 * Crawlee's ways are dealt with here:
 * - `isEmpty` means "nothing to hand out now"; only then `isFinished` is asked. What it finds is fetched next.
 * - Failures are told by `fail`, before Crawlee hears of them. Only what fails in Crawlee's own hands, such as a handler that
 *   takes too long, comes by `reclaimRequest` and `markRequestHandled`: a claim that is still open then has failed.
 * - After a pause nobody looks for work, so a timer wakes the crawler.
 */
export class ForagerRequestManager implements IRequestManager {
  readonly #options: ForagerRequestManagerOptions;
  readonly #claims = new Map<string, Claim>();
  /** When those were handed out whose visit has not begun, by their tokens. */
  readonly #unvisited = new Map<number, number>();
  /** Claims that `isEmpty` found, and that nobody has fetched yet. */
  readonly #ahead: Claim[] = [];
  /** Questions to the frontier that are not answered yet. */
  #asking = 0;
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

  /** The claim behind a request of ours, whose visit begins. */
  claim(request: Request): Claim {
    const claim = this.#claims.get(request.id ?? '');
    if (!claim) throw new Error(`${request.url} is not claimed`);
    this.#unvisited.delete(claim.token);
    return claim;
  }

  /** When the oldest claim was handed out whose visit has not begun, in milliseconds since the epoch. */
  get unvisitedSince(): number | undefined {
    return this.#unvisited.size === 0 ? undefined : Math.min(...this.#unvisited.values());
  }

  /** The claim was settled: nothing more is owed for it. */
  settled(request: Request): void {
    this.#unvisited.delete(this.#claims.get(request.id ?? '')?.token ?? 0);
    this.#claims.delete(request.id ?? '');
  }

  /** The page could not be loaded; undefined where its claim is over. */
  async fail(request: Request, failure: Failure): Promise<Failed | undefined> {
    const claim = this.#claims.get(request.id ?? '');
    if (!claim) return undefined;
    this.settled(request);
    return await this.#options.frontier.fail(claim, failure, this.#options.now());
  }

  /** The page was not loaded as a host is busy; undefined where its claim is over. */
  async busy(request: Request, { message: reason, retryAfter, host }: HostBusy): Promise<Failed | undefined> {
    const claim = this.#claims.get(request.id ?? '');
    if (!claim) return undefined;
    this.settled(request);
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

  /** Undefined where none may be handed out now; who may hand one out later is woken then. */
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
