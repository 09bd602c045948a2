import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { linkKinds } from '../../src/domain/link.ts';
import { exportFormats } from '../../src/export/registry.ts';
import type { TableFrontier } from '../../src/frontier/table-frontier.ts';
import { deleteLinks } from '../../src/storage/link-edits.ts';
import { type LinkFilter, listLinks } from '../../src/storage/link-list.ts';
import type { Store } from '../../src/storage/open.ts';
import { listSites } from '../../src/storage/sites.ts';
import { listSitesAsOf } from '../../src/storage/sites-as-of.ts';
import { failure, newSite, type OnPage, open, page, test } from '../frontier/world.ts';

const A = 'http://a.test/';
const B = 'http://b.test/';
const HOUR = 3_600_000;
const NIGHT = 24 * HOUR;

/** Every export of the database, as it is or as it was. */
async function exported(store: Store, folder: string, asOf?: number): Promise<Record<string, Buffer>> {
  const filter: LinkFilter = { asOf };
  const links = function* () {
    for (const kind of linkKinds) yield* listLinks(store, kind, filter, false);
  };
  const files: Record<string, Buffer> = {};
  for (const format of exportFormats) {
    if ('text' in format) files[format.name] = Buffer.from([...format.text(links())].join(''));
    else {
      const file = join(folder, `${format.name}-${asOf}-${Math.floor(performance.now() * 1000)}`);
      await format.fill(
        file,
        links(),
        asOf === undefined ? listSites(store, { removed: false }) : listSitesAsOf(store, asOf),
      );
      files[format.name] = readFileSync(file);
    }
  }
  return files;
}

const image = (raw: string): OnPage => ({ raw, role: 'embedded', element: 'img' });

const web: Readonly<Record<string, readonly OnPage[]>> = {
  [A]: ['/p', '/q', '/to', 'http://x.org/', 'mailto:a@b.c', image('/logo.png')],
  [`${A}p`]: ['/deep', 'http://x.org/', 'http://y.org/', image('/logo.png')],
  [`${A}deep`]: ['/deeper', 'http://z.org/'],
  [`${A}deeper`]: ['/deepest'],
  [B]: ['/in', 'http://x.org/'],
};

async function crawl(frontier: TableFrontier, pages: number, from: number): Promise<void> {
  for (let count = 0; count < pages; count++) {
    const now = from + 1000 * count;
    const claim = await frontier.claim(now);
    if (!claim) return;
    const on = web[claim.url];
    const result =
      claim.url === `${A}to` ? page(frontier, claim, ['/deep'], `${A}target`) : on && page(frontier, claim, on);
    await frontier.settle(claim, result ? { ...result, text: [claim.url] } : failure(), now + 500);
  }
}

test('an export as of a date is the export that was written then, byte by byte', async ({ file, folder }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A), newSite(B)], 5);
  await crawl(frontier, 6, HOUR);
  const written = [await exported(store, folder)];
  const times = [NIGHT - 1];

  const claimOf = (url: string) => ({ url, site: 1, claimedAt: 0 }) as Parameters<typeof page>[1];
  const check = (link: number, url: string, on: readonly OnPage[], now: number) =>
    frontier.recheck(link, { ...page(frontier, claimOf(url), on), text: [`${url} ${now}`] }, now);
  // The home page lost links and has a shorter way to a known one; others are seen again; the crawl goes on.
  await check(1, A, ['/p', '/deeper', '/news', 'http://x.org/', image('/logo.png'), image('/new.png')], NIGHT);
  await check(3, `${A}p`, ['http://x.org/'], NIGHT + HOUR);
  await crawl(frontier, 3, NIGHT + 2 * HOUR);
  await deleteLinks(store, 'external', { domain: 'x.org' }, NIGHT + 5 * HOUR);
  written.push(await exported(store, folder));
  times.push(2 * NIGHT - 1);

  await frontier.addSites([newSite('http://c.test/')], 2 * NIGHT);
  await check(1, A, ['/p', '/q', 'http://x.org/', 'mailto:a@b.c', image('/logo.png')], 2 * NIGHT);
  await frontier.recheck(3, { ...failure(), httpStatus: 404 }, 2 * NIGHT + 1);
  await crawl(frontier, 100, 2 * NIGHT + HOUR);
  written.push(await exported(store, folder));
  times.push(3 * NIGHT - 1);

  await frontier.recheckUnchanged(1, 4 * NIGHT);
  for (const [index, time] of times.entries()) {
    const again = await exported(store, folder, time);
    for (const { name } of exportFormats) {
      if (name !== 'sqlite') expect(String(again[name]), `${name} as of ${index}`).toBe(String(written[index]?.[name]));
      expect(again[name]?.equals(written[index]?.[name] ?? Buffer.of()), `${name} as of ${index}`).toBe(true);
    }
  }
  expect(written[0]?.csv?.equals(written[2]?.csv ?? Buffer.of())).toBe(false);
  await store.close();
});
