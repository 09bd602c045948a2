import { z } from 'zod';
import type { OpenedFile } from './file-kind.ts';
/** Whether a file may be JSON. */
export declare const isJson: (contentType: string, head: string) => boolean;
/** @throws SyntaxError for what is no JSON, or not all of it */
export declare const jsonIn: ({ bytes, contentType }: OpenedFile) => unknown;
/** Anything but text is as if it were not there. */
export declare const text: z.ZodCatch<z.ZodOptional<z.ZodString>>;
/** A list without what does not fit; empty where there is no list. */
export declare const listOf: <T extends z.ZodType>(shape: T) => z.ZodPipe<z.ZodDefault<z.ZodCatch<z.ZodArray<z.ZodCatch<z.ZodOptional<T>>>>>, z.ZodTransform<(z.infer<T> & ({} | null))[], (z.infer<T> | undefined)[]>>;
