import { z } from 'zod';
import type { ElementWords } from './element-words.ts';
export declare const elementWordsSchema: z.ZodType<ElementWords>;
/** Whether pressing an element may end a session, delete or send something, by its words, icons, scripts and place. */
export declare function isHarmfulElement(element: ElementWords, isSession: boolean): boolean;
/** A script in an attribute, or a part of one: what it calls, and the addresses that it names. */
export declare function isHarmfulCode(code: string): boolean;
