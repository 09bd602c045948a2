import { createHash } from 'node:crypto';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import type { Observation } from '../../../src/domain/observation.ts';
import { createRandom } from '../../../src/domain/random.ts';
import { CODE, packRows, read, unpackRows } from '../../../src/link-orders/learned/kept-state.ts';
import { learned } from '../../../src/link-orders/learned/learned.ts';
import { featuresOf } from '../../../src/link-orders/learned/link-features.ts';
import { WaitingLinks } from '../../../src/link-orders/learned/waiting-links.ts';
import { topic } from '../../../src/link-orders/topical/topic.ts';
import { compileTopic } from '../../../src/topics/compile-topic.ts';
import { expectSame } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';
import { A_TOPIC } from '../../topics/a-topic.ts';
import { linkView } from '../link-view.ts';
import { candidate } from './candidate.ts';

const sections = ['news', 'people', 'links', 'projects/past', 'staff'];

/** Visits of two sites, each page the first with its three links. */
function crawl(visits: number): Observation[] {
  const random = createRandom('kept');
  return Array.from({ length: visits }, (_, at) => {
    const site = 1 + (at % 2);
    const url = `http://s${site}.test/${sections[at % 5]}/page-${at}.html`;
    const reward = random.chance(0.3) ? random.below(9) : 0;
    const visit = { site, link: at + 1, outcome: 'page', at: 0, title: `Page ${at}`, newExternal: reward } as const;
    const source = { id: 1 + Math.floor(at / 4), url, title: '', level: 1, reward: 1, newExternal: 1 };
    return {
      visit: { ...visit, newInternal: 3, reward, relevance: random.unit() },
      claimed: linkView({
        ...{ id: at + 1, site, url, level: at < 2 ? 0 : 2, anchor: `Page ${at}` },
        source: at < 2 ? undefined : { ...source, external: 1, internal: 3 },
      }),
      links: [0, 1, 2].map((place) => ({
        ...{ id: 1 + 3 * (at + 1) + place, site, url: `http://s${site}.test/${sections[(at + place) % 5]}/${at}` },
        ...{ anchor: `${sections[place]} of geology ${at}`, tagPath: place ? 'html ul li a' : 'html nav a' },
        ...{ context: 'rocks', place, isNew: true },
      })),
      external: [],
    };
  });
}

const orders = {
  learned: () => learned.make({ prior: 'forager' }, { seed: 1, reward: 'new-external-links' }),
  topic: () => topic.make({}, { seed: 1, topic: compileTopic(A_TOPIC) }),
};

test('CODE depends on the learning code: states of other code are not read', () => {
  const digest = createHash('sha256');
  for (const make of Object.values(orders)) {
    const order = make();
    for (const observation of crawl(127)) order.learn?.(observation);
    // After the version of the byte format.
    digest.update(order.kept?.save()?.subarray(2) ?? 'none');
  }
  const told = 'what is learned has changed: put the value received into kept-state.ts';
  expect(digest.digest('hex').slice(0, 12), told).toBe(CODE);
});

test('state of other orders has another key', () => {
  const other = learned.make({ prior: 'none' }, { seed: 1, reward: 'new-external-links' });
  const without = learned.make({ prior: 'forager' }, { seed: 1, reward: 'documents' });
  const keys = [...Object.values(orders).map((make) => make()), other, without].map(({ kept }) => kept?.key);
  expect(new Set(keys).size).toBe(4);
  expect(orders.learned().kept?.key).toBe(keys[0]);
});

for (const [name, make] of Object.entries(orders))
  test(`${name} continues from saved state as if it had observed all visits again`, () => {
    const visits = crawl(132);
    for (const stop of [1, 27, 66, 120]) {
      const live = make();
      for (const observation of visits.slice(0, stop)) Array.from(live.learn?.(observation) ?? []);
      const kept = live.kept?.save();
      const [folded, loaded] = [make(), make()];
      for (const observation of visits.slice(0, stop)) folded.learn?.(observation);
      expect(kept && loaded.kept?.load(kept)).toBe(true);
      for (const observation of visits.slice(stop)) {
        expectSame([...(loaded.learn?.(observation) ?? [])], [...(folded.learn?.(observation) ?? [])]);
        const next = linkView({ id: 10_000, url: 'http://s1.test/people/x', level: 3 });
        expectSame(loaded.expect?.(next), folded.expect?.(next));
      }
    }
  });

test('nothing is saved while trees are fitted, and invalid state is not read', () => {
  const order = orders.learned();
  const saved = crawl(30).map((observation) => {
    order.learn?.(observation);
    return order.kept?.save() !== undefined;
  });
  expect(saved.flatMap((isSaved, at) => (isSaved ? [] : [at + 1]))).toEqual([20, 21, 22, 23, 24, 30]);
  const state = orders.learned().kept?.save() ?? new Uint8Array();
  expect(read(state)).toBeDefined();
  expect(read(state.subarray(0, 50))).toBeUndefined();
  expect(read(new TextEncoder().encode('nonsense'))).toBeUndefined();
  expect(orders.learned().kept?.load(new Uint8Array())).toBe(false);
});

test('rows are restored unchanged, whatever differs between them', () => {
  const numbers = fc.float({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0);
  fc.assert(
    fc.property(fc.array(fc.array(numbers, { minLength: 11, maxLength: 11 }), { maxLength: 9 }), (rows) => {
      const packed = rows.flatMap((row) => [Float32Array.from(row), Float32Array.from(row).fill(0, 3, 8)]);
      expectSame(unpackRows(packRows(packed, 11), 11), packed);
    }),
  );
});

test('waiting links are restored with their neighbours and turns, also where the oldest are forgotten', () => {
  const step = fc.record({ visited: fc.nat(30), near: fc.nat(30), turns: fc.nat(4) });
  const features = (link: number) =>
    featuresOf(candidate({ url: `http://a.test/${sections[link % 5]}/${link}`, anchor: `${link % 3}` }));
  fc.assert(
    fc.property(fc.array(step, { minLength: 2, maxLength: 25 }), fc.nat(24), (steps, stop) => {
      const play = (from: number, to: number, waiting: WaitingLinks) =>
        steps.slice(from, to).map(({ visited, near, turns }, at) => {
          waiting.add(from + at, features(from + at));
          if (visited <= from + at) waiting.take(visited);
          const found = new Set<number>();
          waiting.near(features(near), 3, found);
          return [[...found], waiting.inTurn(turns), [...(waiting.get(near % (from + at + 1))?.subarray(0, 5) ?? [])]];
        });
      const whole = new WaitingLinks(8);
      play(0, stop, whole);
      const loaded = new WaitingLinks(8);
      loaded.load(structuredClone(whole.save()));
      expectSame(play(stop, steps.length, loaded), play(stop, steps.length, whole));
    }),
  );
});
