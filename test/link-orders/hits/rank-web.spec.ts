import { expect } from '@playwright/test';
import fc from 'fast-check';
import { hits } from '../../../src/analysis/hits.ts';
import { KnownWeb } from '../../../src/link-orders/hits/known-web.ts';
import { rankWeb } from '../../../src/link-orders/hits/rank-web.ts';
import { expectSame, must } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';

const PAGES = 14;

/** Pages of three hosts, visited in a row, some of them again. */
const aWeb = fc.record({
  hosts: fc.array(fc.nat(2), { minLength: PAGES, maxLength: PAGES }),
  visits: fc.array(fc.record({ page: fc.nat(PAGES - 1), targets: fc.array(fc.nat(PAGES - 1), { maxLength: 6 }) }), {
    maxLength: 12,
  }),
});

test('common links and those within a host weigh less, as when counted one by one', () => {
  fc.assert(
    fc.property(aWeb, fc.constantFrom(0, 0.3, 1), fc.boolean(), ({ hosts, visits }, withinSite, discountCommon) => {
      const web = new KnownWeb();
      for (const [page, host] of hosts.entries()) web.numberOf(page + 1, 1, `http://h${host}.test/${page}`);
      const links = new Set<string>();
      for (const { page, targets } of visits) {
        web.visited(page, targets);
        for (const target of targets) if (target !== page) links.add(`${page} ${target}`);
      }
      const pairs = [...links].map((link) => link.split(' ').map(Number)).sort(([a = 0], [b = 0]) => a - b);
      const hostOf = (page = 0) => hosts[page] ?? 0;
      const weight = ([from = 0, to = 0]: readonly number[]) => {
        const ofHost = pairs.filter(([source]) => hostOf(source) === hostOf(from));
        const pages = new Set(ofHost.map(([source]) => source)).size;
        const have = ofHost.filter(([, target]) => target === to).length;
        const isMenu = pages >= 4 && have > pages / 2;
        const rare = discountCommon ? (isMenu ? 0 : Math.log((pages + 1) / have) / Math.log(pages + 1)) : 1;
        return rare * (hostOf(from) === hostOf(to) ? withinSite : 1);
      };
      const weights = Float32Array.from(pairs, weight);
      const naive = {
        nodes: PAGES,
        sources: Uint32Array.from(pairs, ([from = 0]) => from),
        offsets: Uint32Array.from({ length: pairs.length + 1 }, (_, at) => at),
        targets: Uint32Array.from(pairs, ([, to = 0]) => to),
        weights: { authority: weights, hub: weights },
      };
      const last = new Float64Array(0);
      const options = { last, most: 3, indexed: Uint32Array.of(0), withinSite, discountCommon };
      const ranked = rankWeb({ ...web.snapshot(), ...options });
      const expected = hits(naive, { iterations: 20, tolerance: 1e-3 });
      const apart = ranked.hubs.map((value, page) => Math.abs(value - (expected.hubs[page] ?? 0)));
      must(Math.max(...apart) < 1e-5, 'hubs are those of the naive graph');
      const best = [...expected.authorities.entries()].filter(([page, value]) => page > 0 && value > 0);
      const third = best.map(([, value]) => value).sort((a, b) => b - a)[2] ?? 0;
      expectSame(ranked.byAuthority.length, Math.min(3, best.length));
      for (const page of ranked.byAuthority)
        must((expected.authorities[page] ?? 0) > third - 1e-5, 'the best authorities come first');
      expectSame(web.links, links.size);
    }),
    { numRuns: 200, seed: 1, endOnFailure: true },
  );
});

test('later queries of links do not change data sent to another thread', () => {
  const web = new KnownWeb();
  for (let page = 0; page < 5000; page++) web.numberOf(page + 1, 1, `http://a.test/${page}`);
  web.visited(0, [1, 2, 3]);
  const before = web.snapshot();
  const copy = structuredClone(before);
  for (let page = 1; page < 1000; page++) web.visited(page, [page + 1, page + 2, page + 3]);
  expect(before).toEqual(copy);
  expect(web.snapshot().targets).toHaveLength(3000);
});
