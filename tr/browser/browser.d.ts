import type { Browser } from 'playwright';
import type { Captured } from '../../domain/page.ts';
import type { Capture, Target } from '../capture.ts';
import type { AddressGuard } from '../network/address-guard.ts';
import { type Lookup } from '../network/dialer.ts';
import { DocumentTurns } from '../network/document-turns.ts';
import { type Patience } from '../network/patience.ts';
import type { StorageState } from '../session/session-state.ts';
import { type LaunchChoice } from './chromium.ts';
import { type TabOptions } from './tab.ts';
/** How a browser is started, and as whom it asks. */
export interface StartOptions extends Omit<LaunchChoice, 'proxyPort'> {
    /** Address of the user's proxy, with name and password where it wants them. */
    readonly proxy?: string | undefined;
    /** Servers whose certificates are not valid are not asked; otherwise pages say what is wrong. */
    readonly checksCertificates?: boolean | undefined;
    /** The system's if not given. */
    readonly lookup?: Lookup | undefined;
    /** Undefined: private addresses may be asked. */
    readonly guard?: AddressGuard | undefined;
    /** How the crawl's user can be reached: an address that stands in the user agent. */
    readonly contact?: string | undefined;
    /** Cookies and local storage that every site's tabs begin with. */
    readonly storageState?: StorageState | undefined;
    /** Milliseconds since the epoch. */
    readonly now: () => number;
    /** Differs from the usual in tests. */
    readonly patience?: Partial<Patience>;
}
export interface BrowserCaptureOptions extends StartOptions {
    /** Pages read at the same time. */
    readonly workers: number;
    /** Pause before and after each page, in milliseconds, so that a person can follow; 0 if not given. */
    readonly slowMo?: number | undefined;
    /** Names of the techniques that are used; those of `active` if not given. */
    readonly techniques?: ReadonlySet<string> | undefined;
    /** Whose turn each host is; if not given, none is ever waited for. */
    readonly turns?: DocumentTurns | undefined;
    /** Folder for the traces of reads that fail; none are made if not given. */
    readonly traceFolder?: string | undefined;
}
/** Reads pages in Chromium: what a person's browser shows after scripts have run. */
export declare class BrowserCapture implements Capture {
    #private;
    constructor(options: BrowserCaptureOptions);
    start(): Promise<void>;
    read(target: Target): Promise<Captured>;
    close(): Promise<void>;
}
/** Starts the browser and its proxy, which ends with it, and says how its tabs are to be opened. */
export declare function startBrowser(options: StartOptions): Promise<{
    browser: Browser;
    tabOptions: TabOptions;
}>;
