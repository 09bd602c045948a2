import { expect } from '@playwright/test';
import { joinedPrior, PriorTrainer } from '../../../src/link-orders/learned/train-prior.ts';
import { test } from '../../plain-test.ts';
import { linkView } from '../link-view.ts';

/** A web of pages whose links are valuable depending on their text. */
function trainedOn(word: string): PriorTrainer {
  const trainer = new PriorTrainer();
  for (let at = 0; at < 60; at++) {
    const brings = at % 3 === 0;
    const reward = brings ? 9 : 0;
    const claimed = linkView({ id: at + 2, url: `http://a.test/${at}/`, anchor: brings ? `${word} ${at}` : 'photos' });
    const visit = {
      site: 1,
      link: at + 2,
      outcome: 'page',
      title: '',
      at: 0,
      reward,
      newExternal: reward,
      newInternal: 0,
    } as const;
    trainer.learn({ visit, claimed, links: [], external: [] });
  }
  return trainer;
}

test('the weights of a valuable and of a worthless word', () => {
  const { anchor } = trainedOn('links').weights();
  expect(anchor.links).toBeGreaterThan(0.1);
  expect(anchor.links).toBeGreaterThan((anchor.photos ?? 0) + 0.1);
});

test('weights valid on several webs are kept, shrunk as by one more web of 0', () => {
  const prior = joinedPrior(
    new Map([
      ['a', { anchor: { links: 0.6, ann: 0.9 }, address: {} }],
      ['b', { anchor: { links: 0.3, bob: 0.9 }, address: { people: 0.3 } }],
    ]),
  );
  expect(prior).toEqual({ format: 'forager-prior-1', webs: ['a', 'b'], anchor: { links: 0.3 }, address: {} });
});

test('with one web all weights are kept', () => {
  const one = joinedPrior(new Map([['a', { anchor: { links: 0.6 }, address: {} }]]));
  expect(one.anchor).toEqual({ links: 0.3 });
});
