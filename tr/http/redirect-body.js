import { decode } from '../encoding/decode.js';
import { headerOf, typeOf } from '../network/answer-rules.js';
export const askAgainBy = (client) => (url, headers) => client.fetch({ url, headers });
/** Whether a redirect with these headers may have a body that is text. */
export const mayBeText = (headers) => /^(text\/|application\/xhtml\+xml)/.test(typeOf(headerOf(headers, 'content-type')));
/** The body of a redirect, where it is text. */
export function asText({ headers, body }) {
    return body.length > 0 && mayBeText(headers) ? decode(body, headerOf(headers, 'content-type')).text : undefined;
}
//# sourceMappingURL=redirect-body.js.map