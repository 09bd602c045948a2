import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import fc from 'fast-check';
import { linkKinds } from '../../src/domain/link.ts';
import type { PageView } from '../../src/domain/observation.ts';
import { outcomes, type Visit } from '../../src/domain/visit.ts';
import { openWorld } from '../../src/lab/open-world.ts';
import { replay } from '../../src/lab/replay.ts';
import { rewards } from '../../src/rewards/registry.ts';
import { makeStrategy } from '../../src/strategies/strategy.ts';
import { compileTopic } from '../../src/topics/compile-topic.ts';
import { test } from '../frontier/world.ts';
import { expectSame, must } from '../in-loops.ts';
import { jsonl, page } from '../lab/web-file.ts';
import { A_TOPIC } from '../topics/a-topic.ts';

const text = fc.string({ maxLength: 12 });
const url = fc
  .tuple(
    fc.constantFrom('uni.test', 'cern.ch'),
    fc.stringMatching(/^[a-zA-Z0-9./]{0,8}$/),
    fc.constantFrom('', '.pdf', '.CSV?a', '/'),
  )
  .map(([host, path, ending]) => `http://${host}/${path}${ending}`);

const visits: fc.Arbitrary<Visit> = fc
  .record({
    outcome: fc.constantFrom(...outcomes),
    url,
    contentType: fc.constantFrom('text/html', 'application/pdf', 'text/csv; charset=utf-8', ''),
    newExternal: fc.nat(90),
    newInternal: fc.nat(90),
    share: fc.tuple(fc.nat(100), fc.nat(100)),
    relevance: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  })
  .map(({ share: [made, sites], newExternal, ...rest }) => {
    const madeFromPage = Math.floor((made * newExternal) / 100);
    const newExternalSites = Math.floor((sites * (newExternal - madeFromPage)) / 100);
    return { ...rest, site: 1, link: 2, newExternal, madeFromPage, newExternalSites };
  });

const pages: fc.Arbitrary<PageView> = fc.record({
  url,
  title: text,
  contentType: text,
  text: fc.option(fc.array(text, { maxLength: 4 }), { nil: undefined }),
  links: fc.array(
    fc.record({
      kind: fc.constantFrom(...linkKinds),
      url,
      ...{ anchor: text, context: text, rel: text, element: text, tagPath: text },
      isNew: fc.boolean(),
    }),
    { maxLength: 12 },
  ),
});

/** A site whose pages are read in order, whatever their value. */
const WEB = jsonl(
  'uni',
  page('/', '/a', '/b', '/x.pdf', 'http://cern.ch/', 'http://www.cern.ch/2'),
  page('/a', '/x.pdf', '/y.csv', 'http://mit.edu/'),
  { ...page('/b', '/', 'http://cern.ch/3', 'http://mit.edu/z.pdf'), title: 'A page' },
);

for (const maker of rewards) {
  test.describe(`reward ${maker.name}`, () => {
    const made = () => maker.make(maker.params.parse({}), { seed: 1, topic: compileTopic(A_TOPIC) });

    test('is pure: equal for repeated calls and instances, and changes nothing; at least 0, also without a page', () => {
      const [reward, other] = [made(), made()];
      fc.assert(
        fc.property(visits, fc.option(pages, { nil: undefined }), (visit, view) => {
          const before = structuredClone([visit, view]);
          const worth = reward.of(visit, view);
          must(worth >= 0, 'nothing is worth less than nothing');
          expectSame(Number.isFinite(worth), true);
          expectSame([reward.of(visit, view), other.of(visit, view)], [worth, worth]);
          expectSame([visit, view], before);
        }),
      );
    });

    test('a failed visit is worth nothing', () => {
      const failed = {
        outcome: 'failed',
        newExternal: 0,
        madeFromPage: 0,
        newExternalSites: 0,
        newInternal: 0,
        relevance: undefined,
      } as const;
      fc.assert(fc.property(visits, (visit) => expectSame(made().of({ ...visit, ...failed }, undefined), 0)));
    });

    test('refuses an unknown parameter, and describes its own', () => {
      expect(maker.params.safeParse({ nonsense: 1 }).success).toBe(false);
      for (const field of Object.values(maker.params.shape)) expect(field).toHaveProperty('description');
      for (const trial of [{}, ...(maker.trials ?? [])]) expect(maker.params.safeParse(trial).success).toBe(true);
    });

    test("works in a strategy, and S(N) of its replay is the sum of the pages' rewards", async ({ folder }) => {
      const choice = { strategy: 'beebot-sequential', reward: maker.name, params: {}, topic: A_TOPIC };
      expect(makeStrategy(choice, 10).names).toMatchObject({
        reward: maker.name,
        rewardParams: maker.params.parse({}),
      });
      writeFileSync(`${folder}/uni.jsonl`, WEB);
      const open = await openWorld([`${folder}/uni.jsonl`], undefined);
      const sums = [0];
      const onVisit = ({ completed }: { completed: { reward: number } }) =>
        sums.push((sums.at(-1) ?? 0) + completed.reward);
      const { curve } = await replay(open.of(1), choice, { pageLimit: 3, workers: 1, seed: 1, onVisit });
      expect([...curve]).toEqual(sums);
      expect(curve.length).toBe(4);
    });
  });
}

test('the value of the same pages by each reward', async ({ folder }) => {
  writeFileSync(`${folder}/uni.jsonl`, WEB);
  const topic = { ...A_TOPIC, targets: { ...A_TOPIC.targets, types: ['pdf', 'csv'] } };
  const open = await openWorld([`${folder}/uni.jsonl`], undefined);
  const curves: Record<string, number[]> = {};
  for (const { name } of rewards) {
    const choice = { strategy: 'beebot-sequential', reward: name, params: {}, topic };
    const { curve } = await replay(open.of(1), choice, { pageLimit: 3, workers: 1, seed: 1 });
    curves[name] = [...curve];
  }
  expect(curves).toEqual({
    'new-external-links': [0, 2, 3, 5],
    'new-external-sites': [0, 1, 2, 2],
    documents: [0, 1, 2, 3],
    mix: [0, 12, 23, 35],
    'relevant-pages': [0, 0, 0, expect.closeTo(100 / Math.sqrt(5), 9)],
  });
});
