import type { HttpAnswer, HttpClient } from './http-client.ts';
export interface FileRequest {
    readonly client: HttpClient;
    readonly userAgent: string;
}
/**
 * Asks for a file of a server's, and reads no more than so many bytes of it; redirects are followed.
 *
 * @param accept media types, as in the header
 * @returns the last answer, and when the server itself was asked
 * @throws RetryVisit or GiveUpVisit if a server does not answer, RefusedVisit if one may not be asked
 */
export declare function askFile(url: URL, mostBytes: number, accept: string, { client, userAgent }: FileRequest): Promise<{
    readonly answer: HttpAnswer;
    readonly askedAt: number;
}>;
