import { BrowserCapture } from '../../src/capture/browser/browser.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { html, site } from '../site/site.ts';
import { addresses, expect, test } from './fixtures.ts';

test('pages do not prefetch: such an address may log out', async () => {
  const asked: string[] = [];
  const answer = (path: string) => () => {
    asked.push(path);
    return html('');
  };
  const ahead = ['/logout', '/prerendered', '/listed', '/listed-page'];
  const rules = JSON.stringify({
    prefetch: [{ source: 'list', urls: ['/listed'] }],
    prerender: [{ source: 'list', urls: ['/listed-page'] }],
  });
  const page = html(`<link rel=prefetch href=/logout><link rel=prerender href=/prerendered>
    <script type=speculationrules>${rules}</script><a href=/next>x</a>
    <script>document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: '/logout?2' }))</script>`);
  const replies = Object.fromEntries(ahead.map((path) => [path, answer(path)]));
  const server = await serveDemo({ portals: [site('ahead.test', { '/': page, ...replies })] });
  const capture = new BrowserCapture({
    ...{ headed: false, hostRules: server.hostRules, workers: 1, now: Date.now, say: () => undefined },
  });
  try {
    const read = await capture.read({ url: 'http://ahead.test/', site: 1 });
    if (read.kind !== 'page') throw new Error('failed');
    expect(addresses(read)).toContain('/next');
    expect(asked).toEqual([]);
  } finally {
    await capture.close();
    await server.close();
  }
});
