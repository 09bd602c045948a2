import { constants, gunzipSync } from 'node:zlib';
import type { CapturedFile } from '../../domain/page.ts';
import { typeOf } from '../../url/file-types.ts';
import { inThread } from '../documents/in-thread.ts';
import { decode } from '../encoding/decode.ts';
import { decompress } from '../encoding/decompress.ts';
import { type Headers, headerOf, nofollowOf, sniffedType } from '../network/answer-rules.ts';
import { type FileInput, type FileLinks, fileLinks, kindOf } from './file-links.ts';
import { pdf } from './pdf.ts';
import { sitemap } from './sitemap.ts';
import { hasTransform, xml } from './xml.ts';

/** Most bytes read of a file, unpacked: the maximum size of a sitemap (sitemaps.org). */
export const MOST_FILE_BYTES = 50 * 2 ** 20;
/** Bytes read of a file that takes too much time or memory. */
const BEGINNING = 2 ** 20;
/** Deepest nesting of gzip that is unpacked. */
const MOST_LAYERS = 2;

export interface FileAnswer {
  readonly url: string;
  readonly httpStatus: number;
  /** Media type without parameters, in lower case, as browsers see it. */
  readonly contentType: string;
  readonly headers: Headers;
}

export interface FileBody {
  readonly bytes: Uint8Array;
  /** Reason why the body is incomplete: `cut off` or `still loading`; undefined if complete. */
  readonly limit?: string | undefined;
}

/** Returns the captured file with its links. @param body undefined if the body was not read */
export async function capturedFile(answer: FileAnswer, body: FileBody | undefined): Promise<CapturedFile> {
  const { headers, ...file } = answer;
  const { links, limits, text } = body ? await readFile(answer, body) : NOTHING;
  const read = text.length > 0 ? { text } : {};
  return { kind: 'file', ...file, links, nofollow: nofollowOf('', headers), limits, ...read };
}

const NOTHING: FileLinks = { links: [], limits: [], text: [] };

/** Reads a file's links, and the text of kinds that have text. */
async function readFile({ url, contentType: type, headers }: FileAnswer, body: FileBody): Promise<FileLinks> {
  const cutOff = body.limit === undefined ? [] : [body.limit];
  const { bytes, isCutOff: isTooLong } = await unpacked(body.bytes);
  const contentType = headerOf(headers, 'content-type');
  const head = headOf(bytes, contentType);
  const kind = kindOf(type, head);
  if (!kind) return NOTHING;
  const isCutOff = isTooLong || body.limit !== undefined;
  const file = { url, type, contentType, head, bytes, isCutOff };
  // PDF has its own thread.
  const { links, limits, text } = kind === pdf ? await fileLinks(file) : await asFarAsItGoes(file);
  return { links, text, limits: [...new Set([...cutOff, ...(isTooLong ? ['cut off'] : []), ...limits])] };
}

/** Reads a file or, if that takes too long or too much memory, its beginning. */
async function asFarAsItGoes(file: FileInput): Promise<FileLinks> {
  const whole = await inThread('file', file);
  if (whole) return whole;
  // A view would send its whole buffer to the thread, so this is a copy.
  const bytes = Uint8Array.from(file.bytes.subarray(0, BEGINNING));
  const beginning = await inThread('file', { ...file, bytes, isCutOff: true });
  return { links: beginning?.links ?? [], limits: ['too large'], text: [] };
}

/** Tells whether a file may contain links, by its first bytes. @param header content type as sent */
export function isWorthReading(bytes: Uint8Array, header: string): boolean {
  let head = bytes;
  for (let layers = 0; layers < MOST_LAYERS && isGzip(head); layers++) head = unpackedHead(head);
  return kindOf(typeOf(header), headOf(head, header)) !== undefined;
}

/** Tells whether a document is a sitemap in XML, by its first bytes. @param header content type as sent */
export const isSitemap = (bytes: Uint8Array, header: string): boolean => sitemap.fits('', headOf(bytes, header));

/**
 * Tells whether a browser shows a file as a page. Excludes feeds and sitemaps, better read as files.
 *
 * @param header content type as sent
 */
export function isMadePage(bytes: Uint8Array, header: string): boolean {
  const head = headOf(bytes, header);
  return kindOf(typeOf(header), head) === xml && hasTransform(head);
}

/** Unpacks gzip, whatever the name and type of the file. */
export async function unpacked(packed: Uint8Array) {
  let part = { bytes: packed.subarray(0, MOST_FILE_BYTES), isCutOff: packed.length > MOST_FILE_BYTES };
  for (let layers = 0; layers < MOST_LAYERS && isGzip(part.bytes); layers++) {
    part = await decompress(part, 'gzip', MOST_FILE_BYTES);
  }
  return part;
}

const isGzip = (bytes: Uint8Array): boolean => sniffedType(bytes) === 'application/gzip';

/** Returns the unpacked beginning of a packed file; empty if damaged. */
function unpackedHead(packed: Uint8Array): Uint8Array {
  try {
    return gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
}

const headOf = (bytes: Uint8Array, header: string): string => decode(bytes.subarray(0, 4096), header).text.trimStart();
