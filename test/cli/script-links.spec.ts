import { expect } from '@playwright/test';
import { HttpCapture } from '../../src/capture/http/http.ts';
import { parseHostRules } from '../../src/capture/network/host-rules.ts';
import { type ScriptLink, ScriptLinks } from '../../src/cli/script-links.ts';
import { openStore } from '../../src/storage/open.ts';
import { test } from '../crawl/demo-web.ts';

test('links in the HTML of the server are not reported, however they are written', async ({ web, file }) => {
  const store = await openStore(file);
  store.connection.exec(`
    insert into seeds (id, full_name, short_name, start_url, origin, host, kind, scope, added_at) values
      (1, 'Physics', 'Physics', 'http://phys.uni.test/', 'http://phys.uni.test', 'phys.uni.test', 'university', 'host', 0);
    insert into internal_links (id, site, url, level, source, status, tier, rank, attempts) values
      (1, 1, '/gone', 0, null, 2, 0, 0, 0), (2, 1, '/news', 1, 1, 2, 0, 0, 0),
      (3, 1, '/News/2017/8', 2, 2, 0, 0, 0, 0), (4, 1, '/news?page=2', 2, 2, 0, 0, 0, 0),
      (5, 1, '/made', 2, 2, 0, 0, 0, 0), (6, 1, '/made/2', 2, 2, 0, 0, 0, 0),
      (7, 1, '/made/3', 2, 2, 0, 0, 0, 0);
    insert into internal_link_texts (link, anchor, context, rel, element, tag_path, frame, technique)
      select id, 'Link ' || id, '', '', 'a', '', '', 'dom' from internal_links;
  `);
  const plain = new HttpCapture({
    hostRules: parseHostRules(web.server.hostRules),
    userAgent: 'test',
    now: Date.now,
  });
  const told: ScriptLink[] = [];
  const links = new ScriptLinks({ db: file, plain, onLink: (link) => told.push(link) });
  const read = { outcome: 'page', rendering: 'browser' } as const;
  links.completed({ url: 'http://phys.uni.test/gone', site: 1 }, read);
  links.completed({ url: 'http://phys.uni.test/news', site: 1 }, read);
  await expect.poll(() => told.length).toBeGreaterThan(1);
  await links.done();
  links.completed({ url: 'http://phys.uni.test/news', site: 1 }, read);
  const page = 'http://phys.uni.test/news';
  expect(told, 'a page that does not load is passed over, and two of a site are enough').toEqual([
    { page, anchor: 'Link 3', url: 'http://phys.uni.test/News/2017/8' },
    { page, anchor: 'Link 5', url: 'http://phys.uni.test/made' },
  ]);
  await store.close();
});
