import { expect } from '@playwright/test';
import { crawlAll, newSite, openNew, test } from '../frontier/world.ts';

test('a branch is followed to its end before the next one', async ({ file }) => {
  const { frontier, close } = await openNew(file, { linkOrder: 'depth-first' });
  await frontier.addSites([newSite('http://a.test/')], 0);
  const order = await crawlAll(frontier, {
    'http://a.test/': ['/1', '/2'],
    'http://a.test/2': ['/2/1', '/2/2'],
    'http://a.test/2/2': ['/2/2/1', '/1'],
  });
  expect(order.map((url) => url.replace('http://a.test', ''))).toEqual(['/', '/2', '/2/2', '/2/2/1', '/2/1', '/1']);
  await close();
});
