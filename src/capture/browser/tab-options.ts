import type { AskAgain } from '../http/http-session.ts';
import type { Patience } from '../network/visit-pace.ts';
import type { StorageState } from '../session/session-state.ts';
import type { CpuPressure, RendererTime } from './clock/cpu-pressure.ts';
import type { MemoryWatch } from './limits/memory-watch.ts';

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
  readonly starved?: CpuPressure | undefined;
  /** Errors that each document's scripts may say to the console and are heard; none if not given. */
  readonly errorsHeard?: number | undefined;
}

export const VIEWPORT = { width: 1280, height: 720 } as const;
/** A headless page is drawn small, as drawing is much of its cost; its scripts see the full size. */
export const SMALL = 0.05;
/** Height of the view in which all of a page is to be seen, in pixels. */
export const TALL = 15_000;

/** Screen size that a page's scripts see. @param scale how large the page is drawn */
export const metrics = (height: number, scale: number) => ({
  width: VIEWPORT.width,
  height,
  screenWidth: VIEWPORT.width,
  screenHeight: VIEWPORT.height,
  deviceScaleFactor: 1,
  mobile: false,
  scale,
});
