import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { BadInput } from '../src/domain/errors.ts';
import { flag } from '../src/options/option.ts';
import { statusCode } from '../src/storage/schema.ts';
import { atMost, benchmark, figure, type Metric } from './benchmark.ts';
import { openFrontier, START } from './open-frontier.ts';
import { type RecordedWeb, readRecordedWeb } from './recorded-web.ts';
import { visitRecorded } from './visit-recorded.ts';

/**
 * Crawls recorded webs breadth first through the frontier, with and without traps: skipped pages, and links lost with
 * them.
 */
export const traps = benchmark({
  name: 'traps',
  summary: 'links of recorded webs that are set aside as traps, and what is lost with them',
  options: z.object({
    webs: flag(z.string('name a folder of recorded webs'), {
      value: 'FOLDER',
      description: 'recorded graphs: *.jsonl.gz',
    }),
  }),
  async run({ webs }, say) {
    const files = existsSync(webs) ? readdirSync(webs).filter((name) => name.endsWith('.jsonl.gz')) : [];
    if (files.length === 0) throw new BadInput(`--webs: no *.jsonl.gz in ${webs}`);
    const folder = await mkdtemp(join(tmpdir(), 'forager-bench-'));
    try {
      const metrics: Metric[] = [];
      for (const file of files.sort()) {
        say(file);
        const web = readRecordedWeb(join(webs, file));
        metrics.push(...(await setAside(web, join(folder, `${web.name}.sqlite`))));
      }
      return metrics;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

async function setAside(web: RecordedWeb, file: string): Promise<Metric[]> {
  const all = await crawl(web, `${file}-all`, false);
  const capped = await crawl(web, file, true);
  const isPage = (url: string) => web.pages.has(new URL(url, web.start).href);
  return [
    figure(`${web.name}: pages visited`, capped.pages, 'pages'),
    figure(`${web.name}: links set aside`, capped.aside.length, 'links'),
    ...capped.kinds.map(({ kind, links }) => figure(`${web.name}: of that, ${kind}`, links, 'links')),
    figure(`${web.name}: recorded pages among them`, capped.aside.filter(isPage).length, 'pages'),
    atMost(0, `${web.name}: external links lost`, all.external - capped.external, 'links'),
  ];
}

async function crawl(web: RecordedWeb, file: string, traps: boolean) {
  const { store, frontier } = await openFrontier(file, 'sequential', undefined, traps);
  const site = { url: web.start, name: web.name, shortName: web.name, kind: 'other', scope: 'host' } as const;
  await frontier.addSites([site], START);
  for (let now = START; ; now += 1000) {
    const next = await frontier.claim(now);
    if (next.kind !== 'claim') break;
    await frontier.completeVisit(next.claim, visitRecorded(web, next.claim), now);
  }
  const { pages, external } = await store.kysely
    .selectFrom('seeds')
    .select(['pages', 'external'])
    .executeTakeFirstOrThrow();
  const aside = await store.kysely
    .selectFrom('internal_links')
    .select('url')
    .where('status', '=', statusCode('trap'))
    .execute();
  const kinds = await store.kysely
    .selectFrom('traps')
    .select(({ fn }) => ['kind', fn.sum<number>('links').as('links')])
    .groupBy('kind')
    .execute();
  await store.close();
  return { pages, external, aside: aside.map(({ url }) => url), kinds };
}
