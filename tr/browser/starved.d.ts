import type { RendererTime } from './renderer-time.ts';
/**
 * For how long the main thread of each of the browser's processes, and our own, could run and did not, in milliseconds by
 * process. Linux tells it; elsewhere nothing is known of any.
 */
export type Starved = () => Promise<ReadonlyMap<number, number>>;
export declare function starvedOf(times: RendererTime): Starved;
