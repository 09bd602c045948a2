/** Not a number where there are no values. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Standard deviation of a sample; 0 for one value and none. */
export function deviation(values: readonly number[]): number {
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return values.length < 2 ? 0 : Math.sqrt(squares / (values.length - 1));
}

/** What a link order expected of a page, and what it found. */
export interface Foretold {
  readonly expected: number;
  readonly found: number;
}

/** Pages of like expectations. */
export interface CalibrationRow {
  readonly count: number;
  /** The least and the most that was expected of one of them. */
  readonly least: number;
  readonly most: number;
  /** Means. */
  readonly expected: number;
  readonly found: number;
}

const ROWS = 10;

/**
 * Expected against found, by decile of what was expected, the smallest first (a reliability table; Murphy & Winkler 1977,
 * "Reliability of subjective probability forecasts of precipitation and temperature"). Where the two means of a row agree,
 * what is expected may be taken at its word. Equal expectations stand in one row, so there may be fewer than ten.
 */
export function calibration(pages: readonly Foretold[]): CalibrationRow[] {
  const sorted = [...pages].sort((a, b) => a.expected - b.expected);
  const rows: CalibrationRow[] = [];
  for (let from = 0; from < sorted.length; ) {
    // The decile that the first of them lies in, and on to the end of its equals.
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
