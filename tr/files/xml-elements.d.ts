import type { OpenedFile } from './file-kind.ts';
/** An element of an XML document that has ended. */
export interface XmlElement {
    /** As written, prefix and all; `?` before it for a processing instruction. */
    readonly tag: string;
    /** Without prefix. */
    readonly name: string;
    /** By their names as written. */
    readonly attributes: Readonly<Record<string, string>>;
    readonly parent: XmlElement | undefined;
    /** What addresses in it are relative to: `xml:base` counts. */
    readonly base: string;
    /** Its own text, without that of the elements in it. */
    text: string;
    /** The text of the last `title` element in it. */
    title: string;
}
/**
 * Reads a document's elements, each when it ends, and processing instructions. Broken markup is read as far as it goes.
 *
 * @throws Error where elements stand too deep in each other; nothing behind them is read
 */
export declare function xmlElements({ bytes, contentType, url }: OpenedFile): AsyncGenerator<XmlElement>;
/** Tags from the root to the element, separated by blanks; the innermost ones where there are many. */
export declare function tagPathOf(element: XmlElement): string;
/** Local name of a document's root element, in its first characters; undefined where it is no XML. */
export declare function rootOf(head: string): string | undefined;
