import type { Rows } from './kept-state.ts';

/** Rows of so many numbers each, one after the other: links of one page have most of theirs alike. */
export function packRows(rows: readonly Float32Array[], width: number): Rows {
  const perRow = Math.ceil(width / 8);
  const changed = new Uint8Array(rows.length * perRow);
  const numbers = new Float32Array(rows.length * width);
  let length = 0;
  let before: Float32Array = new Float32Array(width);
  for (const [at, row] of rows.entries()) {
    for (let column = 0; column < width; column++) {
      const number = row[column] ?? 0;
      if (number === before[column]) continue;
      const byte = at * perRow + (column >> 3);
      changed[byte] = (changed[byte] ?? 0) | (1 << (column & 7));
      numbers[length++] = number;
    }
    before = row;
  }
  return { changed, numbers: numbers.subarray(0, length) };
}

export function unpackRows({ changed, numbers }: Rows, width: number): Float32Array[] {
  const perRow = Math.ceil(width / 8);
  const rows: Float32Array[] = [];
  let next = 0;
  let before: Float32Array = new Float32Array(width);
  for (let first = 0; first < changed.length; first += perRow) {
    const row = before.slice();
    for (let byte = 0; byte < perRow; byte++) {
      const bits = changed[first + byte] ?? 0;
      for (let bit = 0; bits >> bit > 0; bit++) if ((bits >> bit) & 1) row[8 * byte + bit] = numbers[next++] ?? 0;
    }
    rows.push(row);
    before = row;
  }
  return rows;
}
