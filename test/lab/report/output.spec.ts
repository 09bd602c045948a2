import { expect } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { labCsv, labJson } from '../../../src/lab/report/output.ts';
import { test } from '../../plain-test.ts';
import { madeReport } from './made-report.ts';

test('JSON contains webs and results, without curves', () => {
  const { webs, results } = labJson(madeReport());
  expect(webs[0]).toEqual({ name: 'departments', sites: 4, pages: 1234, links: 5678 });
  expect(results[1]).toEqual({
    web: 'departments',
    strategy: 'forager',
    pageLimit: 200,
    seeds: 8,
    mean: 300,
    sd: 20,
    ratioToTrivial: 1.5,
    ratioToOracle: 0.75,
    regret: 100,
  });
});

test('CSV has the same columns; unknown values are empty, and a name cannot be a formula', () => {
  const [result] = madeReport().results;
  if (!result) throw new Error('no result');
  const text = labCsv([{ ...result, strategy: '=a,"b"', ratioToTrivial: null }]);
  expect(text).toBe(
    'web,strategy,pageLimit,seeds,mean,sd,ratioToTrivial,ratioToOracle,regret\r\n' +
      `departments,"'=a,""b""",200,8,200,0,,0.5,200\r\n`,
  );
  expect(parse(labCsv(madeReport().results))).toHaveLength(7);
});
