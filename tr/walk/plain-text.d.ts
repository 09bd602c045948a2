import { z } from 'zod';
/** Text of a page without what databases refuse: NUL characters and halves of characters, such as a cut leaves. */
export declare const plainText: z.ZodPipe<z.ZodString, z.ZodTransform<string, string>>;
