import type { CDPSession } from 'playwright';
import { type FileBody, isWorthReading, MOST_FILE_BYTES } from './read-file.ts';

/** Bytes by which a file's kind is told … */
const HEAD = 4096;
/** … and that are then asked for at a time: each part comes once it is there as a whole. */
const PART = 16_384;

/**
 * Takes the body of an answer at which the browser is paused; the answer is then to be given another. Of what bears no
 * links only the beginning is taken.
 *
 * @param contentType the header as sent
 * @param within milliseconds; what has come then is kept
 */
export async function takeBody(
  cdp: CDPSession,
  requestId: string,
  contentType: string,
  within: number,
): Promise<FileBody | undefined> {
  const { stream: handle } = await cdp.send('Fetch.takeResponseBodyAsStream', { requestId });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((done) => {
    timer = setTimeout(() => done(undefined), within);
  });
  const pieces: Uint8Array[] = [];
  let length = 0;
  const body = (limit?: string): FileBody => ({ bytes: Buffer.concat(pieces), limit });
  try {
    while (length <= MOST_FILE_BYTES) {
      const read = cdp.send('IO.read', { handle, size: length === 0 ? HEAD : PART });
      read.catch(() => undefined);
      const part = await Promise.race([read, late]);
      if (!part) return body('still loading');
      const piece = Buffer.from(part.data, part.base64Encoded ? 'base64' : 'utf8');
      pieces.push(piece);
      if (length === 0 && !isWorthReading(piece, contentType)) return undefined;
      length += piece.length;
      if (part.eof) return body();
    }
    return body('cut off');
  } catch {
    return body('cut off');
  } finally {
    clearTimeout(timer);
    cdp.send('IO.close', { handle }).catch(() => undefined);
  }
}
