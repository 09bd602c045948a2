/** A function that runs in a page, see `performActs`. */
export declare const PERFORM_IN_PAGE: string;
