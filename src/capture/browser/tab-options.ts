import type { HttpClient } from '../http/http-client.ts';
import type { Patience } from '../network/visit-pace.ts';
import type { StorageState } from '../session/session-state.ts';
import type { CpuPressure, RendererTime } from './clock/cpu-pressure.ts';
import type { MemoryWatch } from './limits/memory-watch.ts';

export interface TabOptions {
  readonly userAgent: string;
  readonly patience: Patience;
  /** True if a user sees the page, which is then drawn at full size. */
  readonly isSeen: boolean;
  /** Returns why the last connection to an address's server failed; undefined if successful. */
  readonly failureOf: (url: URL) => Error | undefined;
  /**
   * Faults of certificates by origin, shared by all tabs; undefined for a valid one. Without this map, invalid
   * certificates are rejected.
   */
  readonly certificates: Map<string, string | undefined> | undefined;
  /** Initial cookies and local storage of every site's tabs. */
  readonly storageState: StorageState | undefined;
  /** Client that repeats requests without the browser; undefined: no request is repeated. */
  readonly client?: Pick<HttpClient, 'fetch'> | undefined;
  /** Watch of the browser's memory; undefined for none. */
  readonly memory?: MemoryWatch | undefined;
  /** Reads renderers' CPU times; undefined: scripts are limited by real time. */
  readonly rendererTime?: RendererTime | undefined;
  /** CPU pressure; undefined: pages are limited by real time. */
  readonly starved?: CpuPressure | undefined;
  /** Limit of console errors recorded for each document; default: 0. */
  readonly mostErrors?: number | undefined;
}

export const VIEWPORT = { width: 1280, height: 720 } as const;
/** Scale of headless pages, as drawing costs much; scripts see the full size. */
export const SMALL = 0.05;
/** Height in pixels of a view that shows nearly any page in full. */
export const TALL = 15_000;

/** Returns the screen size for a page's scripts. @param scale size at which the page is drawn */
export const metrics = (height: number, scale: number) => ({
  width: VIEWPORT.width,
  height,
  screenWidth: VIEWPORT.width,
  screenHeight: VIEWPORT.height,
  deviceScaleFactor: 1,
  mobile: false,
  scale,
});
