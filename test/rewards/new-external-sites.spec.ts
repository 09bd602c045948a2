import { expect } from '@playwright/test';
import type { Visit } from '../../src/domain/visit.ts';
import { claimOf, newSite, openNew, page, test } from '../frontier/world.ts';
import { rewardNamed, visit } from './visits.ts';

test('a page is worth the domains that are new on its site', () => {
  const reward = rewardNamed('new-external-sites');
  expect(reward.of(visit({ newExternal: 7, newExternalSites: 2 }), undefined)).toBe(2);
});

test('worked example: three links to two domains; another host of a known domain; made of the page', async ({
  file,
}) => {
  const { frontier, close } = await openNew(file, { reward: 'new-external-sites' });
  await frontier.addSites([newSite('http://uni.test/'), newSite('http://other.test/')], 0);
  const worth = async (url: string, on: readonly string[]): Promise<number> => {
    const claim = await claimOf(frontier, 1);
    if (claim?.url !== url) throw new Error(`${claim?.url} comes before ${url}`);
    return (await frontier.completeVisit(claim, page(claim, on), 2))?.reward ?? Number.NaN;
  };
  // Two domains: www.mit.edu and csail.mit.edu are one.
  const first = ['/b', '/c', '/d', 'http://www.mit.edu/', 'http://csail.mit.edu/x', 'http://cern.ch/'];
  expect(await worth('http://uni.test/', first)).toBe(2);
  // A new link to a known domain, and a new domain by two new links.
  const second = ['http://news.mit.edu/', 'http://eth.ch/', 'http://eth.ch/2'];
  expect(await worth('http://uni.test/b', second)).toBe(1);
  // A link made from the page's own address leads to nothing new.
  expect(await worth('http://uni.test/c', ['http://share.com/edit?u=http://uni.test/c'])).toBe(0);
  expect(await worth('http://uni.test/d', [...first, ...second])).toBe(0);
  // Links of one site are new to another.
  expect(await worth('http://other.test/', ['http://cern.ch/'])).toBe(1);
  await close();
});

test('the tables are queried only by a reward that needs them', () => {
  const asked: string[] = [];
  const told: Visit = Object.defineProperty(visit({ newExternal: 3 }), 'newExternalSites', {
    get: () => asked.push('newExternalSites'),
  });
  expect(rewardNamed('new-external-links').of(told, undefined)).toBe(3);
  expect(asked).toEqual([]);
});
