import type { FileKind, FileLink } from './file-kind.ts';
import { type XmlElement } from './xml-elements.ts';
/** Any other XML: what XLink names, style sheets, links of drawings; XHTML that is served as XML. */
export declare const xml: FileKind;
/** Whether a document names a style sheet by which browsers make a page of it. @param head its first characters */
export declare const hasTransform: (head: string) => boolean;
/** What every XML document may say: an XLink, or the style sheet that it is shown with. */
export declare function linksOf(element: XmlElement): Generator<FileLink>;
