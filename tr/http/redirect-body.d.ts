import { type Headers } from '../network/answer-rules.ts';
import type { HttpAnswer, HttpClient } from './http-client.ts';
/** Asks for an address once more, without the browser. */
export type AskAgain = (url: string, headers: Readonly<Record<string, string>>) => Promise<HttpAnswer>;
export declare const askAgainBy: (client: HttpClient) => AskAgain;
/** Whether a redirect with these headers may have a body that is text. */
export declare const mayBeText: (headers: Headers) => boolean;
/** The body of a redirect, where it is text. */
export declare function asText({ headers, body }: HttpAnswer): string | undefined;
