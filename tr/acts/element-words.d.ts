/** What an element says of itself, and where it stands. */
export interface ElementWords {
    /** What a reader sees, or hears read out, each by itself: text, labels, titles, values. */
    readonly texts: readonly string[];
    /** What programs call it and what is in it: identifiers, classes, icons, data attributes. */
    readonly names: readonly string[];
    /** Names that may mean anything by themselves: of fields, of one letter, of what it stands in. */
    readonly looseNames: readonly string[];
    /** As they are written. */
    readonly addresses: readonly string[];
    /** Scripts in attributes. */
    readonly codes: readonly string[];
    /** It and what it stands in, the innermost first: name, role, identifier and classes. */
    readonly places: readonly string[];
    /** What the dialog says that it stands in, by paragraphs; empty where it stands in none. */
    readonly asked: readonly string[];
    /** What is said beside a short answer, where one is asked: by the small block that it stands in, its controls left out. */
    readonly questions: readonly string[];
    /** What can be answered there, its own answer included. */
    readonly answers: readonly string[];
    /** Whether it stands in a form that searches. */
    readonly searches: boolean;
}
/**
 * Runs in a page, in a world of our own: what is said by an element, by the control that it is part of and by what listens
 * for it, as long as that holds nothing else to press. It is sent into browsers as it stands, so it uses nothing from outside.
 *
 * @param around what was found of the dialogs and forms that other elements stand in, kept as they may be large
 */
export declare function elementWords(element: Element, listens: Node | undefined, around: Map<Element, {
    readonly asked: readonly string[];
    readonly answers: readonly string[];
    readonly searches: boolean;
}>): ElementWords;
