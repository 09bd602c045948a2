import type { CDPSession } from 'playwright';
import { type FileBody, isWorthReading, MOST_FILE_BYTES } from '../../files/read-file.ts';

/** End of a body: complete, broken off, too late, or no longer wanted. */
type BodyEnd = 'whole' | 'broken' | 'late' | 'enough';

/** Time limit of a wait. */
interface Wait {
  /** Tells whether a promise settles before the wait is over. */
  holds(something: Promise<unknown>): Promise<boolean>;
}

/**
 * Reads the body of a paused answer in pieces; the caller must then give the browser an answer.
 *
 * @param sizes bytes of the first and of each later piece; a piece comes once complete
 * @param waitFor time limit for the next piece
 * @param take returns true if more is wanted
 * @throws Error if the document was left in the meantime
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

/** Bytes read first, which show the kind of file. */
const HEAD = 4096;
/** Bytes read at a time after the head. */
const PART = 16_384;

const LIMITS = { whole: undefined, late: 'still loading', broken: 'cut off', enough: 'cut off' } as const;

/**
 * Reads the body of a paused answer, but only the head of files without links. The caller must then give the browser an
 * answer.
 *
 * @param contentType header as sent
 * @param wait time limit; data that has come by then is kept
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
