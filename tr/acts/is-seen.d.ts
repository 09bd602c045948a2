/**
 * Runs in a page: whether a person could use an element, as far as this can be told: it is shown, not inert, nothing
 * covers it. It is sent into browsers as it stands, so it uses nothing from outside.
 */
export declare function isSeen(element: Element): boolean;
