import { expect } from '@playwright/test';
import { createRandom } from '../../../src/domain/random.ts';
import { crawlAll, newSite, type OnPage, open, test } from '../../frontier/world.ts';

const START = 'http://a.test/';
const PAGES = 140;

/** Pages of one site whose links are on the topic or not; documents are in one folder. */
function aWeb(): Record<string, OnPage[]> {
  const random = createRandom('a web for topics');
  const address = (at: number) => (at === 0 ? START : `${START}f${at % 5}/p${at}.html`);
  const web: Record<string, OnPage[]> = Object.fromEntries(Array.from({ length: PAGES }, (_, at) => [address(at), []]));
  for (let at = 1; at < PAGES; at++) {
    const anchor = at % 5 === 1 ? 'More reading' : `weather ${at % 3 === 0 ? 'page' : 'sport'}`;
    web[address(random.below(at))]?.push({ raw: address(at), anchor });
    if (at % 5 === 1) web[address(at)]?.push(`${START}d${at}.pdf`);
  }
  return web;
}

for (const { linkOrder, linkOrderParams } of [
  { linkOrder: 'immediate-value', linkOrderParams: {} },
  { linkOrder: 'future-value', linkOrderParams: {} },
  { linkOrder: 'incremental', linkOrderParams: {} },
  // A visit takes a millisecond: trainings come after 30.
  { linkOrder: 'incremental', linkOrderParams: { period: 1000, minutes: 0.0005 } },
  { linkOrder: 'topic', linkOrderParams: {} },
])
  test(`${linkOrder} ${JSON.stringify(linkOrderParams)}: restarted every 35 pages the visits are exactly the same, trainings included`, async ({
    folder,
  }) => {
    const web = aWeb();
    const strategy = { strategy: 'topic', reward: 'documents', siteRule: 'best-first', linkOrder, linkOrderParams };
    const crawled = async (file: string, step: number) => {
      const order: string[] = [];
      for (;;) {
        const at = order.length;
        const { frontier, store } = await open(file, { ...strategy, pageLimit: at + step }, at);
        if (at === 0) await frontier.addSites([newSite(START)], 0);
        order.push(...(await crawlAll(frontier, web, at + 1)));
        await store.close();
        if (order.length === at) return order;
      }
    };
    const whole = await crawled(`${folder}/whole.sqlite`, 1000);
    expect(whole.length).toBeGreaterThan(100);
    expect(await crawled(`${folder}/stopped.sqlite`, 35)).toEqual(whole);
  });
