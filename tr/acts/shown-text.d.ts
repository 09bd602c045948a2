import { z } from 'zod';
/** A function that runs in a page, see `shownText`. */
export declare const SHOWN_IN_PAGE: string;
/** What it answers. */
export declare const shown: z.ZodNumber;
