/** To be run in the page's own world. */
export declare const BLANK_WINDOWS: string;
