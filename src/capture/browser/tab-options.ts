import type { AskAgain } from '../http/redirect-body.ts';
import type { Patience } from '../network/patience.ts';
import type { StorageState } from '../session/session-state.ts';
import type { MemoryWatch } from './memory-watch.ts';
import type { RendererTime } from './renderer-time.ts';
import type { Starved } from './starved.ts';

export interface TabOptions {
  readonly userAgent: string;
  readonly patience: Patience;
  /** Somebody looks at the page: it is drawn at its size. */
  readonly isSeen: boolean;
  /** Why the last connection to this address's server was not made; undefined if it was. */
  readonly failureOf: (url: URL) => Error | undefined;
  /**
   * What is wrong with servers' certificates, by origin, undefined where nothing is; all tabs share it. Without it,
   * servers whose certificates are not valid are not asked.
   */
  readonly certificates: Map<string, string | undefined> | undefined;
  /** Cookies and local storage that every site's tabs begin with. */
  readonly storageState: StorageState | undefined;
  /** Undefined: nothing is asked for again. */
  readonly askAgain?: AskAgain | undefined;
  /** Undefined: nobody looks after the browser's memory. */
  readonly memory?: MemoryWatch | undefined;
  /** Undefined: scripts' time is the clock's. */
  readonly rendererTime?: RendererTime | undefined;
  /** Undefined: what a page is given of time is the clock's. */
  readonly starved?: Starved | undefined;
  /** Errors that each document's scripts may say to the console and are heard; none if not given. */
  readonly errorsHeard?: number | undefined;
}
