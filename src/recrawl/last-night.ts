import type { NightOptions } from '../options/night.ts';
import { openStoreToRead } from '../storage/open.ts';
import { nightQueries } from '../storage/recrawl.ts';
import { refuseEmpty, refuseImpossible } from './refusals.ts';

/**
 * When the last night began, and whether it is to go on; undefined before the first.
 *
 * @throws BadInput for what no night could run with
 */
export async function lastNight(db: string, options: NightOptions) {
  refuseImpossible(options);
  const store = await openStoreToRead(db);
  try {
    refuseEmpty(store, db);
    const last = nightQueries(store).last.get({});
    return last && { startedAt: last.started_at, isOpen: last.ended_at === null };
  } finally {
    await store.close();
  }
}
