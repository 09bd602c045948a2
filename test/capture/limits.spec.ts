import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import type { Answer, PortalRequest } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { html, site } from '../site/site.ts';
import { socket } from '../site/socket.ts';
import { expect, test } from './fixtures.ts';

const listens = (count: number) => html(`<script>new WebSocket('ws://limits.test/socket?${count}')</script>`);
const pictures = (count: number) =>
  html(`<script>for (let n = 0; n < ${count}; n++) new Image().src = '/picture/' + n</script>`);
const frames = (count: number, style: string) =>
  html(`<script>document.title</script>${`<iframe srcdoc="<p style='${style}'>x"></iframe>`.repeat(count)}`);

/** Accepts a web socket and sends the given number of messages at once. */
function messages(request: PortalRequest, count: number): Answer | undefined {
  const answer = socket(request, '{"url": "/told"}');
  const [head, message] = 'raw' in answer ? answer.raw : [];
  return head && message
    ? { raw: [head, ...Array.from({ length: count }, () => message)], ending: 'stall' }
    : undefined;
}

const pages = {
  '/messages/20': listens(20),
  '/messages/21': listens(21),
  '/pictures/2010': pictures(2010),
  '/frames/9': frames(9, 'height: 9000px'),
  '/frames/10': frames(10, 'height: 9000px'),
  '/frames/small': frames(10, ''),
};

test('a page with too many sockets, addresses or frames reports the limit', async () => {
  const portal = site('limits.test', pages);
  const answer = (request: PortalRequest) =>
    request.path.startsWith('/socket?') ? messages(request, Number(request.path.slice(8))) : portal.answer(request);
  const server = await serveDemo({ portals: [{ ...portal, answer }] });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  const limits: Record<string, readonly string[]> = {};
  for (const path of Object.keys(pages)) {
    const captured = await capture.read({ url: `http://limits.test${path}`, site: 1 });
    limits[path] = captured.limits;
  }
  await capture.close();
  await server.close();
  expect(limits).toEqual({
    '/messages/20': [],
    '/messages/21': ['streams'],
    '/pictures/2010': ['too many addresses'],
    '/frames/9': [],
    '/frames/10': ['scrolling'],
    '/frames/small': [],
  });
});
