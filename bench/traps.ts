import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { flag } from '../src/cli/options.ts';
import { BadInput } from '../src/domain/errors.ts';
import { statusCode } from '../src/storage/internal-links.ts';
import { atMost, benchmark, figure, type Metric } from './benchmark.ts';
import { openFrontier, START } from './open-frontier.ts';
import { type RecordedWeb, readRecordedWeb } from './recorded-web.ts';
import { visitRecorded } from './visit-recorded.ts';

/** Crawls recorded webs breadth first through the frontier: which links are held for traps, and which of them are pages? */
export const traps = benchmark({
  name: 'traps',
  summary: 'links of recorded webs that are set aside as traps, and real pages among them',
  options: z.object({
    webs: flag(z.string().default('/work/shared/webs'), {
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
  const { store, frontier } = await openFrontier(file, 'sequential');
  const site = { url: web.start, name: web.name, shortName: web.name, kind: 'other', scope: 'host' } as const;
  await frontier.addSites([site], START);
  let pages = 0;
  let missing = 0;
  for (let now = START; ; now += 1000) {
    const claim = await frontier.claim(now);
    if (!claim) break;
    const result = visitRecorded(web, claim, frontier.scope(claim.site));
    if (result.outcome === 'page') pages++;
    else missing++;
    await frontier.settle(claim, result, now);
  }
  const aside = store.connection
    .prepare('select url from internal_links where status = ?')
    .pluck()
    .all(statusCode('trap'))
    .map((url) => new URL(String(url), web.start).href);
  const kinds = await store.kysely
    .selectFrom('traps')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('traps'), fn.sum<number>('links').as('links')])
    .groupBy('kind')
    .execute();
  await store.close();
  return [
    figure(`${web.name}: pages visited`, pages, 'pages'),
    figure(`${web.name}: visits that found none`, missing, 'visits'),
    figure(`${web.name}: links set aside`, aside.length, 'links'),
    ...kinds.map(({ kind, traps, links }) => figure(`${web.name}: of that, ${kind} (${traps} traps)`, links, 'links')),
    atMost(0, `${web.name}: recorded pages among them`, aside.filter((url) => web.pages.has(url)).length, 'pages'),
  ];
}
