import type { FileLink } from './file-kind.ts';
/** The links of a piece of HTML, or of XHTML, that a file holds; its addresses are relative to `base`. */
export declare function markupLinks(text: string, base: string, isXml: boolean): Promise<readonly FileLink[]>;
