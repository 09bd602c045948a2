import { expect } from '@playwright/test';
import fc from 'fast-check';
import { deleteLinks } from '../../src/storage/lists/link-edits.ts';
import type { Store } from '../../src/storage/open.ts';
import { siteScope } from '../../src/url/scope.ts';
import { test } from '../frontier/world.ts';
import { must } from '../in-loops.ts';
import { counted, crawled, named } from './crawled.ts';

/** Sites that contain each other's addresses, the most specific first. */
const sites = [
  named('http://a.test/x/', 'prefix'),
  named('http://a.test/'),
  named('http://cs.b.test/'),
  named('http://www.b.test/', 'domain'),
  named('https://c.test/', 'domain'),
];
const MODELS = ['page', 'directory', 'domain', 'site'] as const;

const hosts = ['http://a.test', 'http://www.a.test', 'http://cs.b.test', 'http://www.b.test', 'http://lib.b.test'];
const pool = [...hosts, 'https://c.test', 'http://c.test', 'http://o.org', 'http://www.o.org', 'http://p.org'].flatMap(
  (host) => ['/', '/1', '/x/1', '/x/2', '/x/y/', '/q?a=/b/'].map((path) => host + path),
);
const starts = sites.map(({ url }) => url);

const webs = fc.dictionary(
  fc.constantFrom(...starts, ...pool),
  fc.uniqueArray(fc.constantFrom(...pool, `${pool[1]}#part`), { maxLength: 8 }),
  { minKeys: 8, maxKeys: 50 },
);

interface Edge {
  readonly from: string;
  readonly to: string;
}

/** The links of the tables in plain SQL. */
const edgesOf = ({ connection }: Store): Edge[] =>
  connection
    .prepare<[], Edge>(
      `select distinct page.url as "from", internal.url as "to" from page_links edge
        join internal_links_view page on page.id = edge.source join internal_links_view internal on internal.id = edge.target
        where edge.kind = 0 and edge.removed is null
      union select page.url, external.url from page_links edge
        join internal_links_view page on page.id = edge.source join external_links_view external on external.id = edge.target
        where edge.kind = 1 and edge.removed is null`,
    )
    .all();

/** The first site whose scope has it. */
const siteOf = (address: string): string | undefined =>
  sites.find(({ url, scope }) => siteScope(new URL(url), scope)(new URL(address)))?.shortName;

/** As in identities: without a fragment and the trailing slash. */
const spelled = (address: string): string => address.replace(/#part$/, '').replace(/\/$/, '');

/** Documents by name, by plain parsing of addresses. */
const documentOf: Readonly<Record<(typeof MODELS)[number], (address: string) => string>> = {
  page: spelled,
  directory: (address) => `${siteOf(address)} ${new URL('.', address).href}`,
  domain: (address) => `${siteOf(address)} ${new URL(address).hostname}`,
  site: (address) => siteOf(address) ?? new URL(address).hostname.replace(/^www\./, ''),
};

/** Distinct pairs between different documents. */
function linksBetween(edges: readonly Edge[], model: (typeof MODELS)[number]) {
  const pairs = new Map<string, { from: string; to: string; source: string | undefined; target: string | undefined }>();
  for (const edge of edges) {
    const [from, to] = [documentOf[model](edge.from), documentOf[model](edge.to)];
    if (from !== to) pairs.set(`${from} -> ${to}`, { from, to, source: siteOf(edge.from), target: siteOf(edge.to) });
  }
  return [...pairs.values()];
}

const names = sites.map(({ shortName }) => shortName);
const pairsOfSites = names.flatMap((one) => names.map((other) => [one, other] as const));
const isTold = (row: readonly unknown[]) => row.slice(2).some((count) => count !== 0);

/** Expected reports, in loops over all sites and links. */
function reference(edges: readonly Edge[], self: boolean) {
  const links = MODELS.map((model) => linksBetween(edges, model));
  const counts = (one: string, other: string) =>
    links.map((all) => all.filter(({ source, target }) => source === one && target === other).length);
  const shared = (own: 'from' | 'to', ownSite: 'source' | 'target', farSite: 'source' | 'target') =>
    pairsOfSites
      .filter(([one, other]) => names.indexOf(one) < names.indexOf(other))
      .map(([one, other]) => [
        one,
        other,
        ...links.map((all) => {
          const linked = (site: string) =>
            all.filter((link) => link[farSite] === site && (self || link[ownSite] !== site)).map((link) => link[own]);
          return new Set(linked(one).filter((document) => linked(other).includes(document))).size;
        }),
      ])
      .filter(isTold);
  return {
    links: pairsOfSites
      .filter(([one, other]) => self || one !== other)
      .map(([one, other]) => [one, other, ...counts(one, other)])
      .filter(isTold),
    'co-inlinks': shared('from', 'source', 'target'),
    'co-outlinks': shared('to', 'target', 'source'),
    matrix: MODELS.flatMap((model, number) =>
      names.map((one) => [
        model,
        one,
        ...names.map((other) => (one === other && !self ? null : counts(one, other)[number])),
      ]),
    ),
    impact: names.map((site) => {
      const to = linksBetween(edges, 'page').filter(
        ({ source, target }) => target === site && (self || source !== site),
      );
      const distinct = (of: (address: string) => string | undefined) => new Set(to.map(({ from }) => of(from))).size;
      const hostName = (address: string) => new URL(address).hostname;
      const domain = (address: string) => /[^.]+\.[^.]+$/.exec(hostName(address))?.[0];
      const figures = [spelled, hostName, domain, siteOf, (address: string) => /[^.]+$/.exec(hostName(address))?.[0]];
      return [site, 'university', null, ...figures.map(distinct), 0];
    }),
  };
}

test('on random webs all reports equal plain SQL and loops, and larger documents have fewer links', async ({
  folder,
}) => {
  test.setTimeout(60_000);
  let runs = 0;
  let most = 0;
  await fc.assert(
    fc.asyncProperty(webs, fc.boolean(), async (web, deletes) => {
      // Each start page links to all pages with links, so that the crawl visits them.
      const whole = Object.fromEntries(
        [...starts, ...pool].map((url) => [
          url,
          [...(web[url] ?? []), ...(starts.includes(url) ? Object.keys(web).filter((to) => to.length % 3 > 0) : [])],
        ]),
      );
      const store = await crawled(`${folder}/${++runs}.sqlite`, sites, whole);
      if (deletes) await deleteLinks(store, 'external', { host: 'www.b.test' }, 1e6);
      const edges = edgesOf(store);
      for (const self of [false, true])
        for (const [report, rows] of Object.entries(reference(edges, self)))
          expect(counted(store, report, { self }), report).toEqual(rows);
      for (const row of counted(store, 'links')) {
        const [page = 0, directory = 0, domain = 0, site = 0] = row.slice(2).map(Number);
        must(page >= directory && directory >= domain && domain >= site && site === 1, `${row} goes down to one`);
        most = Math.max(most, page);
      }
      await store.close();
    }),
    { numRuns: 25, seed: 3 },
  );
  expect(most).toBeGreaterThan(5);
});
