import type { CDPSession } from 'playwright';
import { type Wait } from '../network/body-stream.ts';
import { type FileBody } from './read-file.ts';
/**
 * Takes the body of an answer at which the browser is paused; the answer is then to be given another. Of what bears no
 * links only the beginning is taken.
 *
 * @param contentType the header as sent
 * @param wait what has come when it is over is kept
 */
export declare function takeBody(cdp: CDPSession, requestId: string, contentType: string, wait: Wait): Promise<FileBody | undefined>;
