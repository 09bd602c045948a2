/** A function that runs in a page, see `planActs`. */
export declare const PLAN_IN_PAGE: string;
