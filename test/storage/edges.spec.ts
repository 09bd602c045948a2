import { expect } from '@playwright/test';
import fc from 'fast-check';
import { createRandom } from '../../src/domain/random.ts';
import { type EdgeRecord, listEdges } from '../../src/storage/lists/edges.ts';
import { deleteLinks, restoreLinks } from '../../src/storage/lists/link-edits.ts';
import type { LinkFilter } from '../../src/storage/lists/link-filter.ts';
import { listLinks } from '../../src/storage/lists/links.ts';
import type { Store } from '../../src/storage/open.ts';
import { addSites, removeSites } from '../../src/storage/sites.ts';
import { checkOf, claimOf, newSite, open, page, revisit, test } from '../frontier/world.ts';
import { crawled, named } from '../webometrics/crawled.ts';

const KINDS = ['external', 'internal', 'bad'] as const;
const A = 'http://a.test/';
const B = 'http://b.test/';

const edges = (store: Store, kinds: readonly EdgeRecord['kind'][], filter: LinkFilter = {}, deleted = false) => [
  ...listEdges(store, kinds, filter, deleted),
];
const ends = (store: Store, filter: LinkFilter = {}, kinds: readonly EdgeRecord['kind'][] = KINDS) =>
  edges(store, kinds, filter).map(({ sourceUrl, targetUrl }) => `${sourceUrl} ${targetUrl}`);

test('two sites whose pages share targets have fewer links than edges', async ({ file }) => {
  const sites = [named(A), named('http://www.b.test/dept/', 'prefix'), named('http://b.test/dept/maths/', 'prefix')];
  const store = await crawled(file, sites, {
    [A]: ['/1', '/2', 'http://x.org/', { raw: 'http://b.test/dept/maths/p?q#f', anchor: 'maths', rel: 'nofollow' }],
    [`${A}1`]: ['/', '/2', { raw: 'http://x.org/', anchor: 'again' }, 'mailto:a@b.c'],
    [`${A}2`]: ['http://www.x.org:8080/y', 'http://x.org/', 'mailto:a@b.c'],
    'http://www.b.test/dept/': ['http://x.org/', 'http://sub.a.test/', A],
    'http://b.test/dept/maths/': [A],
  });
  const links = KINDS.flatMap((kind) => [...listLinks(store, kind, {}, false)]);
  // Three start pages, /1, /2; x.org and mathematics of A, x.org:8080; three of the second site, one of the third; mailto.
  expect(links.length).toBe(5 + 3 + 3 + 1 + 1);
  const listed = edges(store, KINDS);
  expect(listed.map(({ sourceUrl, targetUrl, targetSite }) => [sourceUrl, targetUrl, targetSite])).toEqual([
    [A, 'http://x.org/', null],
    [A, 'http://b.test/dept/maths/p?q#f', 'b.test/dept/maths'],
    [A, `${A}1`, 'a.test'],
    [A, `${A}2`, 'a.test'],
    ['http://www.b.test/dept/', 'http://x.org/', null],
    ['http://www.b.test/dept/', 'http://sub.a.test/', null],
    ['http://www.b.test/dept/', A, 'a.test'],
    ['http://b.test/dept/maths/', A, 'a.test'],
    [`${A}1`, 'http://x.org/', null],
    [`${A}1`, A, 'a.test'],
    [`${A}1`, `${A}2`, 'a.test'],
    [`${A}1`, 'mailto:a@b.c', null],
    [`${A}2`, 'http://x.org/', null],
    [`${A}2`, 'http://www.x.org:8080/y', null],
    [`${A}2`, 'mailto:a@b.c', null],
  ]);
  expect(listed[1]).toMatchObject({
    ...{ kind: 'external', sourceSite: 'a.test', sourceHost: 'a.test', sourceDomain: 'a.test', sourceLevel: 0 },
    ...{ targetHost: 'b.test', targetDomain: 'b.test', targetLevel: null },
    ...{ anchor: 'maths', rel: 'nofollow', element: 'a', technique: 'dom', removed: null },
  });
  expect(listed[10]).toMatchObject({ kind: 'internal', sourceLevel: 1, targetLevel: 1, targetHost: 'a.test' });
  expect(listed[13]).toMatchObject({ targetHost: 'www.x.org', targetDomain: 'x.org' });
  expect(listed[11]).toMatchObject({ kind: 'bad', targetHost: null, targetDomain: null, targetLevel: null });
  await store.close();
});

test('conditions apply to the page, to the link as on the page, or to the link', async ({ file }) => {
  const store = await crawled(file, [named(A), named(B)], {
    [A]: ['/1', { raw: 'http://x.org/', anchor: 'first' }],
    [`${A}1`]: [{ raw: 'http://x.org/', anchor: 'Second' }],
    [B]: [{ raw: 'http://x.org/', anchor: 'first' }, 'http://y.org/'],
  });
  expect(ends(store, { site: 'b.test' })).toEqual([`${B} http://x.org/`, `${B} http://y.org/`]);
  expect(ends(store, { level: { from: 1, to: 1 } })).toEqual([`${A}1 http://x.org/`]);
  expect(ends(store, { text: 'second' })).toEqual([`${A}1 http://x.org/`]);
  expect(ends(store, { domain: 'y.org' }, ['external'])).toEqual([`${B} http://y.org/`]);
  expect(ends(store, { host: 'a.test' }, ['internal'])).toEqual([`${A} ${A}1`]);
  expect(edges(store, ['external']).map(({ anchor }) => anchor)).toEqual(['first', 'first', 'http://y.org/', 'Second']);
  await deleteLinks(store, 'external', { domain: 'x.org', site: 'a.test' }, 9e6);
  expect(ends(store, {}, ['external'])).toEqual([`${B} http://x.org/`, `${B} http://y.org/`]);
  expect(edges(store, ['external'], {}, true).length).toBe(2);
  await deleteLinks(store, 'internal', { host: 'b.test' }, 9e6);
  expect(ends(store)).toEqual([`${A} ${A}1`]);
  await restoreLinks(store, 'internal', { host: 'b.test' }, 9e6);
  removeSites(store, [2], 9e6);
  expect(ends(store, {}, ['external'])).toEqual([]);
  expect(ends(store, { site: 'b.test' }, ['external']).length).toBe(2);
  expect(() => edges(store, KINDS, { site: 'no such site' })).toThrow('no site "no such site"');
  await store.close();
});

test('a guess is not an edge, even after another page has confirmed it', async ({ file }) => {
  const store = await crawled(file, [named(A)], {
    [A]: ['/1', { raw: '/2', role: 'guess', element: 'script', technique: 'guessed' }],
    [`${A}1`]: [{ raw: '/3', role: 'guess', element: 'script', technique: 'guessed' }, '/2'],
  });
  expect(ends(store)).toEqual([`${A} ${A}1`, `${A}1 ${A}2`]);
  await store.close();
});

test('an edge has the times at which its page got and lost it', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const claim = await claimOf(frontier, 1000);
  if (!claim) throw new Error('nothing to visit');
  await frontier.completeVisit(claim, { ...page(claim, ['http://x.org/', 'http://y.org/']), text: ['1'] }, 1500);
  const check = (on: readonly string[], now: number) =>
    revisit(frontier, claim.link, { ...page(checkOf(frontier, A), on), text: [String(now)] }, now);
  await check(['http://y.org/', 'http://z.org/'], 2000);
  await check(['http://x.org/', 'http://y.org/'], 3000);
  const times = (asOf?: number) =>
    edges(store, ['external'], { asOf }).map(({ targetUrl, firstSeen, removed }) => [targetUrl, firstSeen, removed]);
  const visited = edges(store, ['external'])[0]?.firstSeen ?? 0;
  expect(times()).toEqual([
    ['http://x.org/', visited, null],
    ['http://y.org/', visited, null],
    ['http://z.org/', 2000, 3000],
  ]);
  expect(times(2500)).toEqual([
    ['http://x.org/', visited, 2000],
    ['http://y.org/', visited, null],
    ['http://z.org/', 2000, null],
  ]);
  expect(times(2000)).toEqual([
    ['http://x.org/', visited, null],
    ['http://y.org/', visited, null],
  ]);
  expect(times(visited)).toEqual([]);
  expect(edges(store, ['external'], { since: 2000 }).length).toBe(1);
  expect(edges(store, ['external'], { until: 2000 }).length).toBe(2);
  await store.close();
});

const MAYBE = [
  ...[A, `${A}1`, `${A}2`, `${A}x/1`, B, `${B}1`, `${B}x/2`, 'http://c.test/', 'http://o.org/1', 'http://www.p.org/'],
  'mailto:a@b.c',
];
const steps = fc.array(
  fc.record({ kind: fc.constantFrom('crawl', 'crawl', 'check', 'check', 'edit', 'site'), dice: fc.nat() }),
  { minLength: 2, maxLength: 14 },
);

test('edges as of a moment equal those listed then', async ({ folder }) => {
  let runs = 0;
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { frontier, store } = await open(`${folder}/${++runs}.sqlite`);
      await frontier.addSites([named(A), named(B)], 0);
      const all = (asOf?: number) => JSON.stringify(edges(store, KINDS, { asOf }), null, 1);
      const told: (readonly [number, string])[] = [];
      for (const [index, { kind, dice }] of history.entries()) {
        const now = 1000 * (index + 1);
        const { below } = createRandom(String(dice));
        const links = () =>
          Array.from({ length: below(6) }, () => ({
            raw: MAYBE[below(MAYBE.length)] ?? A,
            anchor: `text ${below(3)}`,
          }));
        const visited = store.connection
          .prepare<[], { id: number; url: string; site: number }>(
            `select link.id, view.url, link.site from internal_links link join internal_links_view view on view.id = link.id
              where link.status = 2`,
          )
          .all();
        const chosen = visited[below(visited.length || 1)];
        if (kind === 'crawl') {
          const claim = await claimOf(frontier, now);
          if (claim) await frontier.completeVisit(claim, { ...page(claim, links()), text: [claim.url] }, now + 1);
        } else if (kind === 'check' && chosen) {
          const seen = page(checkOf(frontier, chosen.url, chosen.site), links(), chosen.url);
          await revisit(frontier, chosen.id, { ...seen, text: [chosen.url] }, now);
        } else if (kind === 'edit') {
          const domain = ['o.org', 'b.test', 'a.test'][below(3)];
          const kind = below(2) === 0 ? 'external' : 'internal';
          if (below(2) === 0) await deleteLinks(store, kind, { domain }, now);
          else await restoreLinks(store, kind, { domain }, now);
        } else if (kind === 'site') {
          if (below(2) === 0) addSites(store, [named(B), named('http://c.test/')], now);
          else removeSites(store, [2], now);
        }
        told.push([now + 100, all()]);
      }
      for (const [moment, then] of told) {
        expect(all(moment), `as of ${moment}`).toBe(then);
        if (then !== '[]') compared++;
      }
      await store.close();
    }),
    { numRuns: 25, seed: 7 },
  );
  expect(compared).toBeGreaterThan(50);
});
