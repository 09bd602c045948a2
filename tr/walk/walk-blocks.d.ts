import { z } from 'zod';
import type { Dom } from './dom.ts';
import type { WalkRules } from './walk-rules.ts';
/**
 * A document's visible text: a line for each block, white space folded. `isCut`: there was more than is kept.
 * `asksPassword`: its reader is asked for a password.
 */
export declare const blocksSchema: z.ZodObject<{
    text: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
    isCut: z.ZodBoolean;
    asksPassword: z.ZodBoolean;
}, z.core.$strict>;
export type DocumentText = z.infer<typeof blocksSchema>;
/** Most that is kept of a page's visible text, in characters and in blocks. */
interface TextLimits {
    readonly characters: number;
    readonly blocks: number;
}
export declare const textLimits: TextLimits;
/**
 * Reads the visible text of a document by blocks: what stands between the ends of paragraphs, list items, cells and the
 * like, and line breaks. Left out is what the document itself says is not shown: scripts, style, `noscript`, templates,
 * the attribute `hidden`, and `display: none` where it stands at the element. What style sheets hide is kept, so that a
 * page reads the same with a browser and without. It is sent into browsers as it stands, so it uses nothing from outside.
 */
export declare function walkBlocks<Node>(dom: Dom<Node>, rules: WalkRules, limits: TextLimits): DocumentText;
export {};
