import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { z } from 'zod';

/**
 * Hash of the state after a fixed crawl, to reject states from other code. A test fails with the new hash after changes
 * of the code.
 */
export const CODE = 'cabf4c1a092e';

const floats: z.ZodType<Float32Array> = z.instanceof(Float32Array);
const doubles: z.ZodType<Float64Array> = z.instanceof(Float64Array);
const bytes: z.ZodType<Uint8Array> = z.instanceof(Uint8Array);
const count = z.int().nonnegative();

/** Four numbers per token of the seen features. */
const ofTokens = z.strictObject({ tokens: z.instanceof(Uint32Array), numbers: floats });
export type OfTokens = z.infer<typeof ofTokens>;

/** Delta-coded rows: a bit for each column that differs from the row before, and the differing numbers. */
const rows = z.strictObject({ changed: bytes, numbers: floats });
type Rows = z.infer<typeof rows>;

const pages = z.strictObject({
  /** Four numbers per page: id, parent's id or -1, reward, value. */
  pages: doubles,
  /** Number of links per page. */
  counts: bytes,
  /** Two numbers per link: id and value. */
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
  /** Three numbers per link: id, site, level. */
  links: doubles,
});
export type KeptBreadthFirst = z.infer<typeof breadthFirst>;

const state = z.strictObject({
  model,
  waiting,
  breadthFirst,
  turns: doubles,
  /** Two numbers per chosen link: id and visits since. */
  chosen: doubles,
});
type State = z.infer<typeof state>;

/** @param basis everything except observations that a state depends on */
export const keyOf = (basis: string): string =>
  createHash('sha256').update(`${CODE} ${process.versions.v8} ${basis}`).digest('hex');

export const written = (kept: State): Uint8Array => serialize(kept);

/** Returns undefined if the bytes are not a valid state. */
export function read(kept: Uint8Array): State | undefined {
  try {
    return state.safeParse(deserialize(kept)).data;
  } catch {
    return undefined;
  }
}

/** Packs rows as differences to the row before: links of one page have most features in common. */
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
