import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import Database from 'better-sqlite3';
import { demoPortals } from '../../src/demo/portals.ts';
import { type DemoServer, serveDemo } from '../../src/demo/server.ts';
import type { NewSite } from '../../src/domain/site.ts';
import { openWorld } from '../../src/lab/open-world.ts';
import { replay } from '../../src/lab/replay.ts';
import type { World } from '../../src/lab/world.ts';
import { presetsFor, type StrategyChoice } from '../../src/strategies/strategy.ts';
import { topicNamed } from '../../src/topics/topic-file.ts';
import { runCrawl, siteOf } from '../crawl/demo-web.ts';
import { test as withFolder } from '../frontier/world.ts';

/** Pages of a crawl: more than any link order needs before its first fit. */
const PAGES = 40;

interface Replayed {
  readonly url: string;
  readonly outcome: string;
  readonly reward: number;
}

/** The addresses that a replay visits, in order, and the reward of each. */
async function replayed(world: World, choice: StrategyChoice, pageLimit: number): Promise<Replayed[]> {
  const visits: Replayed[] = [];
  await replay(world, choice, {
    pageLimit,
    workers: 1,
    seed: 1,
    onVisit: ({ claim: { url }, completed: { outcome, reward } }) => visits.push({ url, outcome, reward }),
  });
  return visits;
}

/** The same of a crawl's database. */
function visited(file: string): Replayed[] {
  const db = new Database(file, { readonly: true });
  const query = `select link.url, outcome, reward from visits
    join internal_links_view link on link.id = visits.link order by visits.id`;
  const rows = db.prepare<[], Replayed>(query).all();
  db.close();
  return rows;
}

/** Four portals of the demo web, served, and a recording of them all. */
const test = withFolder.extend<
  Record<never, never>,
  {
    web: {
      readonly sites: readonly NewSite[];
      readonly server: DemoServer;
      readonly world: Awaited<ReturnType<typeof openWorld>>;
    };
  }
>({
  web: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'forager-'));
      const portals = demoPortals(1, 0.1).filter(({ host }) => /^(hist|slav|geo|phys)\./.test(host));
      const server = await serveDemo({ portals });
      const sites = portals.map(siteOf);
      const recording = join(folder, 'whole.sqlite');
      await runCrawl(recording, sites, server, { render: 'http' });
      const world = await openWorld([recording], undefined);
      await use({ sites, server, world });
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

const topic = topicNamed('courses');
const choices = [
  ...presetsFor(undefined).map(({ name }): StrategyChoice => ({ strategy: name, params: {} })),
  ...presetsFor(topic)
    .filter(({ name }) => !presetsFor(undefined).some((other) => other.name === name))
    .map(({ name }): StrategyChoice => ({ strategy: name, params: {}, reward: 'relevant-pages', topic })),
];

for (const choice of choices) {
  test(`${choice.strategy}: a live crawl of a recorded web equals its replay`, async ({ web, file }) => {
    await runCrawl(file, web.sites, web.server, { render: 'http', workers: 1, pageLimit: PAGES, choice });
    const live = visited(file);
    expect(live.length).toBe(PAGES);
    // Relevance is a fraction, which depends on the whole text of pages.
    expect(live.some(({ reward }) => !Number.isInteger(reward))).toBe(choice.topic !== undefined);
    expect(await replayed(web.world.of(1), choice, PAGES)).toEqual(live);
  });
}
