import { once } from 'node:events';
import { createServer } from 'node:https';
import { expect } from '@playwright/test';
import { refererFor } from '../../src/capture/network/user-agent.ts';
import type { PortalRequest } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { renderings } from '../../src/domain/page.ts';
import { newSite } from '../frontier/world.ts';
import { certificate } from '../site/certificate.ts';
import { html, type Reply, redirect, site } from '../site/site.ts';
import { runCrawl, test } from './demo-web.ts';

test('the Referer is the page, its origin or nothing', () => {
  const from = (page: string | undefined, to: string) => refererFor(page, new URL(to));
  expect(from('http://me:secret@a.test/p?q=1#part', 'http://a.test/x')).toBe('http://a.test/p?q=1');
  expect(from('http://a.test/p', 'http://www.a.test/x')).toBe('http://a.test/');
  expect(from('http://a.test:81/p', 'https://a.test/x')).toBe('http://a.test:81/');
  expect(from('https://a.test/p', 'https://b.test/x')).toBe('https://a.test/');
  for (const page of ['https://a.test/p', 'about:srcdoc', 'data:text/html,x', '', undefined])
    expect(from(page, 'http://a.test/x')).toBeUndefined();
});

/** A page with links, and the referrer visible to its scripts. */
const seen = (links: string): Reply =>
  html(`${links}<script>document.write(' seen from ' + document.referrer)</script>`);

for (const render of renderings) {
  test(`each address is requested once, with the page it was found on as Referer: ${render}`, async ({ file }) => {
    const asked: string[] = [];
    const note = (address: string, referer = 'none') => asked.push(`${address} <- ${referer}`);
    const noting = (host: string, pages: Readonly<Record<string, Reply>>) => {
      const portal = site(host, pages);
      const answer = (request: PortalRequest) => {
        if (!request.path.startsWith('/favicon')) note(host + request.path, request.headers.referer);
        return portal.answer(request);
      };
      return { ...portal, answer };
    };
    const secure = createServer(certificate, ({ url, headers }, response) => {
      note(`secure.ref.test${url}`, headers.referer);
      if (url === '/down') response.writeHead(302, { location: 'http://sub.ref.test/downed' }).end();
      else
        response
          .setHeader('content-type', 'text/html')
          .end('<a href=http://sub.ref.test/plain>p</a><a href=/down>d</a>');
    }).listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const address = secure.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const portals = [
      noting('ref.test', {
        '/': seen('<a href=/a?x=1#part>a</a><a href=/a>b</a><a href=/on>on</a><a href=https://secure.ref.test/>s</a>'),
        '/a?x=1': seen('<a href=/deep>d</a><a href=http://sub.ref.test/y>y</a><iframe src=/frame></iframe>'),
        '/frame': html('<p>framed'),
        '/a': html('<meta http-equiv=refresh content="0;url=/b">'),
        '/b': html('b'),
        '/deep': html('<a href=/again>x</a>'),
        '/on': redirect('/here'),
        '/here': html('<a href=/out>o</a>'),
        '/out': redirect('http://sub.ref.test/led'),
        '/again': html('<meta http-equiv=refresh content="0;url=/end">'),
        '/end': html('end'),
      }),
      noting('sub.ref.test', {
        ...{ '/y': seen('y'), '/led': redirect('/landed'), '/landed': html('landed') },
        ...{ '/plain': html('plain'), '/downed': html('downed') },
      }),
    ];
    const server = await serveDemo({ portals });
    const start = newSite('http://ref.test/', { scope: 'domain' });
    const hostRules = `MAP *.test:443 127.0.0.1:${port}, MAP *.test:80 127.0.0.1:${server.port}`;
    const summary = await runCrawl(file, [start], { hostRules }, { render, workers: 1, delay: 0, robots: false });
    await server.close();
    secure.close().closeAllConnections();
    expect(summary).toMatchObject({ stopped: 'done' });
    expect(asked.sort()).toEqual([
      'ref.test/ <- none',
      'ref.test/a <- http://ref.test/',
      'ref.test/a?x=1 <- http://ref.test/',
      'ref.test/again <- http://ref.test/deep',
      'ref.test/b <- http://ref.test/a',
      'ref.test/deep <- http://ref.test/a?x=1',
      'ref.test/end <- http://ref.test/again',
      // In its page, and by itself.
      'ref.test/frame <- http://ref.test/a?x=1',
      'ref.test/frame <- http://ref.test/a?x=1',
      'ref.test/here <- http://ref.test/',
      'ref.test/on <- http://ref.test/',
      'ref.test/out <- http://ref.test/here',
      'secure.ref.test/ <- http://ref.test/',
      'secure.ref.test/down <- https://secure.ref.test/',
      'sub.ref.test/downed <- none',
      'sub.ref.test/landed <- http://ref.test/',
      'sub.ref.test/led <- http://ref.test/',
      'sub.ref.test/plain <- none',
      'sub.ref.test/y <- http://ref.test/',
    ]);
  });
}
