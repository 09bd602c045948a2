import { expect } from '@playwright/test';
import { openStore } from '../../src/storage/open.ts';
import { crawledBefore } from '../frontier/earlier-database.ts';
import { test } from '../frontier/world.ts';

test('sites of an earlier database get the origin of their start page, and views whole addresses', async ({ file }) => {
  await crawledBefore(file, '0022', (connection) =>
    connection.exec(`
      insert into seeds (id, full_name, short_name, start_url, host, kind, scope, added_at) values
        (2, 'b', 'b', 'https://b.test:8443/news/', 'b.test:8443', 'other', 'prefix', 0);
      insert into internal_links (id, site, hash, url, level, source, status) values
        (1, 1, 1, '/', 0, null, 0), (2, 2, 1, '/news/', 0, null, 0), (3, 2, 2, 'http://b.test/old', 1, 2, 0)`),
  );
  const store = await openStore(file);
  const seeds = await store.kysely.selectFrom('seeds').select('origin').orderBy('id').execute();
  expect(seeds.map(({ origin }) => origin)).toEqual(['http://a.test', 'https://b.test:8443']);
  expect(store.connection.prepare('select url from internal_links_view order by id').pluck().all()).toEqual([
    'http://a.test/',
    'https://b.test:8443/news/',
    'http://b.test/old',
  ]);
  await store.close();
});
