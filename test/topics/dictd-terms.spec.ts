import { expect } from '@playwright/test';
import { BadInput } from '../../src/domain/errors.ts';
import { dictdTerms } from '../../src/topics/dictd-terms.ts';
import { test } from '../plain-test.ts';

test('headwords of an index, each once, without entries about the dictionary; in original spelling if known', () => {
  const index =
    '00-database-info\tA\tB\n00databaseurl\tA\tB\nabend\tC\tD\nabend\tE\tF\nbtree\tG\tH\tB-tree\n42\tI\tJ\n';
  expect(dictdTerms(index, 'x.index')).toEqual(['abend', 'B-tree']);
});

for (const [what, index, says] of [
  ['a line that is none', 'abend\tC\tD\nnonsense\n', /x\.index:2: not a line of a dictd index/],
  ['an index without headwords', '00-database-info\tA\tB\n', /x\.index contains no headwords/],
] as const)
  test(`refuses ${what}`, () => {
    expect(() => dictdTerms(index, 'x.index')).toThrow(BadInput);
    expect(() => dictdTerms(index, 'x.index')).toThrow(says);
  });
