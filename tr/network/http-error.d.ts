import { GiveUpVisit, RetryVisit } from '../../domain/errors.ts';
/** Why there is no answer, in the words of Chromium. */
export declare function connectionError(error: unknown): RetryVisit | GiveUpVisit;
