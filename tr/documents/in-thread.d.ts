import type { ReaderInput, ReaderName, ReaderResult } from './readers.ts';
/**
 * Reads what came from a server: at once what is small, what is large in a thread that is ended if it takes too long or too
 * much memory. Undefined: it was ended.
 */
export declare function inThread<N extends ReaderName>(name: N, input: ReaderInput<N>): Promise<ReaderResult<N> | undefined>;
