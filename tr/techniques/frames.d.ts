import type { Technique } from './technique.ts';
/** The documents of frames, of any nesting, also where a script and no attribute loaded them (Pechnikov & Chernobrovkin 2012, §2, scan block, step 3). */
export declare const frames: Technique;
