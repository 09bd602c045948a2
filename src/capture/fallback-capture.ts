import { GiveUpVisit, HostBusy, OwnFault, RefusedVisit, StopCommand } from '../domain/errors.ts';
import type { Captured } from '../domain/page.ts';
import { MEMORY, OutOfMemory } from './browser/limits/memory-watch.ts';
import { PageCrash } from './browser/limits/script-watch.ts';
import type { Capture, Target } from './capture.ts';
import { isUnread } from './network/visit-error.ts';

/** Broken connections, after which the browser's next try may succeed. */
const MAY_PASS = /^ERR_(?:CONNECTION_|EMPTY_RESPONSE|NETWORK_|SOCKET_)/;

/**
 * Reads a page in a second way before giving up: a page that the browser can't load may still be readable without one.
 * Does not retry errors answered by the server, or addresses that are not allowed.
 */
export class FallbackCapture implements Capture {
  readonly #first: Capture;
  readonly #second: Capture;

  /** @param second waits until the next request to the server is allowed */
  constructor(first: Capture, second: Capture) {
    this.#first = first;
    this.#second = second;
  }

  async start(): Promise<void> {
    await this.#first.start();
    await this.#second.start();
  }

  async read(target: Target): Promise<Captured> {
    try {
      return await this.#first.read(target);
    } catch (error) {
      if (error instanceof StopCommand || !isWorthAnother(error, target)) throw error;
      const captured = await this.#second.read(target).catch(() => undefined);
      if (!captured) throw error;
      if (captured.kind === 'file') return captured;
      const why = error instanceof OutOfMemory ? [MEMORY] : error instanceof OwnFault ? [error.message] : [];
      return { ...captured, limits: [...captured.limits, 'second way', ...why] };
    }
  }

  async close(): Promise<void> {
    await this.#first.close();
    await this.#second.close();
  }
}

function isWorthAnother(error: unknown, { isRetry = false, isLastTry = false }: Target): boolean {
  const isAnswered =
    error instanceof HostBusy || (error instanceof Error && /^(HTTP \d+|ERR_TOO_MANY_REDIRECTS)$/.test(error.message));
  if (isAnswered || error instanceof RefusedVisit) return false;
  // A page that crashed the renderer twice will crash again.
  if (error instanceof PageCrash && isRetry) return true;
  return isLastTry || error instanceof GiveUpVisit || (isUnread(error) && !MAY_PASS.test(error.message));
}
