import { z } from 'zod';
/** A function that runs in a page and answers what `pageWalk` describes; it takes what `browserDom` does. */
export declare const WALK_IN_PAGE: string;
/** A function that answers the next of what the last walk found; see `moreOfWalk`. */
export declare const MORE_IN_PAGE: string;
export declare const moreOfWalk: z.ZodObject<{
    links: z.ZodArray<z.ZodObject<{
        raw: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
        url: z.ZodOptional<z.ZodString>;
        method: z.ZodString;
        anchor: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
        context: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
        rel: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
        element: z.ZodString;
        tagPath: z.ZodString;
    }, z.core.$strict>>;
    carriers: z.ZodArray<z.ZodObject<{
        element: z.ZodString;
        name: z.ZodString;
        value: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
        rel: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
        method: z.ZodString;
        base: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
        isTemplate: z.ZodBoolean;
    }, z.core.$strict>>;
    hasMore: z.ZodBoolean;
}, z.core.$strict>;
export declare const pageWalk: z.ZodObject<{
    walk: z.ZodObject<{
        links: z.ZodArray<z.ZodObject<{
            raw: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
            url: z.ZodOptional<z.ZodString>;
            method: z.ZodString;
            anchor: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
            context: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
            rel: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
            element: z.ZodString;
            tagPath: z.ZodString;
        }, z.core.$strict>>;
        carriers: z.ZodArray<z.ZodObject<{
            element: z.ZodString;
            name: z.ZodString;
            value: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
            rel: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
            method: z.ZodString;
            base: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
            isTemplate: z.ZodBoolean;
        }, z.core.$strict>>;
        isCut: z.ZodBoolean;
    }, z.core.$strict>;
    hasMore: z.ZodBoolean;
    base: z.ZodOptional<z.ZodString>;
    encoding: z.ZodString;
    possibleHosts: z.ZodNumber;
    nodes: z.ZodNumber;
}, z.core.$strict>;
export type PageWalk = z.infer<typeof pageWalk>;
/** A function that answers the texts of a page. */
export declare const TEXTS_IN_PAGE: string;
export declare const pageTexts: z.ZodObject<{
    base: z.ZodOptional<z.ZodString>;
    encoding: z.ZodString;
    texts: z.ZodArray<z.ZodObject<{
        kind: z.ZodEnum<{
            json: "json";
            markup: "markup";
            script: "script";
            shown: "shown";
        }>;
        text: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
    }, z.core.$strict>>;
}, z.core.$strict>;
/** A function that answers the visible text of a page. */
export declare const BLOCKS_IN_PAGE: string;
