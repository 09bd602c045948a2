import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { chosenTechniques } from '../../../src/capture/find/registry.ts';
import type { CapturedPage } from '../../../src/domain/page.ts';
import { test as base, expect } from '../fixtures.ts';

/** Reads pages of texts.test for guesses. */
const test = base.extend<Record<never, never>, { guessing: (path: string) => Promise<CapturedPage> }>({
  guessing: [
    async ({ odd: { server } }, use) => {
      const capture = new BrowserCapture({
        techniques: chosenTechniques('thorough,-more-events,-scroll,-time'),
        headed: false,
        hostRules: server.hostRules,
        workers: 1,
        now: Date.now,
        say: () => undefined,
      });
      await use(async (path) => {
        const captured = await capture.read({ url: `http://texts.test${path}`, site: 900 });
        if (captured.kind !== 'page') throw new Error(`${path} is a file`);
        return captured;
      });
      await capture.close();
    },
    { scope: 'worker' },
  ],
});

const guesses = ({ links }: CapturedPage, technique: string) =>
  links.filter((link) => link.technique === technique).map(({ role, url }) => `${role} ${url}`);

test('addresses in messages of a web socket', async ({ odd }) => {
  const page = await odd.page('texts.test/socket-messages');
  expect(page.links.filter(({ role }) => role === 'guess').map(({ url }) => url)).toEqual([
    'http://texts.test/from/message',
    'https://other.test/from/message',
  ]);
});

test('addresses in global variables, at the time the page is read', async ({ guessing }) => {
  expect(guesses(await guessing('/globals/quiet'), 'global')).toEqual([
    'guess http://texts.test/stored/item',
    'guess http://texts.test/stored/other',
  ]);
});

test('getters of a page are never called, and nothing is read that could change the page', async ({ guessing }) => {
  const page = await guessing('/globals');
  expect(page.title).toBe('A page');
  expect(guesses(page, 'global')).toEqual([
    'guess http://texts.test/global/one',
    'guess http://texts.test/global/list',
    'guess http://texts.test/app/global/next',
    'guess http://texts.test/global/gathered',
    'guess https://other.test/global',
    'guess http://texts.test/global/mapped',
  ]);
  const trapped = await guessing('/globals/trapped');
  expect(trapped.title).toBe('A page');
  expect(guesses(trapped, 'global')).toEqual([]);
});

test('the request of a skipped control counts as a write', async ({ guessing }) => {
  const { links } = await guessing('/deeds');
  expect(
    links.filter(({ url }) => url?.includes('/orders/')).map(({ method, role, url }) => [method, role, url]),
  ).toEqual([
    ['GET', 'request', 'http://texts.test/orders/17/l'],
    ['POST', 'guess', 'http://texts.test/orders/17/b'],
    ['POST', 'guess', 'http://texts.test/orders/17/c'],
  ]);
});

test('by default, addresses in data loaded by scripts', async ({ odd }) => {
  const page = await odd.page('texts.test/loading');
  expect(page.links.filter(({ role }) => role === 'guess').map(({ url, technique }) => `${technique} ${url}`)).toEqual([
    'loaded-json http://texts.test/data/page',
    'loaded-json https://other.test/data',
  ]);
});
