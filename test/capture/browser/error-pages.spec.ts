import { BrowserCapture } from '../../../src/capture/browser/browser.ts';
import type { Portal } from '../../../src/demo/portal.ts';
import { serveDemo } from '../../../src/demo/server.ts';
import { html, site } from '../../site/site.ts';
import { addresses, expect, test } from '../fixtures.ts';

const missing = (body: string) => ({ ...html(body), status: 404 });

/** A site that answers all addresses but the start page's with status 404. */
function errors(host: string, body: string | ((path: string) => string), asked: string[] = []): Portal {
  const portal = site(host, {});
  return {
    ...portal,
    answer({ path }) {
      asked.push(path);
      return path === '/' ? html('<a href=/dead>x</a>') : missing(typeof body === 'string' ? body : body(path));
    },
  };
}

const application = `<nav><a href=/>Start</a></nav><main></main><script>
  const routes = { '/dead': '<a href=/one>One</a>', '/text': 'A portrait of Ann', '/late': '' };
  const main = document.querySelector('main');
  main.innerHTML = routes[location.pathname] ?? 'Nothing at ' + location.pathname;
  if (location.pathname === '/late') fetch('/data').then(() => main.innerHTML = '<a href=/fetched>x</a>');</script>`;

const bounce = `<script>location.replace('/?/' + location.pathname.slice(1))</script>`;
const bounced = `<main></main><script>
  if (location.search[1] === '/') history.replaceState(null, '', location.search.slice(1));
  document.querySelector('main').innerHTML = location.pathname === '/dead' ? '<a href=one>One</a>' : 'Nothing here';</script>`;

/** Ordinary error pages, including scripted ones. */
const ordinary: Readonly<Record<string, string | ((path: string) => string)>> = {
  'menu.test': `<p>Not found</p><div id=menu></div><script>
    menu.innerHTML = '<a href=/news>News</a> <a href="/login?back=' + encodeURIComponent(location.pathname) + '">Log in</a>'</script>`,
  'clock.test': `<p>Not found</p><p id=now></p><script>now.textContent = 'Gone since ' + performance.now() + ' ms'</script>`,
  'chance.test': `<p>Not found</p><p id=tip></p><script>
    tip.textContent = 'Tip ' + location.pathname.replace(/[^a-z]/g, '').split('').sort().join('')</script>`,
  'suggests.test': (path) =>
    `<p>Not found. Did you mean <a href="/a?of=${path.slice(1)}&amp;b=1">the page <b>on ${path.slice(1)}</b></a>?</p><script></script>`,
  'home.test': `<p>Not found</p><script>location.replace('/')</script>`,
  'plain.test': '<p>Not found</p><a href=/news>News</a>',
};

test('an application served with status 404 is read, error pages with scripts are not found', async () => {
  const asked: string[] = [];
  const home = errors('round.test', bounce);
  const round = {
    ...home,
    answer: (request: Parameters<Portal['answer']>[0]) =>
      request.path.startsWith('/?') ? html(bounced) : home.answer(request),
  };
  const portals = [
    errors('application.test', application, asked),
    round,
    ...Object.entries(ordinary).map(([host, body]) => errors(host, body)),
  ];
  const server = await serveDemo({ portals });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  const read = async (address: string, site: number) => {
    const captured = await capture.read({ url: `http://${address}`, site });
    if (captured.kind === 'file') throw new Error('a file');
    return [captured.url, captured.httpStatus, ...addresses(captured)];
  };
  expect(await read('application.test/dead', 1)).toEqual(['http://application.test/dead', 404, '/', '/one']);
  expect(await read('application.test/text', 1)).toEqual(['http://application.test/text', 404, '/']);
  expect(await read('application.test/late', 1)).toEqual(['http://application.test/late', 404, '/', '/fetched']);
  await expect(read('application.test/really-dead', 1)).rejects.toThrow('HTTP 404');
  // Two made-up addresses show what differs from one error page to the next.
  expect(asked.filter((path) => path.startsWith('/no-such-page'))).toHaveLength(2);
  expect(await read('round.test/dead', 2)).toEqual(['http://round.test/dead', 404, '/one']);
  await expect(read('round.test/gone', 2)).rejects.toThrow('HTTP 404');
  for (const [at, host] of Object.keys(ordinary).entries())
    await expect(read(`${host}/dead`, 10 + at), host).rejects.toThrow('HTTP 404');
  await capture.close();
  await server.close();
});
