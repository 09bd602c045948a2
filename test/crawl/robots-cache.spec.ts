import { expect } from '@playwright/test';
import { RobotsCache } from '../../src/crawl/robots-cache.ts';
import { HostBusy, RetryVisit } from '../../src/domain/errors.ts';
import { openStore } from '../../src/storage/open.ts';
import { test } from '../frontier/world.ts';

const DAY = 86_400_000;
const url = (path: string) => new URL(path, 'http://uni.edu/');

test('a file is valid for a day, also for the next run; each scheme, host and port has its own', async ({ file }) => {
  const asked: string[] = [];
  let [now, text] = [1000, 'User-agent: *\nDisallow: /a\nCrawl-delay: 5'];
  const store = await openStore(file);
  const cache = () =>
    new RobotsCache({
      store,
      now: () => now,
      ask: async (address) => {
        asked.push(address.href);
        return { status: 200, text, askedAt: now, retryAfter: undefined };
      },
    });
  const first = cache();
  expect(await first.allows(url('/a'))).toEqual({ isAllowed: false, askedAt: 1000 });
  expect(await first.allows(url('/b'))).toEqual({ isAllowed: true, askedAt: undefined });
  expect(first.crawlDelay('uni.edu')).toBe(5000);
  text = 'User-agent: *\nDisallow: /b\nCrawl-delay: 600';
  now += DAY - 1;
  const second = cache();
  expect(await second.allows(url('/a'))).toEqual({ isAllowed: false, askedAt: undefined });
  expect(second.crawlDelay('uni.edu')).toBe(5000);
  expect(second.isStale('http://uni.edu')).toBe(false);
  now += 1;
  expect(second.isStale('http://uni.edu')).toBe(true);
  expect(await second.allows(url('/a'))).toEqual({ isAllowed: true, askedAt: now });
  expect(second.crawlDelay('uni.edu')).toBe(30_000);
  for (const other of ['https://uni.edu/b', 'http://uni.edu:8080/b', 'http://www.uni.edu/b']) {
    expect((await second.allows(new URL(other))).isAllowed).toBe(false);
  }
  expect(asked).toEqual([
    'http://uni.edu/robots.txt',
    'http://uni.edu/robots.txt',
    'https://uni.edu/robots.txt',
    'http://uni.edu:8080/robots.txt',
    'http://www.uni.edu/robots.txt',
  ]);
  await store.close();
});

test('an unclear answer is requested again, and not stored', async ({ file }) => {
  const store = await openStore(file);
  const answers = [{ status: 500 }, { status: 503, retryAfter: 7000 }, { status: 429 }, { status: 404 }];
  const ask = async () => ({
    text: 'User-agent: *\nDisallow: /',
    askedAt: 1,
    retryAfter: undefined,
    ...(answers.shift() ?? { status: 0 }),
  });
  const cache = new RobotsCache({ store, now: () => 1, ask });
  await expect(cache.allows(url('/'))).rejects.toThrow(RetryVisit);
  await expect(cache.allows(url('/'))).rejects.toMatchObject({ message: 'robots.txt: HTTP 503', retryAfter: 7000 });
  await expect(cache.allows(url('/'))).rejects.toThrow(HostBusy);
  expect(cache.isStale('http://uni.edu')).toBe(true);
  expect((await cache.allows(url('/'))).isAllowed).toBe(true);
  await store.close();
});

test('concurrent waits for one file send one request, and get the same answer', async ({ file }) => {
  const store = await openStore(file);
  const answers: ((answer: Awaited<ReturnType<ConstructorParameters<typeof RobotsCache>[0]['ask']>>) => void)[] = [];
  const refusals: ((error: Error) => void)[] = [];
  const ask = () =>
    new Promise<Parameters<(typeof answers)[number]>[0]>((done, fail) => {
      answers.push(done);
      refusals.push(fail);
    });
  const cache = new RobotsCache({ store, now: () => 1, ask });
  const failing = [cache.allows(url('/a')), cache.allows(url('/b'))];
  refusals[0]?.(new RetryVisit('no answer in time'));
  for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected');
  const waiting = [cache.allows(url('/a')), cache.allows(url('/b'))];
  answers[1]?.({ status: 200, text: 'User-agent: *\nDisallow: /a', askedAt: 1, retryAfter: undefined });
  expect(await Promise.all(waiting)).toEqual([
    { isAllowed: false, askedAt: 1 },
    { isAllowed: true, askedAt: 1 },
  ]);
  expect(answers).toHaveLength(2);
  await store.close();
});

test('absolute sitemap addresses of a stored file', async ({ file }) => {
  const store = await openStore(file);
  const text = 'Sitemap: /map.xml\nSitemap: http://other.test/map.xml\nSitemap: http://[';
  const ask = async () => ({ status: 200, text, askedAt: 1, retryAfter: undefined });
  const cache = new RobotsCache({ store, now: () => 1, ask });
  expect(cache.sitemaps(url('/'))).toEqual([]);
  await cache.allows(url('/'));
  expect(cache.sitemaps(url('/a'))).toEqual(['http://uni.edu/map.xml', 'http://other.test/map.xml']);
  await store.close();
});
