import { changesPage } from './pages/changes.ts';
import { crawlPage } from './pages/crawl.ts';
import { graphPage } from './pages/graph.ts';
import { hitsPage } from './pages/hits.ts';
import { labPage } from './pages/lab.ts';
import { linksPage } from './pages/links.ts';
import { logPage } from './pages/log.ts';
import { overviewPage } from './pages/overview.ts';
import { patternsPage } from './pages/patterns.ts';
import { sitesPage } from './pages/sites.ts';
import { topicsPage } from './pages/topics.ts';
import { whyPage } from './pages/why.ts';
import type { ServerPage } from './server-page.ts';

/** Server sides of all pages; the client's registry has their titles. */
export const serverPages: readonly ServerPage[] = [
  overviewPage,
  crawlPage,
  sitesPage,
  linksPage,
  whyPage,
  patternsPage,
  changesPage,
  graphPage,
  logPage,
  labPage,
  topicsPage,
  hitsPage,
];
