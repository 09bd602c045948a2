import type { CDPSession } from 'playwright';
import { type FileBody, isWorthReading, MOST_FILE_BYTES } from '../../files/read-file.ts';

/** How a body ended: it came as a whole, broke off, did not come in time, or no more of it was wanted. */
type BodyEnd = 'whole' | 'broken' | 'late' | 'enough';

/** How long something is waited for. */
interface Wait {
  /** Whether something ends before the wait is over. */
  holds(something: Promise<unknown>): Promise<boolean>;
}

/**
 * Takes the body of an answer at which the browser is paused, piece by piece; the answer is then to be given another.
 *
 * @param sizes bytes of the first piece, and of each later one: each comes once it is there as a whole
 * @param waitFor how long the next piece is waited for
 * @param take whether more is wanted
 * @throws Error if the document was left meanwhile
 */
export async function takePieces(
  cdp: CDPSession,
  requestId: string,
  [first, later]: readonly [number, number],
  waitFor: () => Wait,
  take: (piece: Buffer) => boolean,
): Promise<BodyEnd> {
  const { stream: handle } = await cdp.send('Fetch.takeResponseBodyAsStream', { requestId });
  try {
    for (let size = first; ; size = later) {
      const read = cdp.send('IO.read', { handle, size });
      if (!(await waitFor().holds(read))) return 'late';
      const part = await read;
      if (!take(Buffer.from(part.data, part.base64Encoded ? 'base64' : 'utf8'))) return 'enough';
      if (part.eof) return 'whole';
    }
  } catch {
    return 'broken';
  } finally {
    cdp.send('IO.close', { handle }).catch(() => undefined);
  }
}

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
