import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from '@playwright/test';
import { serveDemo } from '../../src/demo/server.ts';
import { test } from '../frontier/world.ts';
import { html, site } from '../site/site.ts';
import { PASSIVE, start } from './forager.ts';

/** Sets a process's clock by one of these seconds at each SIGUSR2. */
const clock = (jumps: readonly number[]) => `
  const jumps = ${JSON.stringify(jumps)};
  const RealDate = Date;
  let shift = 0;
  globalThis.Date = class extends RealDate {
    constructor(...given) {
      super(...(given.length === 0 ? [RealDate.now() + shift] : given));
    }
    static now() {
      return RealDate.now() + shift;
    }
  };
  process.on('SIGUSR2', () => (shift += 1000 * (jumps.shift() ?? 0)));`;

/** Crawls a site whose every page has one more link, with the clock set at each page from the third on. */
async function crawlWithJumps(file: string, jumps: readonly number[], options: readonly string[]) {
  let asked = 0;
  let jump = () => {};
  const endless = site('clock.test', { '/robots.txt': html(''), '/': () => page(), '/p': () => page() });
  const page = () => {
    if (++asked >= 3) jump();
    return html(`<a href="/p?${asked}">next</a>`);
  };
  const server = await serveDemo({ portals: [endless], port: 0 });
  const preload = join(file, '..', 'clock.mjs');
  writeFileSync(preload, clock(jumps));
  const args = ['crawl', '--url', 'http://clock.test/', '--db', file, '--delay', '0', '--host-rules', server.hostRules];
  const { child, ended, stderr } = start([...args, '--no-traps', '--json', '--quiet', ...options], {
    env: { NODE_OPTIONS: `--import ${pathToFileURL(preload).href}` },
  });
  jump = () => void child.kill('SIGUSR2');
  return { child, pages: () => asked, stderr, ended: ended.finally(() => server.close()) };
}

for (const [name, jumps] of [
  ['ten minutes back', [-600]],
  ['an hour ahead and back', [3600, -3600]],
  ['six jumps in a row', [-600, 3600, -60, -7200, 86_400, -86_400]],
] as const)
  for (const render of [['--render', 'http'], ...(name === 'ten minutes back' ? [PASSIVE] : [])])
    test(`a crawl keeps its pace while the clock is set: ${name}, ${render[0]}`, async ({ file }) => {
      const { ended } = await crawlWithJumps(file, jumps, ['--page-limit', '12', ...render]);
      const { code, stdout } = await ended;
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ pages: 12, stopped: 'page-limit' });
    });

test('its time limit and SIGTERM work after the clock was set back', async ({ file }) => {
  const http = ['--render', 'http'];
  const limited = await crawlWithJumps(file, [-600], [...http, '--time-limit', '2s']);
  const { code, stdout } = await limited.ended;
  expect([code, JSON.parse(stdout).stopped]).toEqual([0, 'time-limit']);
  const stopped = await crawlWithJumps(`${file}.2`, [-600, -600], http);
  await expect.poll(stopped.pages).toBeGreaterThan(6);
  stopped.child.kill('SIGTERM');
  expect((await stopped.ended).code).toBe(11);
});
