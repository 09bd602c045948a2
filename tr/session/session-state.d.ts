import type { BrowserContextOptions } from 'playwright';
/** As Playwright writes and reads it. */
export type StorageState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;
/** What one file of a session holds. */
export interface SessionFile {
    /** The option that names it. */
    readonly option: '--storage-state' | '--cookies';
    readonly file: string;
    readonly state: StorageState;
}
/**
 * The session of a user who has logged in: Playwright's storage state (JSON), and a file of cookies in the format of
 * Netscape, as curl, wget and extensions of browsers write it. Undefined where neither is named.
 *
 * @throws BadInput naming the file, and the line that is wrong
 */
export declare function readSession(stateFile: string | undefined, cookiesFile: string | undefined): StorageState | undefined;
/** The same, file by file; none where none is named. */
export declare function readSessionFiles(stateFile: string | undefined, cookiesFile: string | undefined): SessionFile[];
/** All that the files of a session hold; undefined where there are none. */
export declare function joined(files: readonly SessionFile[]): StorageState | undefined;
