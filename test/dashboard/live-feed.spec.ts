import { setMaxListeners } from 'node:events';
import { expect } from '@playwright/test';
import { CrawlControls } from '../../src/dashboard/crawl-controls.ts';
import { CrawlLook } from '../../src/dashboard/crawl-now.ts';
import { LiveFeed } from '../../src/dashboard/live-feed.ts';
import { editStore, openStoreToRead } from '../../src/storage/open.ts';
import { settingQueries } from '../../src/storage/runs.ts';
import { test } from '../frontier/world.ts';
import { openFresh } from '../storage/fresh-store.ts';

test('sums over all sites are computed once for all open tabs', async ({ file }) => {
  await (await openFresh(file)).close();
  const store = await openStoreToRead(file);
  const desk = new CrawlControls();
  let sums = 0;
  class CountedLook extends CrawlLook {
    override crawl() {
      sums++;
      return super.crawl();
    }
  }
  let time = 1000;
  const now = () => time;
  const feed = new LiveFeed({ store, look: new CountedLook(store, desk, now), desk, start: 'start', now });
  const gone = new AbortController();
  setMaxListeners(0, gone.signal);
  const tabs = Array.from({ length: 50 }, () => feed.listen(undefined, gone.signal));
  const versions = async () => {
    const told = await Promise.all(tabs.map((tab) => tab.next()));
    return new Set(told.map(({ value }) => value?.message.version));
  };
  const first = await versions();
  expect([first.size, sums]).toEqual([1, 1]);
  await editStore(file, (editing) => settingQueries(editing).insert.run({ name: 'a', value: '1' }));
  time += 1000;
  const second = await versions();
  expect([second.size, sums]).toEqual([1, 2]);
  expect(second).not.toEqual(first);
  gone.abort();
  await store.close();
});
