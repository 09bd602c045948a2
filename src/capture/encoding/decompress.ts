import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { Decompress } from 'fzstd';

/** Bytes of a body; `isCutOff` is true if more would follow. */
interface Part {
  readonly bytes: Uint8Array;
  readonly isCutOff: boolean;
}

/**
 * Undoes the content codings of a body (gzip, deflate, br, zstd, also nested), except unknown ones, as in browsers, and
 * codings on plain text. Returns the part before damaged or missing data.
 *
 * @param codings Content-Encoding header
 * @param most bytes of the result; the rest is cut off at no cost
 */
export async function decompress(body: Part, codings: string, most: number): Promise<Part> {
  let { bytes, isCutOff } = body;
  for (const coding of codings.toLowerCase().split(',').reverse()) {
    const step = steps[coding.trim()];
    if (step === undefined || bytes.length === 0) continue;
    const part = await step(bytes, most);
    if (part.isCutOff && isText(bytes)) continue;
    bytes = part.bytes;
    isCutOff ||= part.isCutOff;
  }
  return { bytes, isCutOff };
}

/** Tells whether bytes begin like text; packed data have control characters, or break off within a few bytes. */
const isText = (bytes: Uint8Array): boolean =>
  bytes.length > 8 && !CONTROL.test(Buffer.from(bytes.subarray(0, 1024)).toString('latin1'));

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are looked for
const CONTROL = /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/;

type Step = (bytes: Uint8Array, most: number) => Promise<Part>;

const throughZlib =
  (create: (bytes: Uint8Array) => Transform): Step =>
  (bytes, most) =>
    new Promise((done) => {
      const stream = create(bytes);
      const result = new Pieces(most);
      stream.on('data', (piece: Uint8Array) => {
        if (!result.add(piece)) stream.destroy();
      });
      stream.once('end', () => done(result.whole(false)));
      stream.once('error', () => done(result.whole(true)));
      stream.once('close', () => done(result.whole(true)));
      stream.end(bytes);
    });

const gunzip = throughZlib(() => createGunzip());

/** Bytes per slice; slices limit inflating beyond `most`. */
const ZSTD_SLICE = 16_384;

const unzstd: Step = async (all, most) => {
  const result = new Pieces(most);
  const bytes = all.subarray(0, usableLength(all));
  try {
    const stream = new Decompress((piece) => {
      if (!result.add(piece)) throw new Error('enough');
    });
    for (let from = 0; from < bytes.length; from += ZSTD_SLICE) {
      stream.push(bytes.slice(from, from + ZSTD_SLICE), from + ZSTD_SLICE >= bytes.length);
    }
    return result.whole(bytes.length < all.length);
  } catch {
    return result.whole(true);
  }
};

const steps: Readonly<Record<string, Step>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  // Some servers send deflate without a header.
  deflate: throughZlib(([first = 0]) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw())),
  br: throughZlib(() => createBrotliDecompress()),
  zstd: unzstd,
};

/** Collects pieces of bytes, up to a limit. */
export class Pieces {
  readonly #most: number;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most;
  }

  /** Stores a piece as far as there is room; returns false if the piece does not fit. */
  add(piece: Uint8Array): boolean {
    const room = this.#most - this.#length;
    this.#pieces.push(piece.subarray(0, room));
    this.#length += Math.min(piece.length, room);
    return piece.length <= room;
  }

  whole(isCutOff: boolean): Part {
    return { bytes: Buffer.concat(this.#pieces), isCutOff };
  }
}

/** Largest window of a frame in bytes, as in browsers (RFC 9659); larger windows slow down each block. */
const LARGEST_WINDOW = 8 * 2 ** 20;
/** Bytes of the windows of all frames together. */
const MOST_WINDOWS = 256 * 2 ** 20;

const FRAME = 0xfd2fb528;
const SKIPPED = 0x184d2a50;

/**
 * Returns the number of bytes of a zstd stream to unpack (RFC 8878, §3.1): up to the first frame with too large a
 * window. Leaves broken streams to the decoder.
 */
function usableLength(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let left = MOST_WINDOWS;
  try {
    for (let at = 0; at < bytes.length; ) {
      const magic = view.getUint32(at, true);
      if ((magic & 0xfffffff0) >>> 0 === SKIPPED) {
        at += 8 + view.getUint32(at + 4, true);
        continue;
      }
      if (magic !== FRAME) break;
      const { window, length } = headerOf(view, at);
      left -= window;
      if (window > LARGEST_WINDOW || left < 0) return at;
      at = behindBlocks(view, at + length) + ((view.getUint8(at + 4) & 4) === 0 ? 0 : 4);
    }
  } catch {
    // The data end within a frame.
  }
  return bytes.length;
}

/** Reads a frame's window in bytes, and the length of its header. */
function headerOf(view: DataView, at: number): { window: number; length: number } {
  const descriptor = view.getUint8(at + 4);
  const isWhole = (descriptor & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const [sizeLength = 0, offset = 0] = [[isWhole ? 1 : 0], [2, 256], [4], [8]][descriptor >> 6] ?? [];
  const behind = 5 + (isWhole ? 0 : 1) + dictionary;
  const length = behind + sizeLength;
  if (!isWhole) {
    const code = view.getUint8(at + 5);
    const base = 2 ** (10 + (code >> 3));
    return { window: base + (base / 8) * (code & 7), length };
  }
  const size = at + behind;
  if (sizeLength === 8) return { window: Number(view.getBigUint64(size, true)), length };
  if (sizeLength === 4) return { window: view.getUint32(size, true), length };
  return { window: offset + (sizeLength === 2 ? view.getUint16(size, true) : view.getUint8(size)), length };
}

/** Returns the end of a frame's blocks. */
function behindBlocks(view: DataView, from: number): number {
  for (let at = from; ; ) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const isRepeated = ((header >> 1) & 3) === 1;
    at += 3 + (isRepeated ? 1 : header >> 3);
    if ((header & 1) === 1) return at;
  }
}
