import type { Technique } from './technique.ts';
/** What timers bring: the page's time goes on, without waiting for it. What is done when it is drawn, or idle, comes after. */
export declare const time: Technique;
