import type { Captured } from '../domain/page.ts';
import type { SiteId } from '../domain/site.ts';

export interface Target {
  readonly url: string;
  readonly site: SiteId;
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
