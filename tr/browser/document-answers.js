import { z } from 'zod';
import { RetryVisit } from '../../domain/errors.js';
/** The frame went on to another document, or away, while it was read: ask again for the documents of now. */
export class DocumentGone extends RetryVisit {
}
const evaluation = z.object({
    result: z.object({ value: z.unknown().optional() }),
    exceptionDetails: z
        .object({ text: z.string(), exception: z.object({ description: z.string().default('') }).optional() })
        .optional(),
});
/**
 * What a document answers.
 *
 * @throws RetryVisit if it threw an error
 */
export function resultOf(answer) {
    const { result, exceptionDetails } = evaluation.parse(answer);
    // A document that goes while it is asked answers nothing.
    if (!exceptionDetails && result.value === undefined)
        throw new DocumentGone('the page keeps going on to other documents');
    if (!exceptionDetails)
        return result.value;
    const why = exceptionDetails.exception?.description.split('\n')[0] || exceptionDetails.text;
    throw new RetryVisit(`the page could not be read: ${why}`);
}
/** @throws DocumentGone where this is why */
export function asGone(error) {
    const text = String(error);
    if (/Cannot find context|No frame (for|with) given id|context was destroyed|navigated or closed/i.test(text)) {
        throw new DocumentGone('the page keeps going on to other documents');
    }
    throw error;
}
//# sourceMappingURL=document-answers.js.map