import { HostTrouble } from '../../domain/errors.ts';
import { encodingOf } from '../encoding/decode.ts';
import { decodeAs } from '../encoding/decoders.ts';
import { decompress } from '../encoding/decompress.ts';
import { retryAfter } from '../network/answer-rules.ts';
import { askFile, type FileRequest } from './ask-file.ts';
import type { HttpAnswer } from './http-client.ts';

/** What a server answered to the request for its robots.txt, redirects followed. */
export interface RobotsAnswer {
  readonly status: number;
  readonly text: string;
  /** When the server itself was asked, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** Milliseconds to wait, where the server said so. */
  readonly retryAfter: number | undefined;
}

interface RobotsRequest extends FileRequest {
  readonly now: () => number;
}

/**
 * Asks for a robots.txt file, and reads no more than so many bytes of it; a line that was cut off is left out.
 *
 * @throws RetryVisit or GiveUpVisit if a server does not answer, or with what cannot be read; RefusedVisit if one may not be
 * asked
 */
export async function askRobots(url: URL, mostBytes: number, request: RobotsRequest): Promise<RobotsAnswer> {
  const { answer, askedAt } = await askFile(url, mostBytes, 'text/plain,*/*;q=0.8', request);
  return {
    status: answer.status,
    text: answer.status < 300 ? await textOf(answer, mostBytes) : '',
    askedAt,
    retryAfter: retryAfter(answer.headers, request.now()),
  };
}

/** The lines of a file that came as a whole. @throws HostTrouble where nothing of it can be read: it may forbid everything */
async function textOf(answer: HttpAnswer, mostBytes: number): Promise<string> {
  // Some servers send a packed file without saying so.
  const isPacked = answer.body[0] === 0x1f && answer.body[1] === 0x8b;
  const { bytes, isCutOff } = await decompress(
    { bytes: answer.body, isCutOff: answer.isCutOff },
    isPacked ? 'gzip' : '',
    mostBytes,
  );
  if (!isCutOff) return decodeOctets(bytes);
  const lines = wholeLines(bytes);
  if (lines.length === 0 && bytes.length < mostBytes) throw new HostTrouble('its body broke off');
  return decodeOctets(lines);
}

const LINE_ENDS = [0x0a, 0x0d] as const;

const wholeLines = (bytes: Uint8Array): Uint8Array =>
  bytes.subarray(0, Math.max(...LINE_ENDS.map((end) => bytes.lastIndexOf(end))) + 1);

/** A character of more than one octet in UTF-8 (RFC 3629, §4), or an octet that is of none. */
const OCTETS =
  /([\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2})|[\x80-\xff]/g;

/** The file's text; octets that are no UTF-8 are percent-encoded, as addresses of old encodings hold them. */
function decodeOctets(bytes: Uint8Array): string {
  const encoding = bytes.includes(0) ? encodingOf(bytes, '').encoding : 'utf-8';
  if (encoding.startsWith('utf-16')) return decodeAs(bytes, encoding);
  const octets = Buffer.from(bytes).toString('latin1');
  const escaped = octets.replace(OCTETS, (octet, character: string | undefined) =>
    character === undefined ? `%${octet.charCodeAt(0).toString(16).toUpperCase()}` : octet,
  );
  return Buffer.from(escaped, 'latin1').toString('utf8');
}
