import { expect } from '@playwright/test';
import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import { serveDemo } from '../../src/demo/server.ts';
import type { CapturedPage } from '../../src/domain/page.ts';
import { test } from '../plain-test.ts';
import { html, site } from '../site/site.ts';
import { addresses } from './fixtures.ts';

const first = '<a href="/first">first</a>';
const burn = (times: number) => `for (let n = 0; n < ${times}e6; n++) Math.sqrt(n);`;
const portal = site('busy.test', {
  '/plain': html(first),
  '/links': html(
    `${first}<script>let n = 0; setInterval(() => { for (let i = 0; i < 100; i++) { const link = document.createElement('a'); link.href = '/n/' + n++; document.body.append(link); } }, 0)</script>`,
  ),
  '/burns': html(`${first}<script>setInterval(() => { ${burn(20)} }, 0)</script>`),
  '/pressed': html(
    `${first}<script>onclick = () => { ${burn(300)} }</script>${Array.from(
      { length: 8 },
      (_, at) =>
        `<button onclick="const link = document.createElement('a'); link.href = '/by/${at}'; document.body.append(link)">More ${at}</button>`,
    ).join('')}`,
  ),
});

interface Read {
  readonly page: CapturedPage;
  readonly overloads: boolean;
}

/** Reads pages of the portal sequentially, in a browser that ends scripts after the given milliseconds of CPU time. */
async function reading(processor: number, body: (read: (path: string) => Promise<Read>) => Promise<void>) {
  const { hostRules, close } = await serveDemo({ portals: [portal] });
  const options = { headed: false, hostRules, workers: 1, now: Date.now, say: () => undefined };
  const capture = new BrowserCapture({ ...options, patience: { processor } });
  try {
    await body(async (path) => {
      let overloads = false;
      const onOverload = () => {
        overloads = true;
      };
      const page = await capture.read({ url: `http://busy.test${path}`, site: 1, onOverload });
      if (page.kind !== 'page') throw new Error(`${path} is a file`);
      expect.soft(addresses(page), path).toContain('/first');
      return { page, overloads };
    });
  } finally {
    await capture.close();
    await close();
  }
}

test.skip(process.platform !== 'linux', 'elsewhere it is not known what a page takes');

test('a page that keeps the CPU busy by itself overloads the machine, one that only reacts to actions does not', async () => {
  test.slow();
  await reading(60_000, async (read) => {
    const { page, overloads } = await read('/links');
    expect.soft([overloads, page.limits]).toEqual([true, expect.arrayContaining(['never quiet'])]);
    const pressed = await read('/pressed');
    expect.soft([pressed.overloads, pressed.page.limits]).toEqual([false, []]);
    expect.soft(addresses(pressed.page)).toContain('/by/7');
  });
});

test('a page that uses too much CPU time has its scripts ended, and the next one is read as usual', async () => {
  test.slow();
  await reading(2500, async (read) => {
    const { page, overloads } = await read('/burns');
    expect.soft([overloads, page.limits]).toEqual([true, expect.arrayContaining(['CPU time'])]);
    const plain = await read('/plain');
    expect.soft([plain.overloads, plain.page.limits]).toEqual([false, []]);
  });
});
