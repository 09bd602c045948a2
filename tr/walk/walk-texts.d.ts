import { z } from 'zod';
import type { Dom } from './dom.ts';
import type { WalkRules } from './walk-rules.ts';
/**
 * A text of a document. `script`: one that runs, or that an event runs; `json`: data; `markup`: what stands in comments,
 * and in scripts that are pieces of pages; `shown`: what its reader sees.
 */
declare const frameText: z.ZodObject<{
    kind: z.ZodEnum<{
        json: "json";
        markup: "markup";
        script: "script";
        shown: "shown";
    }>;
    text: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
}, z.core.$strict>;
export type FrameText = z.infer<typeof frameText>;
export declare const textsSchema: z.ZodArray<z.ZodObject<{
    kind: z.ZodEnum<{
        json: "json";
        markup: "markup";
        script: "script";
        shown: "shown";
    }>;
    text: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
}, z.core.$strict>>;
/**
 * Reads the texts of a document, shadow roots that scripts of the page can see included. It is sent into browsers as it
 * stands, so it uses nothing from outside.
 */
export declare function walkTexts<Node>(dom: Dom<Node>, rules: WalkRules): FrameText[];
export {};
