import type { Browser } from 'playwright';
export interface LaunchChoice {
    readonly headed: boolean;
    /** Opens the developer tools beside every page; needs `headed`. */
    readonly devtools?: boolean | undefined;
    /** Somebody looks at the pages, if only later at a picture: they are drawn at their size, with images. If not given, as `headed`. */
    readonly isSeen?: boolean;
    /** Host rules in Chromium's syntax; empty for none. */
    readonly hostRules: string;
    /** Port of a SOCKS 5 proxy on loopback: all goes through it, and host rules are its affair. */
    readonly proxyPort?: number;
    /** Whether one is installed where there is none, which stops the process for minutes; it is, if not given. */
    readonly isInstalled?: boolean | undefined;
    /** Tells the user what takes long. */
    readonly say: (line: string) => void;
}
/** What the user is told where Chromium has no sandbox. */
export declare const NO_SANDBOX: string | undefined;
/**
 * Starts Chromium: the one that `FORAGER_CHROMIUM` names; else Playwright's own; else `chromium-headless-shell` (it costs
 * half), `chromium` or `google-chrome` on the PATH; else one is installed, by Playwright's installer or, where that
 * can't download and we are root on Debian, from the packages.
 *
 * @throws BadInput if FORAGER_CHROMIUM names no file, or a headed browser has no display
 * @throws CommandFailed, saying what to do, if there is no browser to be had or it does not start
 */
export declare function launchChromium(choice: LaunchChoice): Promise<Browser>;
