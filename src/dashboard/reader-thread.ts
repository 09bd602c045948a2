import { editStore, openStoreToRead, type Store } from '../storage/open.ts';
import { serverPages } from './registry.ts';
import type { ReadTask } from './slow-query.ts';

const reads = new Map(serverPages.flatMap(({ reads: own = [] }) => own.map((one) => [one.name, one])));
let store: Promise<Store> | undefined;

/** Runs reads in a thread, which keeps one database open. */
export default async ({ db, name, args }: ReadTask): Promise<unknown> => {
  const found = reads.get(name);
  if (!found) throw new Error(`no read ${name}: its page must list it`);
  // Safe cast: the pool's caller passed them for this read.
  const own = args as never;
  if (found.isEdit) return await editStore(db, (writing) => found.run(writing, own));
  store ??= openStoreToRead(db);
  return await found.run(await store, own);
};
