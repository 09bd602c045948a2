import { z } from 'zod';
import { RetryVisit } from '../../domain/errors.ts';

/** Error for a frame that left its document while being read; list the documents again. */
export class DocumentGone extends RetryVisit {}

const evaluation = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z
    .object({ text: z.string(), exception: z.object({ description: z.string().default('') }).optional() })
    .optional(),
});

/**
 * Returns the result of an evaluation in a document.
 *
 * @throws RetryVisit if the evaluation threw an error
 */
export function resultOf(answer: unknown): unknown {
  const { result, exceptionDetails } = evaluation.parse(answer);
  // A document that is left during an evaluation gives no result.
  if (!exceptionDetails && result.value === undefined)
    throw new DocumentGone('the page keeps going on to other documents');
  if (!exceptionDetails) return result.value;
  const why = exceptionDetails.exception?.description.split('\n')[0] || exceptionDetails.text;
  throw new RetryVisit(`the page could not be read: ${why}`);
}

/** @throws DocumentGone if the document is gone, otherwise the given error */
export function asGone(error: unknown): never {
  const text = String(error);
  if (/Cannot find context|No frame (for|with) given id|context was destroyed|navigated or closed/i.test(text)) {
    throw new DocumentGone('the page keeps going on to other documents');
  }
  throw error;
}
