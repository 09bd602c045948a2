import { cell } from '../../export/csv.ts';
import type { LabReport, ReportResult } from './report.ts';

/** What programs read of a result. */
const columns = [
  'web',
  'strategy',
  'pageLimit',
  'seeds',
  'mean',
  'sd',
  'ratioToTrivial',
  'ratioToOracle',
  'regret',
] as const;

type ResultOutput = Readonly<Pick<ReportResult, (typeof columns)[number]>>;

/** `lab --json`: one document. */
export const labJson = ({
  webs,
  results,
  calibrations = [],
  losses = [],
}: Pick<LabReport, 'webs' | 'results' | 'calibrations' | 'losses'>) => ({
  webs,
  ...(losses.length > 0 && { losses }),
  ...(calibrations.length > 0 && { calibrations }),
  results: results.map(
    ({ web, strategy, pageLimit, seeds, mean, sd, ratioToTrivial, ratioToOracle, regret }): ResultOutput => ({
      web,
      strategy,
      pageLimit,
      seeds,
      mean,
      sd,
      ratioToTrivial,
      ratioToOracle,
      regret,
    }),
  ),
});

/** The results as CSV (RFC 4180): a header with the names of the JSON, a row a result; unknown figures are empty. */
export function labCsv(results: readonly ReportResult[]): string {
  const rows = [columns, ...results.map((result) => columns.map((column) => result[column]))];
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** The curves as CSV: a row for each number of pages, with mean and standard deviation. */
export function curvesCsv(curves: LabReport['curves']): string {
  const lines = ['web,strategy,pageLimit,pages,mean,sd\r\n'];
  for (const { web, strategy, pageLimit, pages, mean, sd } of curves) {
    const from = `${cell(web)},${cell(strategy)},${pageLimit}`;
    for (const [index, n] of pages.entries()) lines.push(`${from},${n},${mean[index] ?? ''},${sd[index] ?? ''}\r\n`);
  }
  return lines.join('');
}
