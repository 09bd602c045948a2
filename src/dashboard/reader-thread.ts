import { openStoreToRead, type Store } from '../storage/open.ts';
import type { ReadTask } from './read.ts';
import { serverPages } from './registry.ts';

const reads = new Map(serverPages.flatMap(({ reads: own = [] }) => own.map((one) => [one.name, one])));
let store: Promise<Store> | undefined;

/** The thread that reads: it keeps the one database open that it is asked about. */
export default async ({ db, name, args }: ReadTask): Promise<unknown> => {
  const found = reads.get(name);
  if (!found) throw new Error(`no read ${name}: its page must list it`);
  store ??= openStoreToRead(db);
  return found.run(await store, args);
};
