/** How elements are known again, whatever scripts make of them. */
interface ElementLooks {
    patternOf(element: Element, isShort: boolean): string;
    labelOf(element: Element): string;
    lookOf(element: Element): string;
}
/** Runs in a page, in a world of our own. It is sent into browsers as it stands, so it uses nothing from outside. */
export declare function elementLooks(): ElementLooks;
export {};
