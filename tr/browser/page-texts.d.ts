import type { Page } from 'playwright';
import type { LoadedText } from '../loaded-page.ts';
/** The style sheets, scripts and data that a tab's page loads. */
export declare class PageTexts {
    #private;
    constructor(page: Page);
    /** Forgets the page before. */
    begin(): void;
    /** Addresses of the scripts that have come. */
    get scripts(): readonly string[];
    /** Whether any of the page's scripts, as far as they have come, makes shadow trees. Each is read once. */
    makeRoots(): Promise<boolean>;
    /** Those of some content types, as far as they have come. */
    read(contentType: RegExp): Promise<readonly LoadedText[]>;
}
/** Whether a text makes shadow trees. */
export declare const makesRoots: (text: string) => boolean;
/** Whether a document as it came declares closed shadow trees. */
export declare const declaresClosedRoots: (bytes: Uint8Array) => boolean;
/** Of bytes in any encoding those that are ASCII, a zero beside each in UTF-16 left out. */
export declare const asciiIn: (bytes: Uint8Array) => string;
