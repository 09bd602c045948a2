import { expect } from '@playwright/test';
import { internalLinkQueries } from '../../src/storage/internal-links.ts';
import { listLinks } from '../../src/storage/link-list.ts';
import { openStore, type Store } from '../../src/storage/open.ts';
import { identityKey, keyHash } from '../../src/url/normalise.ts';
import { crawledBefore } from '../frontier/earlier-database.ts';
import { claimOf, open, page, test } from '../frontier/world.ts';

const hashOf = (url: string) => keyHash(identityKey(new URL(url), { foldCase: false, ignored: new Set() }));

/** A database of two sites, as a Forager left it that kept identities with the links. */
const earlier = (file: string) =>
  crawledBefore(file, '0031', (connection) => {
    connection.exec(`insert into seeds (id, full_name, short_name, start_url, origin, host, kind, scope, status, added_at, pages, internal)
      values (2, 'b', 'b', 'http://b.test/', 'http://b.test', 'b.test', 'other', 'host', 'crawling', 0, 0, 1);
      update seeds set origin = 'http://a.test', internal = 3 where id = 1;
      insert into queue_groups (id, site, tier, lane, name, value, waiting) values (1, 1, 0, 0, '', 0, 1), (2, 2, 0, 0, '', 0, 1);
      insert into runs (id, started_at, pid, config) values (1, 0, 1, '{}');
      insert into visits (run, site, link, page, started_at, milliseconds, outcome, reason, content_type, title,
        new_internal, new_external, reward, lane, rank, site_pulls, site_reward)
        values (1, 1, 1, 1, 0, 0, 'page', '', '', '', 2, 0, 0, 0, 0, 0, 0), (1, 1, 3, 1, 0, 0, 'duplicate', '', '', '', 0, 0, 0, 0, 0, 0, 0)`);
    const link =
      connection.prepare(`insert into internal_links (id, site, hash, url, level, source, status, rank, queue_group)
      values (?, ?, ?, ?, ?, ?, ?, 0, ?)`);
    link.run(1, 1, hashOf('http://a.test/'), '/', 0, null, 2, null);
    link.run(2, 1, hashOf('http://a.test/x'), '/x', 1, 1, 0, 1);
    link.run(3, 1, hashOf('http://a.test/y'), '/y', 1, 1, 3, null);
    link.run(4, 2, hashOf('http://b.test/'), '/', 0, null, 0, 2);
    connection.exec('insert into queue values (1, 0, 2, 0), (2, 0, 4, 0)');
  });

const listed = (store: Store, site: string) => [...listLinks(store, 'internal', { site }, false)].map(({ url }) => url);

test('links of an earlier database are found by their identities, and listed by their sites', async ({ file }) => {
  await earlier(file);
  const store = await openStore(file);
  const { find, start, ofSite } = internalLinkQueries(store);
  expect(find.get({ site: 1, hash: hashOf('http://a.test/x') })).toMatchObject({ id: 2, status: 0, level: 1 });
  expect(find.get({ site: 2, hash: hashOf('http://a.test/x') })).toBeUndefined();
  expect(start.get({ site: 2 })).toMatchObject({ id: 4 });
  const first = ofSite.all({ site: 1, after: -1, limit: 2 });
  const rest = ofSite.all({ site: 1, after: first[1]?.hash ?? 0, limit: 2 });
  expect([...first, ...rest].map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  expect(listed(store, 'a')).toEqual(['http://a.test/', 'http://a.test/x', 'http://a.test/y']);
  expect(listed(store, 'b')).toEqual(['http://b.test/']);
  await store.close();
});

test('a crawl of an earlier database goes on, and knows the links that it has', async ({ file }) => {
  await earlier(file);
  const { frontier, store } = await open(file, {}, 10);
  const claims = [await claimOf(frontier, 11), await claimOf(frontier, 12)].filter((claim) => claim !== undefined);
  expect(claims.map(({ url }) => url).sort()).toEqual(['http://a.test/x', 'http://b.test/']);
  for (const claim of claims) {
    const settled = await frontier.settle(claim, page(claim, ['/', '/x', '/new']), 20);
    expect(settled?.newInternal).toBe(claim.host === 'a.test' ? 1 : 2);
  }
  expect(listed(store, 'a').length + listed(store, 'b').length).toBe(4 + 1 + 2);
  await store.close();
});
