import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { BRIEF, TALL } from '../../site/gestures.ts';
import { html, site } from '../../site/site.ts';
import { addresses, expect, test } from '../fixtures.ts';

test('pages that fit into a window are no evidence about a page that continues on scrolling', async ({ odd }) => {
  for (const page of BRIEF) await odd.page(`gestures.test/${page}`, 901);
  const found = addresses(await odd.page('gestures.test/long', 901));
  expect(found.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `/long/${n}`));
});

test('unproductive scrolling of pages without observers is no evidence about pages with observers', async ({ odd }) => {
  for (const page of TALL) await odd.page(`gestures.test/${page}`, 902);
  const found = addresses(await odd.page('gestures.test/stairs', 902));
  expect(found.sort()).toEqual([1, 2, 3].map((n) => `/stairs/${n}`));
});

test('nor about a page with a box that handles its own scroll events', async ({ odd }) => {
  for (const page of TALL) await odd.page(`gestures.test/${page}`, 903);
  const found = addresses(await odd.page('gestures.test/shelf', 903));
  expect(found.sort()).toEqual([1, 2, 3, 4].map((n) => `/shelf/${n}`));
});

/** Indexes of pages, read sequentially, that are shown taller: only then they have a link that all of them contain. */
async function shownTaller(script: string, paths: readonly string[]): Promise<string[]> {
  // None of its listeners indicates that it handles the height.
  const page =
    html(`<style>p { height: 2000px; transition: color 1ms } @media (min-height: 1500px) { p { color: red } }</style>
    <p>Long</p><script>${script};
    document.querySelector('p').addEventListener('transitionrun', () =>
      document.body.insertAdjacentHTML('beforeend', '<a href=/tall>x</a>'), { once: true })</script>`);
  const pages = Object.fromEntries(paths.map((path) => [path, page]));
  const server = await serveDemo({ portals: [site('taller.test', { ...pages, '/': html('<a href=/tall>x</a>') })] });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  const read = async (path: string) =>
    (await capture.read({ url: `http://taller.test${path}`, site: 1 })).links.map(({ raw }) => raw);
  await read('/');
  const tall: string[] = [];
  for (const path of paths) if ((await read(path)).includes('/tall')) tall.push(path);
  await capture.close();
  await server.close();
  return tall;
}

const folders = ['/a/x', '/b/x', '/c/x', '/d/x', '/e/x', '/f/x'];

test('for pages that do not react to scrolling, one with the same scripts is enough evidence', async () => {
  for (const script of ['document.title', 'matchMedia("(prefers-color-scheme: dark)")'])
    expect(await shownTaller(script, folders), script).toEqual(['/a/x']);
});

for (const script of [
  'addEventListener("scroll", () => {})',
  'new ResizeObserver(() => {}).observe(document.body)',
  'matchMedia("(orientation: portrait)")',
  'setInterval(() => {}, 100)',
])
  test(`for pages that may react to it, more are needed: ${script}`, async () => {
    expect(await shownTaller(script, folders.slice(0, 3))).toEqual(folders.slice(0, 3));
  });

test('a list that shows ten rows at a time is scrolled as long as it brings links', async () => {
  const page = html(`<style>div { height: 200px; overflow: auto; position: relative } a { position: absolute }</style>
    <div><p style="height: 14000px"></p></div><script>
    const box = document.querySelector('div');
    const draw = () => {
      for (const row of box.querySelectorAll('a')) row.remove();
      const first = Math.floor(box.scrollTop / 20);
      for (let row = first; row < Math.min(700, first + 10); row++)
        box.insertAdjacentHTML('beforeend', '<a href=/' + row + ' style="top: ' + 20 * row + 'px">' + row + '</a>');
    };
    box.addEventListener('scroll', () => requestAnimationFrame(draw));
    draw();</script>`);
  const server = await serveDemo({ portals: [site('rows.test', { '/': page })] });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
    techniques: new Set(['dom', 'scroll']),
  });
  const { links, limits } = await capture.read({ url: 'http://rows.test/', site: 1 });
  const rows = Array.from({ length: 700 }, (_, row) => `/${row}`);
  expect(links.map(({ raw }) => raw)).toEqual(expect.arrayContaining(rows));
  expect(limits).toEqual([]);
  await capture.close();
  await server.close();
});
