import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FoundLink } from '../../domain/link.ts';
import type { CapturedFile } from '../../domain/page.ts';
import { parseUrl } from '../../url/parse.ts';
import { type Headers, headerOf, typeOf } from '../answer-rules.ts';
import { decode } from '../decode.ts';
import { decompress } from '../decompress.ts';
import { nofollowOf } from '../nofollow.ts';
import { plainText } from '../plain-text.ts';
import { sniffedType } from '../sniff-type.ts';
import { MANY_LINKS, walkRules } from '../walk-rules.ts';
import type { FileKind, FileLink } from './file-kind.ts';
import { fileKinds, mayBearLinks } from './registry.ts';

/** Bytes of a file that are read, unpacked. */
export const MOST_FILE_BYTES = 16 * 2 ** 20;
/** Longest address kept: what is longer is a bad link in any case. */
const LONGEST = 5000;
/** Links after which others get their turn. */
const LINKS_A_TURN = 1000;
/** Packed again and again: a file that is packed deeper is left alone. */
const MOST_LAYERS = 2;

export interface FileAnswer {
  readonly url: string;
  readonly httpStatus: number;
  /** Without parameters, in lower case; as browsers see it. */
  readonly contentType: string;
  readonly headers: Headers;
}

export interface FileBody {
  readonly bytes: Uint8Array;
  /** `cut off` or `still loading` where there would be more. */
  readonly limit?: string | undefined;
}

/** A file as it is captured, with the links that it bears. @param body undefined: it was not read */
export async function capturedFile(answer: FileAnswer, body: FileBody | undefined): Promise<CapturedFile> {
  const { headers, ...file } = answer;
  const { links, limits } = body ? await readFile(answer, body) : { links: [], limits: [] };
  return { kind: 'file', ...file, links, nofollow: nofollowOf('', headers), limits };
}

/** Reads a file's links. A damaged file gives what can be had of it; nothing is thrown. */
async function readFile({ url, contentType, headers }: FileAnswer, body: FileBody) {
  const links: FoundLink[] = [];
  const limits = new Set(body.limit === undefined ? [] : [body.limit]);
  const none = { links, limits: [] };
  if (contentType !== '' && !mayBearLinks(contentType)) return none;
  const { bytes, isCutOff } = await unpacked(body.bytes);
  const header = headerOf(headers, 'content-type');
  const kind = kindOf(contentType, header, bytes);
  if (!kind) return none;
  if (isCutOff) limits.add('cut off');
  const file = { url, contentType: header, bytes, limit: (name: string) => void limits.add(name) };
  try {
    for await (const link of kind.links(file)) {
      const found = foundLink(link, url, kind);
      if (!found) continue;
      if (links.length === walkRules.mostLinks) {
        limits.add(MANY_LINKS);
        break;
      }
      links.push(found);
      if (links.length % LINKS_A_TURN === 0) await nextTurn();
    }
  } catch {
    limits.add('damaged');
  }
  return { links, limits: [...limits] };
}

/** Whether a file bears links, as far as its first bytes tell. @param header its content type as sent */
export const isWorthReading = (bytes: Uint8Array, header: string): boolean =>
  sniffedType(bytes) === 'application/gzip' || kindOf(typeOf(header), header, bytes) !== undefined;

/** What is gzip is unpacked, whatever its name and type. */
async function unpacked(packed: Uint8Array) {
  let part = { bytes: packed.subarray(0, MOST_FILE_BYTES), isCutOff: packed.length > MOST_FILE_BYTES };
  for (let layers = 0; layers < MOST_LAYERS && sniffedType(part.bytes) === 'application/gzip'; layers++) {
    part = await decompress(part, 'gzip', MOST_FILE_BYTES);
  }
  return part;
}

function kindOf(contentType: string, header: string, bytes: Uint8Array): FileKind | undefined {
  const head = decode(bytes.subarray(0, 4096), header).text.trimStart();
  return fileKinds.find((kind) => kind.fits(contentType, head));
}

function foundLink(link: FileLink, url: string, { name: technique }: FileKind): FoundLink | undefined {
  const { role, method = 'GET', element, base = url, anchor = '', context = '', rel = '', tagPath = '' } = link;
  const raw = plainText.parse(link.raw).trim().slice(0, LONGEST);
  if (raw === '') return undefined;
  return {
    ...{ raw, role, method, technique, frame: '' },
    url: (link.url ?? parseUrl(raw, base)?.href)?.slice(0, LONGEST),
    anchor: plainText.parse(anchor.replace(/\s+/g, ' ').trim().slice(0, 300)),
    context: plainText.parse(context),
    rel: plainText.parse(rel.slice(0, 100)),
    element: plainText.parse(element.slice(0, 100)),
    tagPath: plainText.parse(tagPath.slice(-1000)),
  };
}
