import { expect } from '@playwright/test';
import { levelWalk } from '../../../src/lab/oracle/graph.ts';
import { test } from '../../plain-test.ts';
import { keyOf, madeWorld } from './made-world.ts';

const paths = async (world: ReturnType<typeof madeWorld>): Promise<string[]> =>
  (await levelWalk(world, 0, 'new-external-links')).map(
    ({ key, isDuplicate }) => `${new URL(key).pathname}${isDuplicate ? ' again' : ''}`,
  );

test('by level, then in the order in which links were found', async () => {
  const world = madeWorld([
    {
      '/': { links: ['/b', '/a', 'x'] },
      '/a': { links: ['/c', '/'] },
      '/b': { links: ['/d'] },
      '/c': { links: [] },
      '/d': { links: [] },
    },
  ]);
  expect(await paths(world)).toEqual(['/', '/b', '/a', '/d', '/c']);
});

test('redirects are charged, the page behind them once; unknown links are left out', async () => {
  const world = madeWorld([
    {
      '/': { links: ['/old', '/older', '/new', '/unknown', '/paper.pdf', '/a.zip', '!/private', '/r/r/r/r'] },
      '/old': { landsOn: '/new', links: ['/c'] },
      '/older': { landsOn: '/new', links: ['/c'] },
      '/new': { links: ['/c'] },
      '/c': { outcome: 'failed', links: [] },
      '/paper.pdf': { outcome: 'file', links: ['x'] },
      '/private': { links: [] },
      '/r/r/r/r': { links: [] },
    },
  ]);
  expect(await paths(world)).toEqual(['/', '/old', '/older again', '/c']);
});

test('guesses come last, until a link confirms them', async () => {
  const world = madeWorld([
    {
      '/': { links: ['?/guess', '?/proved', '/a'] },
      '/a': { links: ['/proved', '/b'] },
      '/b': { links: ['/c'] },
      '/c': { links: [] },
      '/guess': { links: ['/d'] },
      '/d': { links: [] },
      '/proved': { links: [] },
    },
  ]);
  expect(await paths(world)).toEqual(['/', '/a', '/proved', '/b', '/c', '/guess', '/d']);
});

test('a start page that was not recorded is a visit without links', async () => {
  expect(await levelWalk(madeWorld([{}]), 0, 'new-external-links')).toMatchObject([
    { gain: 0, answer: { outcome: 'failed' } },
  ]);
  expect(keyOf(0, '/a/')).toBe('http://s0.test/a');
});
