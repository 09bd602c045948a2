import type { Browser } from 'playwright';
/**
 * What a browser brings about. A tab that is being opened while the browser goes is sometimes never heard of again, so
 * nothing is waited for once it is gone.
 *
 * @throws RetryVisit if the browser goes first
 */
export declare function whileConnected<T>(browser: Browser, work: Promise<T>): Promise<T>;
