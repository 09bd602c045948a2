import { expect } from '@playwright/test';
import { byDay, type Clock, fateOf, fates } from '../../src/demo/page-changes.ts';
import type { Portal, PortalRequest } from '../../src/demo/portal.ts';
import { demoPortals } from '../../src/demo/portals.ts';
import { test } from '../plain-test.ts';

const SEED = 1;
const asked = (path: string, headers: PortalRequest['headers'] = {}): PortalRequest => ({
  method: 'GET',
  path,
  headers,
});

function portal(name: string, clock: Clock): { made: Portal; changing: Portal } {
  const made = demoPortals(SEED, 0.05).find(({ host }) => host.startsWith(`${name}.`));
  if (!made) throw new Error(`no portal ${name}`);
  return { made, changing: byDay(made, SEED, clock) };
}

const PATHS = ['/', '/visit', '/classes', '/classes/violin', '/concerts/1', '/nowhere', '/style.css'];

test('on day 0 a portal is unchanged', async () => {
  const { made, changing } = portal('music', { day: 0 });
  for (const path of PATHS) expect(await changing.answer(asked(path)), path).toEqual(await made.answer(asked(path)));
});

test('the same day has the same pages; another day has other pages, by their fates', async () => {
  const clock = { day: 2 };
  const one = portal('music', clock).changing;
  const other = portal('music', clock).changing;
  for (const path of PATHS) expect(await one.answer(asked(path)), path).toEqual(await other.answer(asked(path)));
  const { made } = portal('music', clock);
  const all = Array.from({ length: 400 }, (_, index) => `/concerts/${index}`);
  expect(new Set(all.map((path) => fateOf(SEED, made.host, path)))).toEqual(new Set(fates));
  const before = await one.answer(asked('/'));
  clock.day = 3;
  expect(await one.answer(asked('/'))).not.toEqual(before);
});

test('an honest server answers 304 until the page changes; a lying one always does', async () => {
  const clock = { day: 1 };
  const tags = async (name: string) => {
    const { changing } = portal(name, clock);
    const first = await changing.answer(asked('/'));
    const etag = first && 'headers' in first ? String(first.headers.etag) : '';
    expect(etag).not.toBe('');
    return async () => {
      const answer = await changing.answer(asked('/', { 'if-none-match': etag }));
      return answer && 'status' in answer ? answer.status : undefined;
    };
  };
  const [honest, lying] = [await tags('music'), await tags('math')];
  expect([await honest(), await lying()]).toEqual([304, 304]);
  clock.day = 2;
  expect([await honest(), await lying()]).toEqual([200, 304]);
});

test('a counter differs at every fetch', async () => {
  const { changing } = portal('hist', { day: 1 });
  expect(await changing.answer(asked('/timetable.html'))).not.toEqual(await changing.answer(asked('/timetable.html')));
});
