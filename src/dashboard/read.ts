import type { Store } from '../storage/open.ts';

/** A question to the database that takes its time: it is answered in a thread, on a connection of its own, so that no crawl waits. */
export interface Read<A, R> {
  /** `PAGE/WHAT`; each has its own. */
  readonly name: string;
  /** Whether it writes: then it gets a connection that may, as commands do that edit while a crawl runs. */
  readonly isEdit: boolean;
  /** Whether it keeps much in memory from one time to the next: one thread answers all that do, and no other. */
  readonly isKeeping: boolean;
  /** Arguments and result are copied from thread to thread: plain data. */
  readonly run: (store: Store, args: A) => R | Promise<R>;
}

/** The type of a read's answer. */
export type AnswerOf<T> = T extends Read<never, infer R> ? R : never;

/** Any read, as the thread finds it by its name. */
export type AnyRead = Read<never, unknown>;

/** A question as it goes to a thread, by its name. */
export interface ReadTask {
  readonly db: string;
  readonly name: string;
  readonly args: unknown;
}

/** Binds the types of arguments and result. A page lists its reads, so that the thread knows them. */
export const read = <A, R>(name: string, run: Read<A, R>['run']): Read<A, R> => ({
  ...{ name, isEdit: false, isKeeping: false, run },
});

/** The same for work that changes many rows. It commits in short transactions, so that a crawl gets its turn. */
export const edit = <A, R>(name: string, run: Read<A, R>['run']): Read<A, R> => ({
  ...{ name, isEdit: true, isKeeping: false, run },
});

/** A read whose thread keeps its data in memory. */
export const keepingRead = <A, R>(name: string, run: Read<A, R>['run']): Read<A, R> => ({
  ...{ name, isEdit: false, isKeeping: true, run },
});
