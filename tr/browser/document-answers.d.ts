import { RetryVisit } from '../../domain/errors.ts';
/** The frame went on to another document, or away, while it was read: ask again for the documents of now. */
export declare class DocumentGone extends RetryVisit {
}
/**
 * What a document answers.
 *
 * @throws RetryVisit if it threw an error
 */
export declare function resultOf(answer: unknown): unknown;
/** @throws DocumentGone where this is why */
export declare function asGone(error: unknown): never;
