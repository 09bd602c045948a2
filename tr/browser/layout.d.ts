import type { Layout } from '../acts/habits.ts';
/**
 * What pages have in common that do the same when they are acted on: the pattern of their address, and of their route
 * where its fragment is one, the scripts that they load, the words of those that stand in them.
 *
 * @param source the document as it came
 * @param scripts addresses of scripts
 */
export declare function layoutOf(url: string, source: string, scripts: readonly string[]): Layout | undefined;
