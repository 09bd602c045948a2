import { expect } from '@playwright/test';
import { NO_LIMITS, type ScopeKind } from '../../../src/domain/site.ts';
import { SiteDelays } from '../../../src/frontier/hosts/hosts.ts';
import { SiteState } from '../../../src/frontier/sites/site-table.ts';
import { openStoreToEdit } from '../../../src/storage/open.ts';
import { limitSites } from '../../../src/storage/sites.ts';
import { claimed, claimOf, newSite, open, page, test } from '../world.ts';

const site = (id: number, url: string, delay: number | undefined, scope: ScopeKind = 'host'): SiteState => {
  const state = new SiteState({ ...newSite(url, { scope }), id });
  state.bind({ ...NO_LIMITS, delay }, scope);
  return state;
};

test("a site's own delay applies to its hosts: the longest of several sites, until they have none or are removed", () => {
  const delays = new SiteDelays();
  delays.put(site(1, 'http://www.a.test/x/', 2000, 'prefix'));
  delays.put(site(2, 'http://a.test/y/', 5000, 'prefix'));
  delays.put(site(5, 'http://a.test/z/', 3000, 'prefix'));
  delays.put(site(3, 'http://b.co.uk:8080/', 0, 'domain'));
  delays.put(site(4, 'http://c.test/', undefined));
  expect(['a.test', 'b.co.uk:8080', 'lab.b.co.uk', 'c.test', 'co.uk'].map((host) => delays.of(host))).toEqual([
    ...[5000, 0, 0, undefined, undefined],
  ]);
  delays.put(site(2, 'http://a.test/y/', undefined, 'prefix'));
  expect(delays.of('a.test')).toBe(3000);
  delays.put(site(5, 'http://a.test/z/', undefined, 'prefix'));
  expect(delays.of('a.test')).toBe(2000);
  const gone = site(1, 'http://www.a.test/x/', 2000, 'prefix');
  gone.isRemoved = true;
  delays.put(gone);
  expect(delays.of('a.test')).toBeUndefined();
});

test('a delay set while a crawl runs applies from the next page on, and in the next run', async ({ file }) => {
  const siteDelays = new SiteDelays();
  const delays = { siteDelays, delay: (host: string) => siteDelays.of(host) ?? 100 };
  const { frontier, store } = await open(file, delays);
  await frontier.addSites([newSite('http://a.test/')], 0);
  const start = await claimed(frontier, 1);
  await frontier.completeVisit(start, page(start, ['/1', '/2', '/3']), 2);
  const edit = await openStoreToEdit(file);
  expect(limitSites(edit, [1], { delay: 5000 }, 3)).toBe(1);
  await edit.close();
  const one = await claimed(frontier, 1100);
  await frontier.completeVisit(one, page(one, []), 1101);
  expect(await claimOf(frontier, 6099)).toBeUndefined();
  expect((await claimed(frontier, 6100)).url).toBe('http://a.test/2');
  await store.close();
  const again = new SiteDelays();
  const next = await open(file, { ...delays, siteDelays: again }, 20_000);
  expect(again.of('a.test')).toBe(5000);
  await next.store.close();
});
