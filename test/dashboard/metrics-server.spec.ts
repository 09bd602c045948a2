import { request } from 'node:http';
import { expect } from '@playwright/test';
import { Metrics } from '../../src/dashboard/metrics.ts';
import { serveMetrics } from '../../src/dashboard/metrics-server.ts';
import { failedVisit } from '../../src/frontier/retries.ts';
import { claimed, newSite, open, page, test } from '../frontier/world.ts';
import { test as dashboardTest } from './dashboard.ts';

/** Status of the answer to a request with the given host name. */
const statusFor = (url: string, host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });

test('before a crawl only the process is shown, and pages under other host names get no access', async ({ file }) => {
  const server = await serveMetrics(file, { host: '127.0.0.1', port: 0 });
  const { port } = new URL(server.url);
  expect(await (await fetch(server.url)).text()).toMatch(/^process_cpu_seconds_total /m);
  expect(await statusFor(server.url, `localhost:${port}`)).toBe(200);
  expect(await statusFor(server.url, 'evil.example')).toBe(421);
  expect(await statusFor(server.url, `evil.example:${port}`)).toBe(421);
  expect(await statusFor(server.url, `10.0.0.7:${port}`)).toBe(421);
  await server.close();
  // Listening on all addresses, it accepts any of them, but no foreign name.
  const open = await serveMetrics(file, { host: '0.0.0.0', port: 0 });
  const own = new URL(open.url);
  expect(own.hostname).toBe('127.0.0.1');
  expect(await statusFor(open.url, `10.0.0.7:${own.port}`)).toBe(200);
  expect(await statusFor(open.url, `evil.example:${own.port}`)).toBe(421);
  await open.close();
  await expect(serveMetrics(file, { host: '192.0.2.1', port: 0 })).rejects.toThrow(
    '--metrics: 192.0.2.1 is no address of this machine',
  );
});

test('failures are counted once, without a series for each address or for too many reasons', async ({ file }) => {
  const { frontier, store } = await open(file);
  await frontier.addSites([newSite('http://a.test/')], 0);
  const start = await claimed(frontier, 1);
  const paths = Array.from({ length: 60 }, (_, at) => `/${at}`);
  await frontier.completeVisit(start, page(start, paths), 1);
  const metrics = new Metrics();
  const failures = async () =>
    (await metrics.text(store)).split('\n').filter((line) => line.startsWith('forager_failures_total'));
  const fail = async (reason: string) =>
    await frontier.completeVisit(await claimed(frontier, 2), failedVisit(reason), 2);
  await fail('HTTP 404');
  await fail('no way to http://a.test/1?x=2');
  await fail('no way to http://a.test/2');
  expect(await failures()).toEqual([
    'forager_failures_total{outcome="failed",reason="HTTP 404"} 1',
    'forager_failures_total{outcome="failed",reason="no way to …"} 2',
  ]);
  await fail('HTTP 404');
  for (let at = 0; at < 50; at++) await fail(`trouble ${at}`);
  const later = await failures();
  expect(later).toContain('forager_failures_total{outcome="failed",reason="HTTP 404"} 2');
  expect(later).toContain('forager_failures_total{outcome="failed",reason="other"} 12');
  expect(later).toHaveLength(41);
  await store.close();
});

dashboardTest('the dashboard serves the figures, beyond this machine to who has the token', async ({ serve, db }) => {
  const own = new URL((await serve(db)).url);
  expect(await (await fetch(new URL('/metrics', own))).text()).toMatch(/^forager_pages [1-9]/m);
  const open = new URL((await serve(db, { host: '0.0.0.0' })).url);
  const token = open.hash.replace('#token=', '');
  const status = async (headers: Record<string, string>) =>
    (await fetch(new URL('/metrics', open.origin), { headers })).status;
  expect(await status({})).toBe(401);
  expect(await status({ authorization: `Bearer ${token.slice(1)}` })).toBe(401);
  expect(await status({ authorization: `Bearer ${token}` })).toBe(200);
});
