import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { linkKinds } from '../../src/domain/link.ts';
import { createRandom } from '../../src/domain/random.ts';
import { linksTable, sitesTable } from '../../src/export/columns.ts';
import { exportFormats } from '../../src/export/registry.ts';
import { failedVisit } from '../../src/frontier/retries.ts';
import type { TableFrontier } from '../../src/frontier/table-frontier.ts';
import { listChanges } from '../../src/storage/lists/history.ts';
import { deleteLinks, restoreLast, restoreLinks } from '../../src/storage/lists/link-edits.ts';
import type { LinkFilter } from '../../src/storage/lists/link-filter.ts';
import { listLinks } from '../../src/storage/lists/links.ts';
import { listSitesAsOf } from '../../src/storage/lists/sites-as-of.ts';
import { openStoreToEdit, type Store } from '../../src/storage/open.ts';
import { addSites, listSites, removeSites } from '../../src/storage/sites.ts';
import {
  checkOf,
  claimOf,
  newSite,
  type OnPage,
  type OpenOptions,
  open,
  page,
  recheckUnchanged,
  revisit,
  test,
} from '../frontier/world.ts';

const A = 'http://a.test/';
const B = 'http://b.test/';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Every export of the database, as it is or as it was. */
async function exported(store: Store, folder: string, asOf?: number): Promise<Record<string, Buffer>> {
  const filter: LinkFilter = { asOf };
  const links = () =>
    linksTable(
      (function* () {
        for (const kind of linkKinds) yield* listLinks(store, kind, filter, false);
      })(),
    );
  const files: Record<string, Buffer> = {};
  for (const format of exportFormats) {
    if ('text' in format) files[format.name] = Buffer.from([...format.text(links())].join(''));
    else {
      const file = join(folder, `${format.name}-${asOf}-${Math.floor(performance.now() * 1000)}`);
      const sites = asOf === undefined ? listSites(store, { removed: false }) : listSitesAsOf(store, asOf);
      await format.fill(file, links(), [sitesTable(sites)]);
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
    const claim = await claimOf(frontier, now);
    if (!claim) return;
    const on = web[claim.url];
    const result = claim.url === `${A}to` ? page(claim, ['/deep'], `${A}target`) : on && page(claim, on);
    await frontier.completeVisit(claim, result ? { ...result, text: [claim.url] } : failedVisit('HTTP 404'), now + 500);
  }
}

test('an export as of a date equals the export written then, byte by byte', async ({ file, folder }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A), newSite(B)], 5);
  await crawl(frontier, 6, HOUR);
  const written = [await exported(store, folder)];
  const times = [DAY - 1];

  const check = (link: number, url: string, on: readonly OnPage[], now: number) =>
    revisit(frontier, link, { ...page(checkOf(frontier, url), on), text: [`${url} ${now}`] }, now);
  // The home page lost links and has a shorter path to a known one; others are seen again; the crawl continues.
  await check(1, A, ['/p', '/deeper', '/news', 'http://x.org/', image('/logo.png'), image('/new.png')], DAY);
  await check(3, `${A}p`, ['http://x.org/'], DAY + HOUR);
  await crawl(frontier, 3, DAY + 2 * HOUR);
  await deleteLinks(store, 'external', { domain: 'x.org' }, DAY + 5 * HOUR);
  written.push(await exported(store, folder));
  times.push(2 * DAY - 1);

  await frontier.addSites([newSite('http://c.test/')], 2 * DAY);
  await check(1, A, ['/p', '/q', 'http://x.org/', 'mailto:a@b.c', image('/logo.png')], 2 * DAY);
  await revisit(frontier, 3, { ...failedVisit('HTTP 404'), httpStatus: 404 }, 2 * DAY + 1);
  await crawl(frontier, 100, 2 * DAY + HOUR);
  written.push(await exported(store, folder));
  times.push(3 * DAY - 1);

  await recheckUnchanged(frontier, 1, 4 * DAY);
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

/** Contents of a random page: links, guesses, resources, in all roles of the same addresses. */
const MAYBE: readonly OnPage[] = [
  ...['/1', '/2', '/3', '/4', '/5', '/6', '/7', '/deep/1', '/deep/2', '/f.pdf', '/no/1', '/cal?month=1'].flatMap(
    (raw, place): OnPage[] => [
      { raw, anchor: `link ${place}` },
      { raw, role: 'guess', element: 'script', technique: 'guessed' },
      { raw, rel: 'nofollow' },
      { raw, role: 'embedded', element: 'iframe' },
    ],
  ),
  ...['http://x.org/', 'http://x.org/a', 'http://y.org/f.zip'].flatMap((raw): OnPage[] => [
    { raw },
    { raw, role: 'guess', element: 'script', technique: 'guessed' },
    { raw, role: 'request', element: 'script' },
    { raw, role: 'embedded', element: 'img' },
  ]),
  'mailto:a@b.c',
  'javascript:x()',
];

/** One step of a random history. */
const steps = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('crawl' as const),
      pages: fc.integer({ min: 0, max: 6 }),
      depth: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
      traps: fc.boolean(),
      admitForbidden: fc.boolean(),
      admitNofollow: fc.boolean(),
      excludes: fc.boolean(),
      dice: fc.nat(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('check' as const),
      dice: fc.nat(),
    }),
  },
  fc.record({
    kind: fc.constantFrom('delete', 'restore', 'restore last', 'remove', 'add'),
    dice: fc.nat(),
  }),
);
type Step = typeof steps extends fc.Arbitrary<infer S> ? S : never;

const thrown = (dice: number) => createRandom(String(dice)).below;

const pageOf = (dice: (sides: number) => number): OnPage[] =>
  Array.from({ length: dice(8) }, () => MAYBE[dice(MAYBE.length)] ?? '/');

/** Crawls some pages; `midway` is called with a moment while a page is being visited. */
async function crawlOn(
  file: string,
  step: Extract<Step, { kind: 'crawl' }>,
  now: number,
  midway: (store: Store, moment: number) => void,
): Promise<void> {
  const { pages, depth, traps, excludes, admitNofollow } = step;
  const admits: OpenOptions['admits'] = excludes ? ({ url }) => !url.includes('/no/') : undefined;
  const limits = { depth, traps, admits, admitForbidden: () => step.admitForbidden, admitNofollow };
  const { frontier, store } = await open(file, limits, now);
  const dice = thrown(step.dice);
  for (let count = 0; count < pages; count++) {
    const claim = await claimOf(frontier, now + 2 * count);
    if (!claim) break;
    const seen = page(claim, pageOf(dice));
    const text = [`${claim.url} ${dice(3)}`];
    const end = now + 2 * count + 1;
    if (dice(3) === 0) midway(store, end);
    switch (dice(8)) {
      case 0:
        await frontier.completeVisit(claim, failedVisit('HTTP 500'), end);
        break;
      case 1:
        await frontier.forbid(claim, { reason: 'robots.txt forbids it', askedAt: undefined }, end);
        break;
      case 2:
        await frontier.release(claim, { notBefore: end, failed: true, askedAt: undefined }, end);
        break;
      case 3:
        await frontier.completeVisit(claim, { ...seen, outcome: 'file', address: undefined }, end);
        break;
      case 4: {
        const url = new URL(`/${1 + dice(9)}`, claim.url).href;
        await frontier.completeVisit(claim, { ...page(claim, pageOf(dice), url), text }, end);
        break;
      }
      default:
        await frontier.completeVisit(claim, { ...seen, text }, end);
    }
  }
  await store.close();
}

async function checkOne(file: string, dice: (sides: number) => number, now: number): Promise<void> {
  const { frontier, store } = await open(file, {}, now);
  const visited = [...listLinks(store, 'internal', { status: 'visited' }, false)];
  const link = visited[dice(visited.length || 1)];
  if (link) {
    const site = listSites(store, { removed: false }).findIndex(({ site: name }) => name === link.site) + 1;
    const url = dice(4) === 0 ? new URL(`/${1 + dice(9)}`, link.url).href : link.url;
    const result = { ...page(checkOf(frontier, link.url, site), pageOf(dice), url), text: [`${url} ${dice(3)}`] };
    await revisit(frontier, link.id, dice(5) === 0 ? { ...failedVisit('HTTP 404'), httpStatus: 404 } : result, now);
  }
  await store.close();
}

async function edit(file: string, kind: string, dice: (sides: number) => number, now: number): Promise<void> {
  const store = await openStoreToEdit(file);
  const of = linkKinds[dice(linkKinds.length)] ?? 'external';
  const ids = [...listLinks(store, of, {}, kind !== 'delete')].map(({ id }) => id).filter((id) => id % 3 === dice(3));
  if (kind === 'delete' && ids.length > 0) await deleteLinks(store, of, { ids }, now);
  if (kind === 'restore' && ids.length > 0) await restoreLinks(store, of, { ids }, now);
  if (kind === 'restore last') await restoreLast(store, now).catch(() => undefined);
  if (kind === 'remove') removeSites(store, [2 + dice(2)], now);
  if (kind === 'add') addSites(store, [newSite(B), newSite(`http://${'cd'[dice(2)]}.test/`)], now);
  await store.close();
}

/** All lists of a database: links, deleted ones, sites, changes; as it is or as it was just before a moment. */
function listed(store: Store, before: number, asOf: number | undefined): string {
  const links = [false, true].flatMap((deleted) =>
    linkKinds.flatMap((kind) => [...listLinks(store, kind, { asOf }, deleted)]),
  );
  const sites = asOf === undefined ? listSites(store, { removed: false }) : listSitesAsOf(store, asOf);
  const changes = listChanges(store, { since: 0, before, site: undefined, things: ['pages', 'links'] });
  return [...links, ...sites, ...changes].map((one) => JSON.stringify(one)).join('\n');
}

test('after any crawling, revisiting and editing, an export as of a moment is unchanged', async ({ folder }) => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 2, maxLength: 14 }), async (history) => {
      const file = join(folder, `${++runs}.sqlite`);
      const first = await open(file, {}, 5);
      await first.frontier.addSites([newSite(A), newSite(B)], 6);
      await first.store.close();
      const written: [number, string][] = [];
      for (const [index, step] of history.entries()) {
        const now = HOUR * (index + 1);
        if (step.kind === 'crawl')
          await crawlOn(file, step, now, (store, moment) => written.push([moment, listed(store, moment, moment)]));
        else if (step.kind === 'check') await checkOne(file, thrown(step.dice), now);
        else await edit(file, step.kind, thrown(step.dice), now);
        const store = await openStoreToEdit(file);
        written.push([now + 100, listed(store, now + 100, undefined)]);
        await store.close();
      }
      const store = await openStoreToEdit(file);
      for (const [moment, then] of written) expect(listed(store, moment, moment)).toBe(then);
      await store.close();
    }),
    { numRuns: 12, seed: 7 },
  );
});
