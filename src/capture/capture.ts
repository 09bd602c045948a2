import type { Captured } from '../domain/page.ts';
import type { SiteId } from '../domain/site.ts';

export interface Target {
  readonly url: string;
  readonly site: SiteId;
  /** Why a redirect to that address is not followed; undefined if it is. Without it all are. */
  readonly mayFollow?: (url: URL) => Promise<string | undefined>;
}

/** Loads pages and reads their links. */
export interface Capture {
  /**
   * @throws RetryVisit when the page may load later
   * @throws GiveUpVisit when it will not
   */
  read(target: Target): Promise<Captured>;
  /** Ends what runs; reads in flight fail. */
  close(): Promise<void>;
}
