import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { serveDemo } from '../../src/demo/server.ts';
import { openStoreToRead } from '../../src/storage/open.ts';
import { newSite } from '../frontier/world.ts';
import { html, site } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

const portal = site('choice.test', {
  '/': html('<a href=/page>page</a><a href=/user/logout>bye</a><a href=/x>Выход</a><iframe src=/framed></iframe>'),
  '/framed': html('<a href=/in-frame>in the frame</a>'),
});

const statuses = { page: 'failed', 'user/logout': 'excluded', x: 'excluded', framed: 'visited', 'in-frame': 'failed' };

test('a session is not ended, and techniques are excluded by name; without a session everything but logout links is visited', async ({
  folder,
}) => {
  const server = await serveDemo({ portals: [portal] });
  const state = join(folder, 'state.json');
  writeFileSync(state, JSON.stringify({ cookies: [], origins: [] }));
  const sites = [newSite('http://choice.test/')];
  const internal = async (db: string) => {
    const store = await openStoreToRead(db);
    const rows = store.connection
      .prepare('select substr(url, 20) as path, status, technique from internal_links_view where level > 0 order by id')
      .all();
    await store.close();
    return rows;
  };
  try {
    for (const render of ['http', 'browser'] as const) {
      const db = join(folder, `${render}.sqlite`);
      await runCrawl(db, sites, server, { render, storageState: state, capture: 'passive,-frame' });
      expect(await internal(db)).toEqual(
        Object.entries(statuses).map(([path, status]) => ({ path, status, technique: 'dom' })),
      );
    }
    await runCrawl(join(folder, 'http.sqlite'), [], server, { render: 'http' });
    const without = await internal(join(folder, 'http.sqlite'));
    expect(without).toContainEqual({ path: 'x', status: 'failed', technique: 'dom' });
    expect(without).toContainEqual({ path: 'user/logout', status: 'excluded', technique: 'dom' });
  } finally {
    await server.close();
  }
});
