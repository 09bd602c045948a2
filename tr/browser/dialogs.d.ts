import type { Page } from 'playwright';
/** What becomes of the dialogs of a tab's pages: they are agreed to, unless they ask for harm or come without end. */
export declare class Dialogs {
    #private;
    /** @param onEndless what asks without end is ended like a script that never stops */
    constructor(page: Page, onEndless: () => void);
    begin(): void;
    /** Something is done to the page next: what it asks then is not counted with what it asked before. */
    beginAct(): void;
}
