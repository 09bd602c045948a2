import { expect } from '@playwright/test';
import fc from 'fast-check';
import { evaluateAll, evaluateTopics, harvest, rankedTopics } from '../../../src/analysis/trec/evaluation.ts';
import { type Qrels, readQrels, readRun } from '../../../src/analysis/trec/files.ts';
import { expectSame, must } from '../../in-loops.ts';
import { test } from '../../plain-test.ts';

interface Case {
  readonly what: string;
  readonly qrels: string;
  readonly run: string;
  /** By `topic metric`, as trec_eval prints them. */
  readonly figures: Readonly<Record<string, string>>;
}

const evaluated = ({ qrels, run }: Pick<Case, 'qrels' | 'run'>) => {
  const topics = evaluateTopics(rankedTopics(readQrels(qrels, 'qrels'), readRun(run, 'run')));
  return [...topics, evaluateAll(topics)];
};

const cases: readonly Case[] = [
  {
    // The example of pytrec_eval, which runs trec_eval's own code: README of https://github.com/cvangysel/pytrec_eval.
    what: 'two topics, of binary relevance',
    qrels: 'q1 0 d1 0\nq1 0 d2 1\nq1 0 d3 0\nq2 0 d2 1\nq2 0 d3 1\n',
    run: 'q1 Q0 d1 1 1.0 t\nq1 Q0 d2 2 0.0 t\nq1 Q0 d3 3 1.5 t\nq2 Q0 d1 1 1.5 t\nq2 Q0 d2 2 0.2 t\nq2 Q0 d3 3 0.5 t\n',
    figures: {
      'q1 map': '0.3333',
      'q1 ndcg': '0.5000',
      'q2 map': '0.5833',
      'q2 ndcg': '0.6934',
      'all map': '0.4583',
      'all ndcg': '0.5967',
      'all num_rel': '3.0000',
    },
  },
  {
    // Worked out from trec_eval's definitions: ranks by score are b (not relevant), a (1), e (unjudged), c (3), d (-1).
    what: 'graded relevance, a page that nobody judged, and one that is marked as not judged',
    qrels: 't 0 a 1\nt 0 b 0\nt 0 c 3\nt 0 d -1\nt 0 f 2\n',
    run: 't Q0 a 9 4.5 x\nt Q0 b 1 5 x\nt Q0 c 1 1e-1 x\nt Q0 d 1 -2 x\nt Q0 e 1 3 x\n',
    figures: {
      't num_ret': '5.0000',
      't num_rel': '3.0000',
      't num_rel_ret': '2.0000',
      // (1/2 + 2/4) / 3
      't map': '0.3333',
      't P_5': '0.4000',
      't P_10': '0.2000',
      't P_1000': '0.0020',
      't set_P': '0.4000',
      't set_recall': '0.6667',
      // One of three documents is needed at .1 to .3, two up to .6, all three from .7 on.
      't iprec_at_recall_0.00': '0.5000',
      't iprec_at_recall_0.30': '0.5000',
      't iprec_at_recall_0.40': '0.5000',
      't iprec_at_recall_0.60': '0.5000',
      't iprec_at_recall_0.80': '0.0000',
      't iprec_at_recall_1.00': '0.0000',
      // (1 / log2 3 + 3 / log2 5) / (3 + 2 / log2 3 + 1 / log2 4)
      't ndcg': '0.4038',
      't ndcg_cut_5': '0.4038',
    },
  },
  {
    what: 'equal scores: the larger name stands first, byte by byte, whatever rank the run gives',
    qrels: 't 0 http://u.test/b 1\nt 0 http://u.test/a 0\nt 0 http://u.test/B 0\n',
    run: 't Q0 http://u.test/a 1 2 x\nt Q0 http://u.test/b 2 2 x\nt Q0 http://u.test/B 3 2.0 x\n',
    figures: { 't map': '1.0000', 't P_5': '0.2000', 't ndcg': '1.0000', 't iprec_at_recall_1.00': '1.0000' },
  },
  {
    what: 'interpolation takes the best precision from there on',
    qrels: 't 0 a 1\nt 0 b 1\nt 0 c 1\nt 0 d 1\n',
    // Relevant at the ranks 2, 3, 4 and 10: precisions 1/2, 2/3, 3/4, 4/10.
    run: ['w', 'a', 'b', 'c', 'v', 'u', 't', 's', 'r', 'd'].map((d, at) => `t Q0 ${d} 0 ${100 - at} x`).join('\n'),
    figures: {
      't iprec_at_recall_0.00': '0.7500',
      't iprec_at_recall_0.20': '0.7500',
      't iprec_at_recall_0.70': '0.7500',
      't iprec_at_recall_0.80': '0.4000',
      't iprec_at_recall_1.00': '0.4000',
      't map': '0.5792',
    },
  },
  {
    what: 'topics without relevant pages count, those that the run or the qrels lack do not',
    qrels: 'none 0 a 0\nfound 0 a 1\nmissed 0 a 1\n',
    run: 'none Q0 a 1 1 x\nfound Q0 a 1 1 x\nunjudged Q0 a 1 1 x\n',
    figures: {
      'none num_rel': '0.0000',
      'none map': '0.0000',
      'none ndcg': '0.0000',
      'none set_recall': '0.0000',
      'none iprec_at_recall_0.00': '0.0000',
      'all map': '0.5000',
      'all num_ret': '2.0000',
      'all set_P': '0.5000',
    },
  },
];
for (const one of cases)
  test(`gives trec_eval's figures of ${one.what}`, () => {
    const all = evaluated(one);
    const given = Object.keys(one.figures).map((key) => {
      const [topic, metric = ''] = key.split(' ');
      return [
        key,
        all
          .find((each) => each.topic === topic)
          ?.figures.get(metric)
          ?.toFixed(4),
      ];
    });
    expect(Object.fromEntries(given)).toEqual(one.figures);
  });

test('topics are those of both files, by name', () => {
  const [first] = cases.slice(-1);
  expect(evaluated(first ?? { qrels: '', run: '' }).map(({ topic }) => topic)).toEqual(['found', 'none', 'all']);
});

/** Documents of one topic with their judgements, and found documents with scores. */
const topics = fc.record({
  judged: fc.dictionary(fc.constantFrom(...'abcdefghijkl'), fc.integer({ min: -1, max: 3 }), { noNullPrototype: true }),
  found: fc.dictionary(fc.constantFrom(...'abcdefghijklmnop'), fc.integer({ min: 0, max: 5 }), {
    noNullPrototype: true,
  }),
});

const figuresOf = (judged: Record<string, number>, found: Record<string, number>) => {
  const qrels: Qrels = new Map([['t', new Map(Object.entries(judged))]]);
  const documents = Object.entries(found).map(([document, score]) => ({ document, score }));
  return evaluateAll(evaluateTopics(rankedTopics(qrels, { topics: new Map([['t', documents]]) }))).figures;
};

test('all figures are within bounds, the curve falls, and a perfect order scores 1', () => {
  fc.assert(
    fc.property(topics, ({ judged, found }) => {
      const figures = figuresOf(judged, found);
      const curve = [...figures].filter(([name]) => name.startsWith('iprec')).map(([, value]) => value);
      expectSame(
        curve,
        [...curve].sort((a, b) => b - a),
      );
      const shares = [...figures].filter(([name]) => !name.startsWith('num')).map(([, value]) => value);
      must(Math.min(...shares) >= 0, 'no share is negative');
      must(Math.max(...shares) <= 1 + 1e-12, 'no share is more than all');
      const relevant = Object.entries(judged).filter(([, judgement]) => judgement >= 1);
      fc.pre(relevant.length > 0);
      const best = figuresOf(judged, Object.fromEntries(relevant));
      for (const name of ['map', 'ndcg', 'ndcg_cut_5', 'set_P', 'set_recall', 'iprec_at_recall_1.00'])
        must(Math.abs((best.get(name) ?? 0) - 1) < 5e-13, `${name} of the best run is 1`);
    }),
    { seed: 1 },
  );
});

test('documents ranked after all others change neither average precision nor the curve up to their recall', () => {
  fc.assert(
    fc.property(topics, ({ judged, found }) => {
      const without = figuresOf(judged, found);
      const more = figuresOf(judged, { ...found, x: -1, y: -2 });
      for (const name of ['map', 'ndcg', 'set_recall', 'iprec_at_recall_0.00'])
        must(Math.abs((more.get(name) ?? Number.NaN) - (without.get(name) ?? 0)) < 5e-13, `${name} is the same`);
    }),
    { seed: 2 },
  );
});

test('harvest rate and recall along a crawl', () => {
  expect(harvest([true, false, true], 4)).toEqual([
    { pages: 1, relevant: 1, rate: 1, recall: 0.25 },
    { pages: 2, relevant: 1, rate: 0.5, recall: 0.25 },
    { pages: 3, relevant: 2, rate: 2 / 3, recall: 0.5 },
  ]);
  expect(harvest([false], 0)).toEqual([{ pages: 1, relevant: 0, rate: 0, recall: 0 }]);
});
