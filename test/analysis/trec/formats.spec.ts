import { expect } from '@playwright/test';
import fc from 'fast-check';
import { readQrels, readRun, writeQrels, writeRun } from '../../../src/analysis/trec/files.ts';
import { BadInput } from '../../../src/domain/errors.ts';
import { test } from '../../plain-test.ts';

test('reads judgements with tabs, blank lines, comments and Windows line ends', () => {
  const text =
    '# judged in November\r\ncourse\t0\thttp://u.test/a 1\r\n\r\n  course 0 http://u.test/b  0\nstaff 0 x -1';
  expect([...readQrels(text, 'f')].map(([topic, judged]) => [topic, Object.fromEntries(judged)])).toEqual([
    ['course', { 'http://u.test/a': 1, 'http://u.test/b': 0 }],
    ['staff', { x: -1 }],
  ]);
});

test('reads a run: scores in any notation, the last tag, extra fields ignored', () => {
  const { tag, topics } = readRun('t Q0 a 1 1.5e2 one\nt Q0 b 7 -.5 two three\n', 'f');
  expect(tag).toBe('two');
  expect(topics.get('t')).toEqual([
    { document: 'a', score: 150 },
    { document: 'b', score: -0.5 },
  ]);
});

const bad: readonly (readonly [read: 'qrels' | 'run', text: string, message: RegExp])[] = [
  ['qrels', 't 0 a 1\nt 0 b\n', /^f: line 2: "t 0 b" is not a judgement \(topic, 0, document/],
  ['qrels', 't 0 a yes', /^f: line 1: .* is not a judgement/],
  ['qrels', 't 0 a 1.5', /^f: line 1: .* is not a judgement/],
  ['qrels', 't 0 a 1 more', /^f: line 1: .* is not a judgement/],
  ['qrels', 't 0 a 1\n\n#\nt 0 a 0', /^f: line 4: a was already judged for t$/],
  ['run', 't Q0 a 1 x tag', /^f: line 1: "t Q0 a 1 x tag" is not a result/],
  ['run', 't Q0 a 1 1', /^f: line 1: .* is not a result/],
  ['run', 't Q0 a 1 NaN tag', /^f: line 1: .* is not a result/],
  ['run', 't Q0 a 1 1 tag\nu Q0 a 1 1 tag\nt Q0 a 2 0 tag', /^f: line 3: a was already listed for t$/],
];
for (const [kind, text, message] of bad)
  test(`refuses ${JSON.stringify(text)} in ${kind}`, () => {
    const read = () => (kind === 'run' ? readRun(text, 'f') : readQrels(text, 'f'));
    expect(read).toThrow(message);
    expect(read).toThrow(BadInput);
  });

const word = fc.stringMatching(/^[^\s#][^\s]{0,20}$/);

test('reads what it writes', () => {
  fc.assert(
    fc.property(
      fc.dictionary(word, fc.dictionary(word, fc.integer({ min: -1, max: 9 }), { minKeys: 1 }), { maxKeys: 4 }),
      word,
      (judged, tag) => {
        const qrels = new Map(Object.entries(judged).map(([topic, one]) => [topic, new Map(Object.entries(one))]));
        expect(readQrels([...writeQrels(qrels)].join(''), 'f')).toEqual(qrels);
        const topics = new Map(
          [...qrels].map(([topic, one]) => [
            topic,
            [...one].map(([document, score]) => ({ document, score: score / 3 })),
          ]),
        );
        const written = [...writeRun({ tag, topics })].join('');
        const again = readRun(written, 'f');
        expect([...writeRun(again)].join('')).toBe(written);
        for (const [topic, documents] of topics)
          expect(again.topics.get(topic)).toEqual(expect.arrayContaining(documents));
      },
    ),
    { seed: 1 },
  );
});

test('a run is written by rank; of equal scores, the larger name comes first', () => {
  const documents = ['a', 'c', 'b'].map((document) => ({ document, score: 1 }));
  const topics = new Map([['t', [...documents, { document: 'z', score: 2 }]]]);
  expect([...writeRun({ tag: 'x', topics })]).toEqual([
    't Q0 z 1 2 x\n',
    't Q0 c 2 1 x\n',
    't Q0 b 3 1 x\n',
    't Q0 a 4 1 x\n',
  ]);
});
