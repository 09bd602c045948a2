import type { DefaultTreeAdapterTypes } from 'parse5';
/** The shape of pages that nothing in their markup can change: a browser finds the links there that the parser finds. */
export declare const STATIC = "static";
/** A document, for the shape of its page. */
interface ShapedDocument {
    readonly isXml: boolean;
    readonly reading: {
        readonly features: readonly string[] | undefined;
    };
}
/**
 * What a page's links in a browser depend on, beside its markup: which scripts run, and what they find to work on. Pages
 * of one shape are taken for pages of one make. `documents`: the page's own, then those of its frames.
 */
export declare function shapeOf(documents: readonly ShapedDocument[]): string;
/** What a document has that scripts and browsers work on, each once. */
export declare function featuresOf(tree: DefaultTreeAdapterTypes.Document): string[];
export {};
