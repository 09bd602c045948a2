import { BrowserCapture } from '../../../../src/capture/browser/browser.ts';
import { serveDemo } from '../../../../src/demo/server.ts';
import { html, site, typed } from '../../../site/site.ts';
import { addresses, expect, test } from '../../fixtures.ts';

/** A stream of six messages, the first one late, whose server keeps it open. */
const stream = typed(
  'text/event-stream',
  [1, 2, 3, 4, 5, 6].map((n) => ({ pause: 250, bytes: `data: /told/${n}\n\n` })).concat({ pause: 60_000, bytes: '' }),
);

test('messages over a stream opened while loading are found', async () => {
  const page = html(`<main></main><script>
    const stream = new EventSource('/stream');
    stream.onmessage = ({ data }) => document.querySelector('main').insertAdjacentHTML('beforeend', '<a href=' + data + '>x</a>');
    const slow = new XMLHttpRequest();
    slow.open('GET', '/slow');
    slow.send();</script>`);
  const slow = typed('text/plain', [{ pause: 200, bytes: 'x' }]);
  const server = await serveDemo({ portals: [site('streams.test', { '/': page, '/stream': stream, '/slow': slow })] });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  const captured = await capture.read({ url: 'http://streams.test/', site: 1 });
  expect(captured.kind === 'page' && addresses(captured)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `/told/${n}`));
  await capture.close();
  await server.close();
});
