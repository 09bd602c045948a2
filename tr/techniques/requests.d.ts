import type { Technique } from './technique.ts';
/** What scripts ask for, and what the page loads beside its documents. What writes was not sent. */
export declare const requests: Technique;
