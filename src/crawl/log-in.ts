import { DEFAULT_CAPTURE } from '../capture/techniques/technique.ts';
import type { CrawlOptions } from './crawl-options.ts';

interface SessionFiles {
  readonly storageState?: string | undefined;
  readonly cookies?: string | undefined;
}

/** Whether the crawl is logged in, or may be. */
export const hasSession = ({ storageState, cookies }: SessionFiles): boolean =>
  storageState !== undefined || cookies !== undefined;

/** What is done to find links: in a session pages are only read, unless it is asked for more. */
export const captureOf = (options: SessionFiles & Partial<Pick<CrawlOptions, 'capture'>>): string =>
  options.capture ?? (hasSession(options) ? 'passive' : DEFAULT_CAPTURE);
