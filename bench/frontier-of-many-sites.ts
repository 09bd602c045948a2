import { join } from 'node:path';
import { siteRules } from '../src/site-rules/registry.ts';
import { openStore } from '../src/storage/open.ts';
import { atMost, figure, type Metric } from './benchmark.ts';
import { fillFrontier } from './fill-frontier.ts';
import { runChild } from './run-child.ts';
import { type SiteChoiceInput, siteChoiceResult } from './site-choice-result.ts';
import { median, quantile } from './statistics.ts';

const LINKS_A_SITE = 5;

/**
 * Choosing among many sites, all ready and some way into their crawl: claims of a real frontier. Each rule in its own
 * process, as in a crawl: code optimised for one rule would slow down another.
 */
export async function frontierOfManySites(task: {
  readonly sites: number;
  readonly folder: string;
  readonly say: (line: string) => void;
}): Promise<readonly Metric[]> {
  const { sites, folder, say } = task;
  const file = join(folder, 'sites.sqlite');
  say(`${sites} sites: filling`);
  const store = await openStore(file);
  fillFrontier(store, sites * LINKS_A_SITE, sites);
  // As after ten visits of each site: every rule is past its initial pages of all sites.
  store.connection.exec(
    'update seeds set pages = 10, milliseconds = 10000 + id % 5000, reward_sum = id * 7919 % 300, reward_max = 30',
  );
  await store.close();
  const metrics: Metric[] = [];
  for (const { name, needs } of siteRules) {
    const input: SiteChoiceInput = {
      file,
      name,
      ...(needs?.includes('page-limit') ? { pageLimit: 10.4 * sites } : {}),
    };
    const { claims, settles, opening, memory } = await runChild({ script: 'site-choice', input }, siteChoiceResult);
    const at = `${sites} sites, ${name}`;
    metrics.push(
      atMost(1, `${at}: a claim, median`, median(claims), 'ms CPU'),
      figure(`${at}: a claim, 99th percentile`, quantile(claims, 0.99), 'ms CPU'),
      figure(`${at}: a settle, median`, median(settles), 'ms CPU'),
      figure(`${at}: opening the frontier`, opening, 'ms CPU'),
      figure(`${at}: memory of the open frontier`, memory / 1e6, 'MB'),
    );
  }
  return metrics;
}
