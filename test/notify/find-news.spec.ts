import { expect } from '@playwright/test';
import { findNews } from '../../src/notify/find-news.ts';
import { bodyOf, noticeKinds, subjectOf } from '../../src/notify/notice.ts';
import { linkCheckQueries } from '../../src/storage/link-checks.ts';
import { checkOf, claimOf, newSite, open, page, revisit, test } from '../frontier/world.ts';

const A = 'http://a.test/';

test('news are events since the last notice, most urgent first', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A, { shortName: 'A' })], 0);
  const claim = await claimOf(frontier, 1000);
  if (!claim) throw new Error('nothing to visit');
  await frontier.completeVisit(claim, { ...page(claim, ['http://x.org/', 'http://y.org/']), text: ['one'] }, 1500);
  expect(findNews(store, 0, noticeKinds)).toEqual([]);
  await revisit(
    frontier,
    claim.link,
    { ...page(checkOf(frontier, A), ['http://x.org/', 'http://y.org/']), text: ['two'] },
    3000,
  );
  const check = {
    reason: 'HTTP 404',
    httpStatus: 404,
    movedTo: null,
    etag: '',
    lastModified: '',
    nextAt: 9e9,
    tries: 2,
  };
  const dead = { ...check, state: 'dead' as const, checkedAt: 4000, since: 2000 };
  linkCheckQueries(store).put({ ...dead, url: 'http://x.org/', deadAt: 4000 });
  linkCheckQueries(store).put({ ...dead, url: 'http://y.org/', deadAt: 100 });
  linkCheckQueries(store).put({ ...dead, url: 'http://not-linked.org/', deadAt: 4000 });
  store.connection.exec("update seeds set status = 'session-ended', note = 'asks to log in'");
  const news = findNews(store, 2000, noticeKinds);
  expect(news).toEqual([
    { kind: 'session-ended', text: '1 site asks to log in again', items: [`A (${A}): asks to log in`] },
    { kind: 'dead', text: '1 new dead link', items: ['http://x.org/: HTTP 404'] },
    { kind: 'changed', text: '1 page changed', items: [A] },
  ]);
  expect(findNews(store, 2000, ['changed']).map(({ kind }) => kind)).toEqual(['changed']);
  expect(findNews(store, 5000, ['dead', 'changed', 'gone'])).toEqual([]);
  expect(subjectOf({ db: file, at: 0, news })).toBe(
    'Forager: 1 site asks to log in again, 1 new dead link, 1 page changed',
  );
  expect(bodyOf({ db: file, at: 0, news }).split('\n\n')).toHaveLength(4);
  await store.close();
});

test('a run that read less than half of the pages of the one before is news', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite(A)], 0);
  const run = (id: number, pages: number) => {
    store.connection.exec(`insert or replace into runs (id, started_at, ended_at, milliseconds, stopped, pid, config, recrawl_run)
      values (${id}, 0, 1, 1, 'done', 1, '{}', null)`);
    for (let at = 0; at < pages; at++)
      store.connection.exec(`insert into visits (run, site, link, page, started_at, milliseconds, outcome, reason, content_type,
        title, new_internal, new_external, reward, lane, rank, site_visits, site_reward)
        values (${id}, 1, 1, 1, 0, 1, 'page', '', '', '', 0, 0, 0, 0, 0, 0, 0)`);
  };
  run(101, 20);
  run(102, 9);
  expect(findNews(store, 0, ['half'])).toEqual([
    { kind: 'half', text: '9 pages read, and 20 pages the time before', items: [] },
  ]);
  run(103, 9);
  expect(findNews(store, 0, ['half'])).toEqual([]);
  await store.close();
});
