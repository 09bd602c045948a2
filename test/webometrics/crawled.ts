import type { NewSite } from '../../src/domain/site.ts';
import type { Store } from '../../src/storage/open.ts';
import { countLinks } from '../../src/webometrics/count-links.ts';
import type { Target } from '../../src/webometrics/target-list.ts';
import { crawlAll, newSite, type OnPage, open } from '../frontier/world.ts';

/** A site named by its host and path. */
export const named = (url: string, scope: NewSite['scope'] = 'host'): NewSite =>
  newSite(url, { shortName: url.replace(/^https?:\/\/|\/$/g, ''), kind: 'university', scope });

/** The store of a crawl of sites on a web given as page -> hrefs. */
export async function crawled(
  file: string,
  sites: readonly NewSite[],
  web: Readonly<Record<string, readonly OnPage[]>>,
): Promise<Store> {
  const { frontier, store } = await open(file);
  await frontier.addSites([...sites], 0);
  await crawlAll(frontier, web);
  return store;
}

interface Asked {
  readonly models?: readonly string[];
  readonly targets?: readonly Target[];
  readonly self?: boolean;
  readonly asOf?: number;
}

/** The rows of a report. */
export const counted = (store: Store, report: string, { models, targets = [], self = false, asOf }: Asked = {}) => [
  ...countLinks(store, { report, models, targets, self, asOf }).rows,
];
