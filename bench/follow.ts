import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { crawl } from '../src/crawl/crawl.ts';
import { plainCrawl } from '../src/crawl/crawl-options.ts';
import { serveDemo } from '../src/demo/server.ts';
import { positive } from '../src/options/kinds.ts';
import { flag } from '../src/options/option.ts';
import { openStoreToRead } from '../src/storage/open.ts';
import { readTopicFile } from '../src/topics/topic-file.ts';
import { isOnTopic, smallDomains } from '../test/site/small-domains.ts';
import { atLeast, benchmark, figure, type Metric } from './benchmark.ts';
import { cpuSince } from './cpu-time.ts';

/** data/topics of the checkout: this file is built to dist/bench. */
const topicFile = fileURLToPath(new URL('../../data/topics/courses.yaml', import.meta.url));

/** Each with rule `best-first`: the best link of all sites is next. */
const LEVEL = 'level';
const strategies = {
  [LEVEL]: { strategy: 'beebot-sequential', siteRule: 'best-first' },
  hits: { strategy: 'hits' },
  'topic-hits': { strategy: 'topic-hits' },
  'topic-immediate': { strategy: 'topic-immediate' },
  topic: { strategy: 'topic' },
};

/** Crawls beyond the given site: of thousands of small domains one in twelve is on the topic. */
export const follow = benchmark({
  name: 'follow',
  summary: 'what crawls that follow external links find of a topic on thousands of small domains, and what they cost',
  options: z.object({
    domains: flag(positive.default(5000), { value: 'N', description: 'domains of the web, of three pages each' }),
    pages: flag(positive.default(1000), { value: 'N', description: 'pages of each crawl' }),
  }),
  async run({ domains, pages }, say) {
    const portals = smallDomains(domains);
    const start = portals[1]?.start ?? '';
    const topic = readTopicFile(topicFile);
    const server = await serveDemo({ portals });
    const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
    const metrics: Metric[] = [];
    let byLevel = 0;
    for (const [name, choice] of Object.entries(strategies)) {
      say(name);
      const db = join(folder, `${name}.sqlite`);
      const before = process.cpuUsage();
      const summary = await crawl(
        {
          ...{ ...plainCrawl, db, choice: { ...choice, params: {}, topic }, pageLimit: pages, workers: 8 },
          sites: [{ url: start, name: 'start', shortName: 'start', kind: 'other', scope: 'host' }],
          ...{ render: 'http', follow: 'web', hostRules: server.hostRules },
        },
        {},
        Date.now,
      );
      const cpu = cpuSince(before) / pages;
      const share = (await onTopic(db)) / pages;
      if (name === LEVEL) byLevel = share;
      metrics.push(
        figure(`${name}: pages on the topic`, share, 'of all'),
        figure(`${name}: sites visited`, summary.sites.length, 'sites'),
        figure(`${name}: sites found`, summary.sitesFound, 'sites'),
        figure(`${name}: CPU a page, the server's included`, cpu, 'ms'),
      );
      if (name === 'topic')
        metrics.push(atLeast(2, 'topic: pages on the topic, of those by level', share / byLevel, ''));
    }
    await server.close();
    await rm(folder, { recursive: true });
    return metrics;
  },
});

async function onTopic(db: string): Promise<number> {
  const store = await openStoreToRead(db);
  const pages = await store.kysely
    .selectFrom('visits')
    .innerJoin('seeds', 'seeds.id', 'visits.site')
    .select('seeds.start_url')
    .execute();
  await store.close();
  return pages.filter(({ start_url }) => isOnTopic(start_url)).length;
}
