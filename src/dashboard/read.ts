import type { Store } from '../storage/open.ts';

/** A question to the database that takes its time: it is answered in a thread, on a connection of its own, so that no crawl waits. */
export interface Read<A, R> {
  /** `PAGE/WHAT`; each has its own. */
  readonly name: string;
  /** Arguments and result are copied from thread to thread: plain data. */
  readonly run: (store: Store, args: A) => R;
}

/** Any of them, as the thread finds it by its name. */
export interface AnyRead {
  readonly name: string;
  run(store: Store, args: unknown): unknown;
}

/** A question as it goes to a thread, by its name. */
export interface ReadTask {
  readonly db: string;
  readonly name: string;
  readonly args: unknown;
}

/** Binds the types of arguments and result. A page lists its reads, so that the thread knows them. */
export const read = <A, R>(name: string, run: (store: Store, args: A) => R): Read<A, R> & AnyRead => ({
  name,
  // The pool hands over what the page gave it, by this very type.
  run: run as Read<A, R>['run'] & AnyRead['run'],
});
