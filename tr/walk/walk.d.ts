import { z } from 'zod';
/** Text with addresses in it that do not lead the reader away: an attribute's value, or what an element holds. */
declare const carrier: z.ZodObject<{
    element: z.ZodString;
    name: z.ZodString;
    value: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
    rel: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
    method: z.ZodString;
    base: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
    isTemplate: z.ZodBoolean;
}, z.core.$strict>;
export type Carrier = z.infer<typeof carrier>;
/** What a walk finds: links that lead the reader away, and the text of all other addresses. `isCut`: there were more than are kept. */
export declare const walkSchema: z.ZodObject<{
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
export type Walk = z.infer<typeof walkSchema>;
export {};
