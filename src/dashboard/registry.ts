import type { ServerPage } from './page.ts';
import { crawlPage } from './pages/crawl.ts';

/** The server's side of the pages; the client's registry has their titles. */
export const serverPages: readonly ServerPage[] = [crawlPage];
