import type { CDPSession } from 'playwright';
import { takePieces, type Wait } from '../network/body-stream.ts';
import { type FileBody, isWorthReading, MOST_FILE_BYTES } from './read-file.ts';

/** Bytes by which a file's kind is told … */
const HEAD = 4096;
/** … and that are then asked for at a time. */
const PART = 16_384;

const LIMITS = { whole: undefined, late: 'still loading', broken: 'cut off', enough: 'cut off' } as const;

/**
 * Takes the body of an answer at which the browser is paused; the answer is then to be given another. Of what bears no
 * links only the beginning is taken.
 *
 * @param contentType the header as sent
 * @param wait what has come when it is over is kept
 */
export async function takeBody(
  cdp: CDPSession,
  requestId: string,
  contentType: string,
  wait: Wait,
): Promise<FileBody | undefined> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  let isWorthIt = true;
  const end = await takePieces(
    cdp,
    requestId,
    [HEAD, PART],
    () => wait,
    (piece) => {
      if (length === 0) isWorthIt = isWorthReading(piece, contentType);
      pieces.push(piece);
      length += piece.length;
      return isWorthIt && length <= MOST_FILE_BYTES;
    },
  );
  return isWorthIt ? { bytes: Buffer.concat(pieces), limit: LIMITS[end] } : undefined;
}
