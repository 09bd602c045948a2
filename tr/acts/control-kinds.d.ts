/** A function that runs in a page, see `controlKinds`. */
export declare const CONTROLS_IN_PAGE: string;
