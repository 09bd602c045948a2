import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';

/**
 * What a fixed crawl is learned to: it tells states that other code has learned. A test says what it is to be where the
 * code has changed.
 */
export const CODE = 'cabf4c1a092e';

const floats: z.ZodType<Float32Array> = z.instanceof(Float32Array);
const doubles: z.ZodType<Float64Array> = z.instanceof(Float64Array);
const bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array);
const count = z.int().nonnegative();

/** Numbers of each feature that was met: four for each token. */
const ofTokens = z.strictObject({ tokens: z.instanceof(Uint32Array), numbers: floats });
export type OfTokens = z.infer<typeof ofTokens>;

/** Rows of numbers, of each what differs from the row before: a bit for each column that does, and its number. */
const rows = z.strictObject({ changed: bytes, numbers: floats });
type Rows = z.infer<typeof rows>;

const pages = z.strictObject({
  /** Of each page four: its id, its parent's or -1, reward, value. */
  pages: doubles,
  /** Links of each. */
  counts: bytes,
  /** Of each link two: its id and value. */
  links: doubles,
});
export type KeptPages = z.infer<typeof pages>;

const repeats = z.strictObject({ keys: doubles, reads: doubles, expected: doubles, came: doubles });
export type KeptRepeats = z.infer<typeof repeats>;

const calibration = z.strictObject({ rewards: doubles, visits: doubles });
export type KeptCalibration = z.infer<typeof calibration>;

const trees = z.strictObject({
  depth: count,
  base: z.number(),
  columns: bytes,
  thresholds: floats,
  leaves: floats,
});

const model = z.strictObject({
  visits: count,
  nextFit: count,
  trees: trees.optional(),
  examples: z.strictObject({ ids: doubles, features: rows, rows, values: doubles }),
  regression: ofTokens,
  statistics: ofTokens,
  pages,
  repeats,
  calibration,
});
export type KeptModel = z.infer<typeof model>;

const waiting = z.strictObject({ links: doubles, features: rows, ring: doubles, next: count });
export type KeptWaiting = z.infer<typeof waiting>;

const breadthFirst = z.strictObject({
  sites: doubles,
  turn: count,
  /** Of each link three: itself, its site, its level. */
  links: doubles,
});
export type KeptBreadthFirst = z.infer<typeof breadthFirst>;

const state = z.strictObject({
  model,
  waiting,
  breadthFirst,
  turns: doubles,
  /** Of each chosen link two: itself, and the visits since then. */
  chosen: doubles,
});
type State = z.infer<typeof state>;

/** @param basis all that a state depends on, but for what was observed */
export const keyOf = (basis: string): string =>
  createHash('sha256').update(`${CODE} ${process.versions.v8} ${basis}`).digest('hex');

export const written = (kept: State): Uint8Array => serialize(kept);

/** Undefined where the bytes are no state. */
export function read(kept: Uint8Array): State | undefined {
  try {
    return state.safeParse(deserialize(kept)).data;
  } catch {
    return undefined;
  }
}

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
