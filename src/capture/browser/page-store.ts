import { z } from 'zod';
import { parseUrl } from '../../url/parse.ts';
import type { StorageState } from '../session/session-state.ts';
import type { FrameDocument } from './document.ts';
import { pageFunction } from './page-functions.ts';
import type { Tab } from './tab.ts';

const KEEP = pageFunction('keepStored');
const PUT_BACK = pageFunction('restoreStored');

/** Browser storage of a page: cookies, and frames that keep the rest in memory. */
export interface Stored {
  readonly cookies: StorageState['cookies'];
  readonly frames: readonly FrameDocument[];
  /** Bytes of the origin in databases and caches. */
  readonly usage: number;
}

/** Saves the browser storage of a page. */
export async function storedBy(tab: Tab, frames: readonly FrameDocument[]): Promise<Stored> {
  await Promise.all(frames.map((frame) => frame.ask(`${KEEP}()`)));
  return { cookies: await tab.page.context().cookies(), frames, usage: await usageOf(tab) };
}

/** Restores the saved storage. If that fails, the tab captures no other page. */
export async function restore(tab: Tab, { cookies, frames, usage }: Stored): Promise<void> {
  const context = tab.page.context();
  const done = await Promise.all(
    frames.map((frame) => frame.evaluate(`${PUT_BACK}()`, z.boolean()).catch(() => !frame.isMain)),
  );
  // An open database can't be removed.
  if (done.includes(false) || (await usageOf(tab)) > usage) tab.retire();
  if (JSON.stringify(await context.cookies()) === JSON.stringify(cookies)) return;
  await context.clearCookies();
  await context.addCookies(cookies);
}

/** Returns the bytes of the page's origin apart from cookies and local storage. */
async function usageOf({ page, cdp }: Tab): Promise<number> {
  const origin = parseUrl(page.url())?.origin ?? '';
  const { usage } = await cdp.send('Storage.getUsageAndQuota', { origin }).catch(() => ({ usage: 0 }));
  return usage;
}
