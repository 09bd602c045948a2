import { type DefaultTreeAdapterTypes } from 'parse5';
import type { Dom } from '../walk/dom.ts';
export type ParsedNode = DefaultTreeAdapterTypes.Node;
export type ParsedElement = DefaultTreeAdapterTypes.Element;
/** The characters that stand directly in an element. */
export declare const textIn: (element: ParsedElement) => string;
/** As `getAttribute`: by the whole name, a prefix included. */
export declare function attribute(element: ParsedElement, name: string): string | null;
/** All elements of a tree in its order, without those in shadow roots and templates. */
export declare function elementsOf(root: ParsedNode): Generator<ParsedElement>;
/** All elements of a tree, also those in shadow roots and templates; shadow roots last. */
export declare function everyElement(root: ParsedNode): Generator<ParsedElement>;
/** A page as the parser built it; scripts have not run, so `noscript` is shown. */
export declare function parsedDom(document: DefaultTreeAdapterTypes.Document, address: string, resolve: (raw: string) => string | undefined): Dom<ParsedNode>;
