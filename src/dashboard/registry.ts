import type { ServerPage } from './page.ts';
import { crawlPage } from './pages/crawl.ts';
import { linksPage } from './pages/links.ts';
import { sitesPage } from './pages/sites.ts';

/** The server's side of the pages; the client's registry has their titles. */
export const serverPages: readonly ServerPage[] = [crawlPage, sitesPage, linksPage];
