import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@playwright/test';
import { serveDemo } from '../../src/demo/server.ts';
import { forager, PASSIVE, start } from '../cli/forager.ts';
import { test } from '../frontier/world.ts';
import { html, site } from '../site/site.ts';

/** The values of a text in Prometheus' format, by name and labels. */
const valuesOf = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );

async function addressOf(told: () => string): Promise<string> {
  for (;;) {
    const [, url] = /metrics: (http:\S+)/.exec(told()) ?? [];
    if (url !== undefined) return url;
    await sleep(20);
  }
}

test('a crawl and a schedule export their metrics while they run', async ({ file }) => {
  let goOn: () => void = () => undefined;
  const isAsked = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const portal = site('small.test', {
    '/': html('<a href=/a>a</a><a href=/none>none</a><a href=http://x.org/>x</a><a href=javascript:go()>go</a>'),
    // The crawl waits until there was time to ask, whichever comes next.
    '/a': () => isAsked.then(() => html('a')),
    '/none': () => isAsked.then(() => ({ status: 404, headers: {}, body: '' })),
  });
  const server = await serveDemo({ portals: [portal] });
  const common = ['--db', file, '--render', 'http', '--host-rules', server.hostRules, '--metrics', '0', ...PASSIVE];
  try {
    const crawl = start(['crawl', '--url', 'http://small.test/', ...common]);
    const url = await addressOf(crawl.stderr);
    const ask = async () => valuesOf(await (await fetch(url)).text());
    let during = await ask();
    expect(during.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    while (!((during.get('forager_pages') ?? 0) > 0)) {
      await sleep(20);
      during = await ask();
    }
    expect(Object.fromEntries(during)).toMatchObject({
      forager_pages: 1,
      forager_running: 1,
      forager_run: 1,
      'forager_sites{status="crawling"}': 1,
      'forager_links{kind="internal"}': 3,
      'forager_links{kind="external"}': 1,
      'forager_links{kind="bad"}': 1,
    });
    expect((during.get('forager_queue_links') ?? 0) + (during.get('forager_claimed_links') ?? 0)).toBe(2);
    const seconds = (phase: string) => during.get(`forager_phase_seconds_total{phase="${phase}"}`) ?? -1;
    expect(seconds('capture')).toBeGreaterThan(0);
    expect(Math.min(seconds('robots'), seconds('store'))).toBeGreaterThanOrEqual(0);
    expect((during.get('forager_last_visit_timestamp_seconds') ?? 0) * 1000).toBeGreaterThan(Date.now() - 60_000);
    const health = await fetch(new URL('/healthz', url));
    expect([health.status, await health.text()]).toEqual([200, 'ok\n']);
    goOn();
    expect((await crawl.ended).code).toBe(0);
    await expect(fetch(url)).rejects.toThrow();

    const schedule = start(['schedule', '--cron', '0 0 1 1 *', '--page-limit', '9', ...common]);
    const later = await addressOf(schedule.stderr);
    const between = valuesOf(await (await fetch(later)).text());
    expect(Object.fromEntries(between)).toMatchObject({
      forager_pages: 2,
      forager_running: 0,
      forager_queue_links: 0,
      'forager_failures_total{outcome="failed",reason="HTTP 404"}': 1,
    });
    const taken = await forager(['crawl', ...common, '--metrics', new URL(later).port]);
    expect(taken).toMatchObject({ code: 4 });
    expect(taken.stderr).toContain(`--metrics: ${new URL(later).port} is in use`);
    schedule.child.kill('SIGTERM');
    expect((await schedule.ended).code).toBe(0);
  } finally {
    goOn();
    await server.close();
  }
});
