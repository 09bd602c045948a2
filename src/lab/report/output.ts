import { cell } from '../../export/csv.ts';
import type { LabReport, ReportResult } from './report.ts';

/** Columns of results for programs. */
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

/** Returns the document of `lab --json`. */
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

/** Returns results as CSV (RFC 4180), with the names of the JSON as header. Unknown figures are empty. */
export function labCsv(results: readonly ReportResult[]): string {
  const rows = [columns, ...results.map((result) => columns.map((column) => result[column]))];
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** Returns curves as CSV: mean and standard deviation for each number of pages. */
export function curvesCsv(curves: LabReport['curves']): string {
  const lines = ['web,strategy,pageLimit,pages,mean,sd\r\n'];
  for (const { web, strategy, pageLimit, pages, mean, sd } of curves) {
    const from = `${cell(web)},${cell(strategy)},${pageLimit}`;
    for (const [index, n] of pages.entries()) lines.push(`${from},${n},${mean[index] ?? ''},${sd[index] ?? ''}\r\n`);
  }
  return lines.join('');
}
