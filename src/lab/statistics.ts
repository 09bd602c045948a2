/** Returns the mean; NaN without values. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the standard deviation of a sample; 0 for fewer than two values. */
export function deviation(values: readonly number[]): number {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
}

/** Expected and actual reward of a page. */
export interface Prediction {
  readonly expected: number;
  readonly found: number;
}

/** Row of pages with similar expectations. */
export interface CalibrationRow {
  readonly count: number;
  /** Smallest and largest expectation in the row. */
  readonly least: number;
  readonly most: number;
  /** Mean expected and actual reward. */
  readonly expected: number;
  readonly found: number;
}

const ROWS = 10;

/**
 * Returns mean expected and actual rewards by decile of expectation, smallest first (a reliability table; Murphy &
 * Winkler 1977, "Reliability of subjective probability forecasts of precipitation and temperature"). Equal means show
 * good calibration. Equal expectations are in one row, so there may be fewer than ten rows.
 */
export function calibration(pages: readonly Prediction[]): CalibrationRow[] {
  const sorted = [...pages].sort((a, b) => a.expected - b.expected);
  const rows: CalibrationRow[] = [];
  for (let from = 0; from < sorted.length; ) {
    // Ends at the decile of the first page, extended over equal expectations.
    let to = Math.ceil((Math.floor((from * ROWS) / sorted.length) + 1) * (sorted.length / ROWS));
    while (to < sorted.length && sorted[to]?.expected === sorted[to - 1]?.expected) to++;
    const own = sorted.slice(from, to);
    rows.push({
      count: own.length,
      least: own[0]?.expected ?? 0,
      most: own.at(-1)?.expected ?? 0,
      expected: mean(own.map(({ expected }) => expected)),
      found: mean(own.map(({ found }) => found)),
    });
    from = to;
  }
  return rows;
}
