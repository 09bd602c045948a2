import { typeOf } from '../../url/file-types.ts';
import { decode } from '../encoding/decode.ts';
import { type Headers, headerOf } from '../network/answer-rules.ts';
import type { HttpAnswer, HttpClient } from './http-client.ts';

/** Asks for an address once more, without the browser. */
export type AskAgain = (url: string, headers: Readonly<Record<string, string>>) => Promise<HttpAnswer>;

export const askAgainBy =
  (client: HttpClient): AskAgain =>
  (url, headers) =>
    client.fetch({ url, headers });

/** Whether a redirect with these headers may have a body that is text. */
export const mayBeText = (headers: Headers): boolean =>
  /^(text\/|application\/xhtml\+xml)/.test(typeOf(headerOf(headers, 'content-type')));

/** The body of a redirect, where it is text. */
export function asText({ headers, body }: HttpAnswer): string | undefined {
  return body.length > 0 && mayBeText(headers) ? decode(body, headerOf(headers, 'content-type')).text : undefined;
}
