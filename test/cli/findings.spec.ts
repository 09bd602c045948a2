import { expect } from '@playwright/test';
import { linkStatuses } from '../../src/domain/link.ts';
import { findings } from '../../src/reports/findings.ts';
import { openStore, type Store } from '../../src/storage/open.ts';
import { test } from '../frontier/world.ts';

const status = (name: (typeof linkStatuses)[number]) => linkStatuses.indexOf(name);

/** Three sites: `a.test` and `b.test` with a start page each, and one that was removed. */
function fill({ connection }: Store): void {
  connection.exec(`
    insert into seeds (id, full_name, short_name, start_url, origin, host, kind, scope, added_at, removed) values
      (1, 'A', 'A', 'http://a.test/', 'http://a.test', 'a.test', 'other', 'host', 0, null),
      (2, 'B', 'B', 'http://b.test/', 'http://b.test', 'b.test', 'other', 'host', 0, null),
      (3, 'C', 'C', 'http://c.test/', 'http://c.test', 'c.test', 'other', 'host', 0, 9);
    insert into internal_links (id, site, url, level, source, status, tier, rank, attempts) values
      (1, 1, '/', 0, null, ${status('visited')}, 0, 0, 0),
      (2, 2, '/', 0, null, ${status('visited')}, 0, 0, 0),
      (3, 3, '/', 0, null, ${status('visited')}, 0, 0, 0),
      (4, 1, '/lost', 1, 1, ${status('failed')}, 0, 0, 0),
      (5, 1, '/menu', 1, 1, ${status('visited')}, 0, 0, 0);
    insert into internal_link_texts (link, anchor, context, rel, element, tag_path, frame, technique) values
      (4, 'Lost', '', '', 'a', '', '', 'dom'), (5, 'Menu', '', '', 'a', '', '', 'event');
    insert into page_links (source, kind, target, place) values (1, 0, 4, 0), (1, 0, 5, 1), (5, 0, 4, 0);
  `);
}

const external = (id: number, site: number, host: string, technique: string) =>
  `insert into external_links (id, site, hash, url, host, domain, source, anchor, context, rel, element, tag_path, frame,
    technique, first_seen, last_seen) values (${id}, ${site}, ${id}, 'http://${host}/${id}', '${host}', '${host}', ${site},
    '', '', '', 'a', '', '', '${technique}', 0, 0)`;

const gone = (reason: string) => `insert into visits (run, site, link, started_at, milliseconds, outcome, reason,
  content_type, title, new_internal, new_external, reward, lane, rank, site_visits, site_reward)
  values (1, 1, 4, 0, 0, 'failed', '${reason}', '', '', 0, 0, 0, 0, 0, 0, 0)`;

test('the three most important findings, in order', async ({ file }) => {
  const store = await openStore(file);
  fill(store);
  expect(findings(store), 'one link that was acted for').toEqual([
    'http://a.test/: 1 link appeared only after clicking or scrolling',
  ]);
  store.connection.exec(
    [external(1, 1, 'x.test', 'dom'), external(2, 1, 'x.test', 'dom'), external(3, 3, 'x.test', 'dom')].join(';'),
  );
  store.connection.exec(gone('no answer in time'));
  expect(findings(store), 'removed sites do not count, nor do visits that may come to a page later').toEqual([
    'http://a.test/: 1 link appeared only after clicking or scrolling',
    'http://a.test/: 2 external links first found there, more than on any other page',
  ]);
  store.connection.exec(`insert into traps (site, kind, pattern, links, example, first_seen) values
    (1, 'calendar', '/c/(date)', 1200, '', 0), (2, 'calendar', '/d/(date)', 3, '', 0)`);
  store.connection.exec(gone('HTTP 404'));
  const few = findings(store);
  expect(few.slice(1)).toEqual([
    'http://a.test/lost: broken (HTTP 404), linked on 2 pages, such as http://a.test/',
    '/c/(date) in A: a trap, 1,200 links skipped',
  ]);
  store.connection.exec([external(4, 2, 'y.test', 'scroll'), external(5, 2, 'x.test', 'scroll')].join(';'));
  expect(findings(store)).toEqual([
    'x.test: 2 of 2 sites link to it, more than to any other host',
    'http://b.test/: 2 links appeared only after clicking or scrolling (3 on all pages)',
    'http://a.test/lost: broken (HTTP 404), linked on 2 pages, such as http://a.test/',
  ]);
  await store.close();
});
