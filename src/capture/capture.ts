import type { Captured } from '../domain/page.ts';
import type { SiteId } from '../domain/site.ts';

/**
 * Says why a page may not lead to an address by itself, undefined if it may: by a redirect, a refresh or a script, or,
 * `in-frame`, for the document of a frame.
 */
export type MayFollow = (url: URL, where: 'page' | 'in-frame') => Promise<string | undefined>;

export interface Target {
  readonly url: string;
  readonly site: SiteId;
  /** Where the page may lead by itself; without it all is followed. */
  readonly mayFollow?: MayFollow;
  /** Address of the page that leads there, for the Referer header. */
  readonly foundOn?: string | undefined;
  /** Whether it failed to load before. */
  readonly isRetry?: boolean;
  /** Called, once or more often, as soon as the page takes too much of the machine. */
  readonly storms?: (() => void) | undefined;
  /** If it does not load now, it is given up. */
  readonly isLastTry?: boolean;
}

/** Loads pages and reads their links. */
export interface Capture {
  /** Starts what it needs, so that what is lacking is known before the crawl begins. */
  start(): Promise<void>;
  /**
   * @throws RetryVisit when the page may load later
   * @throws GiveUpVisit when it will not
   */
  read(target: Target): Promise<Captured>;
  /** Ends what runs; reads in flight fail. */
  close(): Promise<void>;
}
