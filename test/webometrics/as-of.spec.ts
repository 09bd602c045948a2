import { expect } from '@playwright/test';
import fc from 'fast-check';
import { createRandom } from '../../src/domain/random.ts';
import { deleteLinks, restoreLinks } from '../../src/storage/lists/link-edits.ts';
import { addSites, removeSites } from '../../src/storage/sites.ts';
import { countReports } from '../../src/webometrics/registry.ts';
import { checkOf, claimOf, open, page, revisit, test } from '../frontier/world.ts';
import { counted, named } from './crawled.ts';

const A = 'http://a.test/';
const B = 'http://b.test/';
const C = 'http://c.test/';
const MAYBE = [
  ...[A, `${A}1`, `${A}2`, `${A}x/1`, B, `${B}1`, `${B}x/2`, C, `${C}1`],
  ...['http://o.org/1', 'http://o.org/2', 'http://www.p.org/'],
];

const steps = fc.array(
  fc.record({ kind: fc.constantFrom('crawl', 'crawl', 'check', 'check', 'edit', 'site'), dice: fc.nat() }),
  { minLength: 2, maxLength: 14 },
);

test('figures as of a moment equal those counted then', async ({ folder }) => {
  let runs = 0;
  const changed = new Set<string>();
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const { frontier, store } = await open(`${folder}/${++runs}.sqlite`);
      await frontier.addSites([named(A), named(B)], 0);
      const all = (asOf?: number) =>
        JSON.stringify(
          countReports.map(({ name }) => {
            try {
              return counted(store, name, { self: true, ...(asOf !== undefined && { asOf }) });
            } catch (error) {
              return /has no (?:links|sites)/.test(String(error)) ? 'none' : String(error);
            }
          }),
        );
      const told: (readonly [number, string])[] = [];
      for (const [index, { kind, dice }] of history.entries()) {
        const now = 1000 * (index + 1);
        const { below } = createRandom(String(dice));
        const links = () => Array.from({ length: below(6) }, () => MAYBE[below(MAYBE.length)] ?? A);
        const visited = store.connection
          .prepare<[], { id: number; url: string; site: number }>(
            `select link.id, view.url, link.site from internal_links link join internal_links_view view on view.id = link.id
              where link.status = 2`,
          )
          .all();
        const chosen = visited[below(visited.length || 1)];
        if (kind === 'crawl') {
          const claim = await claimOf(frontier, now);
          if (claim) await frontier.completeVisit(claim, { ...page(claim, links()), text: [claim.url] }, now + 1);
        } else if (kind === 'check' && chosen) {
          const seen = page(checkOf(frontier, chosen.url, chosen.site), links(), chosen.url);
          await revisit(frontier, chosen.id, { ...seen, text: [chosen.url] }, now);
        } else if (kind === 'edit') {
          const domain = ['o.org', 'b.test', 'a.test'][below(3)];
          if (below(2) === 0) await deleteLinks(store, 'external', { domain }, now);
          else await restoreLinks(store, 'external', { domain }, now);
        } else if (kind === 'site') {
          if (below(2) === 0) addSites(store, [named(B), named(C)], now);
          else removeSites(store, [2], now);
        }
        told.push([now + 100, all()]);
      }
      for (const [moment, then] of told) {
        expect(all(moment), `as of ${moment}`).toBe(then);
        changed.add(then);
      }
      await store.close();
    }),
    { numRuns: 25, seed: 11 },
  );
  // Histories without changes would prove nothing.
  expect(changed.size).toBeGreaterThan(50);
});
