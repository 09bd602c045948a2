import type { DocumentTurns } from '../network/document-turns.ts';
import { type FileRequest } from './ask-file.ts';
/**
 * Whether a server has a sitemap at an address, though nobody names one there: its beginning is asked for, in its host's
 * turn. No where the turn would come too late, or the server does not answer.
 */
export declare function lookForSitemap(url: URL, turns: DocumentTurns, request: FileRequest): Promise<boolean>;
