import type { Captured } from '../domain/page.ts';
import type { SiteId } from '../domain/site.ts';

/**
 * Returns the reason why a page may not navigate to an address by itself (redirect, refresh, script, or a frame's
 * document with `in-frame`); undefined if allowed.
 */
export type MayFollow = (url: URL, where: 'page' | 'in-frame') => Promise<string | undefined>;

export interface Target {
  readonly url: string;
  readonly site: SiteId;
  /** Limits the targets of navigations by the page itself; if absent, all are followed. */
  readonly mayFollow?: MayFollow;
  /** Address of the linking page, for the Referer header. */
  readonly foundOn?: string | undefined;
  /** True if the page failed to load before. */
  readonly isRetry?: boolean;
  /** Called, once or more often, as soon as the page overloads the machine. */
  readonly onOverload?: (() => void) | undefined;
  /** True if the page is given up after another failure. */
  readonly isLastTry?: boolean;
}

/** Loads pages and reads their links. */
export interface Capture {
  /** Starts required services, so that missing ones are reported before the crawl begins. */
  start(): Promise<void>;
  /**
   * Loads a page and reads its links.
   *
   * @throws RetryVisit when the page may load later
   * @throws GiveUpVisit when it will not
   */
  read(target: Target): Promise<Captured>;
  /** Stops running services; reads in progress fail. */
  close(): Promise<void>;
}
