import { expect } from '@playwright/test';
import { documentsNow, lookAt, waitForIdle } from '../../../../src/capture/browser/clock/idle.ts';
import type { FrameDocument } from '../../../../src/capture/browser/document.ts';
import { navigate } from '../../../../src/capture/browser/navigate.ts';
import { DocumentSchedule } from '../../../../src/capture/network/document-schedule.ts';
import { VisitPace } from '../../../../src/capture/network/visit-pace.ts';
import { serveDemo } from '../../../../src/demo/server.ts';
import { test } from '../../../plain-test.ts';
import { html, late, site } from '../../../site/site.ts';
import { openTab } from '../open-tab.ts';

const portal = site('rest.test', {
  '/': html(
    '<script>const begin = (src) => document.body.append(Object.assign(document.createElement("iframe"), { src }))</script>',
  ),
  '/frames/late': late(500, html('<a href=first>1</a>')),
});

const addressesOf = async (frame: FrameDocument | undefined) => (await frame?.links())?.map(({ url }) => url);

test('a frame is read as it is, also if it was accessed before its document loaded', async () => {
  const server = await serveDemo({ portals: [portal] });
  const { tab, close } = await openTab({}, server.hostRules);
  await navigate(tab, { url: 'http://rest.test/', site: 1 }, new VisitPace(new DocumentSchedule(() => 0)));
  const { frames } = await waitForIdle(tab, performance.now());
  await tab.page.evaluate('begin("/frames/late")');
  const early = await documentsNow(tab, frames);
  await lookAt(early, tab);
  const urls = ['about:blank', 'http://rest.test/frames/late'];
  expect(early[1]?.url).toBe(urls[0]);
  expect(await addressesOf(early[1])).toEqual([]);
  await tab.pass(1000);
  const now = await documentsNow(tab, early);
  expect(now[1]?.url).toBe(urls[1]);
  const before = await lookAt(now, tab);
  expect(await addressesOf(now[1])).toEqual(['http://rest.test/frames/first']);
  await tab.page.frames()[1]?.evaluate('document.body.insertAdjacentHTML("beforeend", "<a href=second>2</a>")');
  const after = await lookAt(now, tab);
  expect([after.changes - before.changes, after.addresses - before.addresses]).toEqual([1, 1]);
  expect(await addressesOf(now[1])).toEqual(['http://rest.test/frames/second']);
  await close();
  await server.close();
});
