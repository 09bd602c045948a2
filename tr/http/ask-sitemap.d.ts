import { type FileRequest } from './ask-file.ts';
/**
 * Asks for a sitemap, compressed or not. Undefined where the server has none there.
 *
 * @throws RetryVisit or GiveUpVisit if the server does not answer, RefusedVisit if it may not be asked
 */
export declare function askSitemap(url: URL, request: FileRequest): Promise<string | undefined>;
