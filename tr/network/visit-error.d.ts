import { GiveUpVisit, RetryVisit } from '../../domain/errors.ts';
/** Names what went wrong in a few words, and whether it may pass. */
export declare function visitError(error: unknown): RetryVisit | GiveUpVisit;
/** What one of Chromium's codes says, or of OpenSSL's for certificates. */
export declare function errorOfCode(code: string): RetryVisit | GiveUpVisit;
