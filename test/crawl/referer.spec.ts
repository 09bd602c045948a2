import { expect } from '@playwright/test';
import { refererFor } from '../../src/capture/network/user-agent.ts';
import type { PortalRequest } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { newSite } from '../frontier/world.ts';
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

test('without a browser pages are asked for with the page that they were found on', async ({ file }) => {
  const asked: Record<string, string> = {};
  const noting = (host: string, pages: Readonly<Record<string, Reply>>) => {
    const portal = site(host, pages);
    const answer = (request: PortalRequest) => {
      asked[host + request.path] ??= request.headers.referer ?? 'none';
      return portal.answer(request);
    };
    return { ...portal, answer };
  };
  const portals = [
    noting('ref.test', {
      '/': html('<a href=/a?x=1#part>a</a><a href=/on>on</a>'),
      '/a?x=1': html('<a href=/deep>d</a><a href=http://sub.ref.test/y>y</a><iframe src=/frame></iframe>'),
      '/frame': html('<p>framed'),
      '/deep': html('<a href=/again>x</a>'),
      '/on': redirect('/here'),
      '/here': html('<a href=/out>o</a>'),
      '/out': redirect('http://sub.ref.test/led'),
      '/again': html('<meta http-equiv=refresh content="0;url=/end">'),
      '/end': html('end'),
    }),
    noting('sub.ref.test', { '/y': html('y'), '/led': redirect('/landed'), '/landed': html('landed') }),
  ];
  const server = await serveDemo({ portals });
  const start = newSite('http://ref.test/', { scope: 'domain' });
  const summary = await runCrawl(file, [start], server, { render: 'http', delay: 0, robots: false });
  await server.close();
  expect(summary).toMatchObject({ stopped: 'done' });
  expect(asked).toEqual({
    'ref.test/': 'none',
    'ref.test/a?x=1': 'http://ref.test/',
    'ref.test/frame': 'http://ref.test/a?x=1',
    'ref.test/deep': 'http://ref.test/a?x=1',
    'ref.test/again': 'http://ref.test/deep',
    'ref.test/end': 'http://ref.test/again',
    'ref.test/on': 'http://ref.test/',
    'ref.test/here': 'http://ref.test/',
    'ref.test/out': expect.stringMatching(/^http:\/\/ref\.test\/(here|on)$/),
    'sub.ref.test/y': 'http://ref.test/',
    'sub.ref.test/led': 'http://ref.test/',
    'sub.ref.test/landed': 'http://ref.test/',
  });
});
