import type { Validators } from '../../domain/validators.ts';
import type { HttpClient } from './http-client.ts';
interface AskAgain {
    readonly client: HttpClient;
    readonly userAgent: string;
    readonly now: () => number;
}
/**
 * Asks whether a document is as it was (If-None-Match, If-Modified-Since; RFC 9110, §13.1): one small request without a
 * browser. What it is by now is not read, and redirects are not followed.
 *
 * @throws RetryVisit or GiveUpVisit if the server does not answer, HostBusy if it is busy
 */
export declare function askAgain(url: string, validators: Validators, { client, userAgent, now }: AskAgain): Promise<{
    isSame: boolean;
    askedAt: number;
}>;
export {};
