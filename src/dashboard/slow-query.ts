import type { Store } from '../storage/open.ts';

/** Slow query, which runs in a thread with its own connection, so that no crawl waits. */
export interface Read<A, R> {
  /** Unique name, `PAGE/WHAT`. */
  readonly name: string;
  /** True for edits, which get a writable connection. */
  readonly isEdit: boolean;
  /** True for reads that cache much data in memory; they share a single thread. */
  readonly isKeeping: boolean;
  /** Runs the query; arguments and result must be plain data, as they are copied between threads. */
  readonly run: (store: Store, args: A) => R | Promise<R>;
}

/** Type of a read's answer. */
export type AnswerOf<T> = T extends Read<never, infer R> ? R : never;

/** Any read, as found by name in the thread. */
export type AnyRead = Read<never, unknown>;

/** Message to a thread that runs a read by name. */
export interface ReadTask {
  readonly db: string;
  readonly name: string;
  readonly args: unknown;
}

/** Defines a read. Each page lists its reads, so that the thread can find them. */
export const read = <A, R>(name: string, run: Read<A, R>['run']): Read<A, R> => ({
  ...{ name, isEdit: false, isKeeping: false, run },
});

/** Defines an edit of many rows, which commits in short transactions so that a crawl can write in between. */
export const edit = <A, R>(name: string, run: Read<A, R>['run']): Read<A, R> => ({
  ...{ name, isEdit: true, isKeeping: false, run },
});

/** Defines a read that caches data in memory. */
export const keepingRead = <A, R>(name: string, run: Read<A, R>['run']): Read<A, R> => ({
  ...{ name, isEdit: false, isKeeping: true, run },
});
