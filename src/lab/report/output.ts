import { csvLine } from '../../export/csv.ts';
import type { LabReport, ReportResult } from './report.ts';

/** Columns of results for programs. */
export const resultColumns = [
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
  results: results.map((result) => Object.fromEntries(resultColumns.map((column) => [column, result[column]]))),
});

/** Returns results as CSV (RFC 4180), with the names of the JSON as header. Unknown figures are empty. */
export function labCsv(results: readonly ReportResult[]): string {
  const rows = [resultColumns, ...results.map((result) => resultColumns.map((column) => result[column]))];
  return rows.map(csvLine).join('');
}
