import { expect } from '@playwright/test';
import type { CrawlOptions } from '../../src/crawl/crawl-options.ts';
import type { Portal } from '../../src/demo/portal.ts';
import { serveDemo } from '../../src/demo/server.ts';
import { renderings } from '../../src/domain/page.ts';
import { brokenInvariants } from '../frontier/invariants.ts';
import { newSite } from '../frontier/world.ts';
import { html, type Reply, redirect, script, site } from '../site/site.ts';
import { rows, runCrawl, test } from './demo-web.ts';

/** Crawls sites; returns the requested paths, without sitemaps and robots.txt. */
async function asked(file: string, portals: readonly Portal[], given: Partial<CrawlOptions>) {
  const paths: string[] = [];
  const watched = portals.map((portal) => ({
    ...portal,
    answer: (request: Parameters<Portal['answer']>[0]) => {
      if (!/robots|sitemap|favicon/.test(request.path)) paths.push(request.path);
      return portal.answer(request);
    },
  }));
  const server = await serveDemo({ portals: watched });
  try {
    await runCrawl(
      file,
      portals.map(({ start }) => newSite(start)),
      server,
      { workers: 1, ...given },
    );
  } finally {
    await server.close();
  }
  return paths;
}

/** Immediate redirects of a page, in the three ways that need no script. */
const refresh = (to: string): Reply => html(`<meta http-equiv=refresh content="0;url=${to}"><a href=/left>x</a>`);
const header = (to: string): Reply => html('<a href=/left>x</a>', { refresh: `0; url=${to}` });

const chains: Readonly<Record<string, Reply>> = {
  '/': html(`${[0, 1, 2, 3].map((n) => `<a href=/x${n}>${n}</a>`).join(' ')}<a href=/y1>y</a><a href=/soft>s</a>
    <a href=/next>n</a><a href=/away>a</a>`),
  ...Object.fromEntries(
    [0, 1, 2, 3].flatMap((n) => [
      [`/x${n}`, redirect(`/y${n}`)],
      [`/y${n}`, redirect(`/w${n}`)],
      [`/w${n}`, redirect(`/z${n}`)],
      [`/z${n}`, html('an end')],
    ]),
  ),
  '/soft': refresh('/softer'),
  '/softer': header('/softest'),
  '/softest': redirect('/end'),
  '/end': html('the end'),
  '/next': html('<a href=/w2>a hop</a><a href=/softer>another</a>'),
  '/away': redirect('/further'),
  '/further': redirect('http://b.test/'),
};

for (const render of renderings) {
  test(`redirect hops are other addresses of their targets: one visit, one request each, none listed: ${render}`, async ({
    file,
  }) => {
    const portals = [site('a.test', chains), site('b.test', { '/': html('another site') })];
    const paths = await asked(file, portals.slice(0, 1), { render });
    expect([...new Set(paths)].sort()).toEqual([...paths].sort());
    expect(new Set(paths).size).toBe(Object.keys(chains).length);
    const listed = rows(
      file,
      "select replace(url, 'http://a.test', ''), status, level from internal_links_view order by 1",
    );
    expect(listed).toEqual([
      ['/', 'visited', 0],
      ['/away', 'failed', 1],
      ['/end', 'visited', 1],
      ['/next', 'visited', 1],
      ['/soft', 'redirected', 1],
      ['/softer', 'redirected', 2],
      ['/w2', 'redirected', 2],
      ...[0, 1, 2, 3].map((n) => [`/x${n}`, 'redirected', 1]),
      ['/y1', 'redirected', 1],
      ...[0, 1, 2, 3].map((n) => [`/z${n}`, 'visited', 1]),
    ]);
    expect(rows(file, 'select count(*) from visits')).toEqual([[8]]);
    const hops = rows(file, "select url, page_url from aliases_view where url like '%/w0' or url like '%/softest'");
    expect(hops).toEqual([
      ['http://a.test/w0', 'http://a.test/z0'],
      ['http://a.test/softest', 'http://a.test/end'],
    ]);
    expect(brokenInvariants(file)).toEqual({});
  });

  test(`patterns apply wherever a page redirects by itself: ${render}`, async ({ file, folder }) => {
    const leading: Readonly<Record<string, Reply>> = {
      '/': redirect('/home'),
      '/home':
        html(`<a href=/go>1</a><a href=/meta>2</a><a href=/header>3</a><a href=/chain>4</a><a href=/canonical>5</a>
        <a href=/scripted>6</a><a href=/pushed>7</a><a href=/routed>8</a>`),
      '/go': redirect('/private/go'),
      '/meta': html('<meta http-equiv=refresh content="0;url=/private/meta"><a href=http://kept.test/meta>x</a>'),
      '/header': html('<a href=http://kept.test/header>x</a>', { refresh: '0; url=/private/header' }),
      '/chain': html('<meta http-equiv=refresh content="0;url=/on"><a href=http://kept.test/chain>x</a>'),
      '/on': redirect('/private/on'),
      '/canonical': html('<link rel=canonical href=/private/canonical><a href=http://kept.test/canonical>x</a>'),
      '/scripted': html('<a href=http://kept.test/scripted>x</a><script src=/lead.js></script>'),
      '/lead.js': script("location = '/private/scripted'; setTimeout(() => location.assign('/private/late'), 20)"),
      '/pushed': html(
        "<a href=http://kept.test/pushed>x</a><script>history.pushState(0, '', '/private/pushed')</script>",
      ),
      '/routed': html("<a href=#/a>a</a><a href=http://leak.test/>x</a><script>location.hash = '#/secret'</script>"),
    };
    const isLeak = (path: string) => path.startsWith('/private/');
    for (const path of ['/go', '/meta', '/header', '/on', '/canonical', '/scripted', '/late', '/pushed'])
      Object.assign(leading, { [`/private${path}`]: html(`<a href=http://leak.test${path}>x</a>`) });
    const exclude = ['/private/**', '/routed#/secret'];
    const paths = await asked(file, [site('a.test', leading)], { render, exclude });
    expect(paths.filter(isLeak)).toEqual([]);
    expect(paths).toContain('/on');
    const external = rows(file, 'select url from external_links_view order by url').flat();
    const kept = ['canonical', 'chain', 'header', 'meta', 'pushed', 'scripted'].map((one) => `http://kept.test/${one}`);
    // Only a browser knows that the page has another route.
    expect(external).toEqual(render === 'http' ? [...kept, 'http://leak.test/'] : kept);
    const statuses = 'select distinct status from internal_links_view where url like';
    expect(rows(file, `${statuses} '%/private/%'`)).toEqual([['excluded']]);
    expect(rows(file, `${statuses} 'http://a.test/go'`)).toEqual([['failed']]);

    // Only the start page may lead to excluded addresses.
    const some = `${folder}/some.sqlite`;
    const include = ['/go', '/meta'];
    const included = await asked(some, [site('a.test', leading)], { render, include });
    expect(included.sort()).toEqual(['/', '/go', '/home', '/meta']);
  });
}
