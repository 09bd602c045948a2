import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Captured } from '../domain/page.ts';
import { openStore } from '../storage/open.ts';
import { type CrawlOptions, plainCrawl } from './crawl-options.ts';
import { openWeb } from './web-access.ts';

type Reach = Partial<
  Pick<
    CrawlOptions,
    'render' | 'allowPrivate' | 'hostRules' | 'contact' | 'proxy' | 'storageState' | 'cookies' | 'insecure'
  >
>;

/**
 * Captures one page as a crawl does, and stores nothing.
 *
 * @param asked options for reaching the page
 * @throws RetryVisit, GiveUpVisit if the page fails; BadInput for impossible options
 */
export async function readPage(url: string, asked: Reach, now: () => number): Promise<Captured> {
  const folder = mkdtempSync(join(tmpdir(), 'forager-page-'));
  const db = join(folder, 'page.sqlite');
  const store = await openStore(db);
  const options = { ...plainCrawl, ...asked, db, sites: [], robots: false, capture: 'passive' };
  const web = openWeb(options, store, {}, now);
  try {
    await web.capture.start();
    return await web.capture.read({ url, site: 1, isLastTry: true });
  } finally {
    await web.close();
    await store.close();
    rmSync(folder, { recursive: true });
  }
}
