import { BrowserCapture } from '../../../../src/capture/browser/browser.ts';
import { serveDemo } from '../../../../src/demo/server.ts';
import type { FoundLink } from '../../../../src/domain/link.ts';
import { html, site, typed } from '../../../site/site.ts';
import { expect, test } from '../../fixtures.ts';

const asked: string[] = [];
const link = (path: string) =>
  `document.querySelector('main').insertAdjacentHTML('beforeend', '<a href="${path}">x</a>')`;
const pages = {
  '/waits': html(`<main></main><script>
    Promise.all([1, 2, 3].map((n) => new Promise((done) => {
      const picture = new Image();
      picture.addEventListener('load', () => done(picture.naturalWidth > 0 && picture.complete));
      picture.src = '/there.png?' + n;
    }))).then((all) => { if (all.every(Boolean)) ${link('/loaded')} });
    const shared = new Image();
    shared.crossOrigin = 'anonymous';
    shared.src = 'http://elsewhere.localhost/there.png';
    shared.decode().then(() => { ${link('/decoded')} });
    addEventListener('load', () => { ${link('/whole')} });</script>
    <img src="/there.png?logout=1" onload="${link('/after').replaceAll('"', '&quot;')}">`),
  '/fails': html(`<main></main>
    <img src="/missing.png" onerror="this.outerHTML = '<a href=/instead>gone</a>'">
    <img src="/there.png" onerror="this.outerHTML = '<a href=/false>gone</a>'">
    <img src="http://elsewhere.localhost/missing.png" onerror="this.outerHTML = '<a href=/false-elsewhere>gone</a>'">
    <img src="/missing/delete?id=1" onerror="this.outerHTML = '<a href=/false-harm>gone</a>'">`),
  '/many': html(`<main></main><script>
    for (let n = 0; n < 1200; n++) new Image().src = '/there.png?' + n;
    onload = () => { ${link('/after-many')} };</script>`),
  '/workers': html(`<main></main><script>
    ${link("/' + ['serviceWorker' in navigator, 'ServiceWorkerContainer' in window, isSecureContext].join('-') + '")};</script>`),
};

test('images are answered with one pixel, missing ones fail where an error handler listens, and none are loaded', async () => {
  const server = await serveDemo({
    portals: ['pictures.localhost', 'elsewhere.localhost'].map((host) =>
      site(host, {
        ...pages,
        '/there.png': (request) => {
          asked.push(`${request.method} ${host}${request.path}`);
          return typed('image/png', 'a picture');
        },
      }),
    ),
  });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  const read = async (path: string) => await capture.read({ url: `http://pictures.localhost${path}`, site: 1 });
  const linksOf = ({ links }: { links: readonly FoundLink[] }) =>
    links.flatMap(({ raw, role }) => (role === 'link' ? raw : [])).sort();

  const waits = await read('/waits');
  expect(linksOf(waits)).toEqual(['/after', '/decoded', '/loaded', '/whole']);
  expect(waits.links.filter(({ technique }) => technique === 'request').map(({ url }) => url)).toContain(
    'http://pictures.localhost/there.png?2',
  );
  expect(asked).toEqual([]);
  expect(linksOf(await read('/fails'))).toEqual(['/instead']);
  expect(asked).toEqual(['HEAD pictures.localhost/there.png']);
  const many = await read('/many');
  expect(linksOf(many)).toEqual(['/after-many']);
  expect(many.limits).toEqual([]);
  // Pages see no service workers, even if they have some.
  expect(linksOf(await read('/workers'))).toEqual(['/false-false-true']);
  await capture.close();
  await server.close();
});
