import { isAscii } from 'node:buffer';
import type { CDPSession } from 'playwright';
import { typeOf } from '../../../url/file-types.ts';
import { type Encoding, encodingOf, headerEncoding } from '../../encoding/decode.ts';
import { Pieces } from '../../encoding/decompress.ts';
import { type FileBody, isMadePage, isSitemap } from '../../files/read-file.ts';
import type { LoadedSource } from '../../loaded-page.ts';
import { isOtherType, isPageType, sniffedType } from '../../network/answer-rules.ts';
import { type CpuPressure, FairTime } from '../clock/cpu-pressure.ts';
import { takeBody, takePieces } from './body-stream.ts';
import {
  contentTypeOf,
  type Header,
  headerValue,
  type Paused,
  type PausedRequests,
  unframed,
} from './paused-request.ts';

/** Bytes of a document that the browser is given, unpacked: they go through this process. */
const MOST_BYTES = 32 * 2 ** 20;
/** Bytes of it that are asked for at first: most have no more. */
const HEAD = 65_536;
/** Bytes that are then asked for at a time. */
const PART = 2 ** 20;
/** How many times as long a body may be at most when gzip is undone. */
const MOST_UNPACKED = 1032;

/** How much longer than a document a file is waited for: nothing else is to be seen of it. */
const FILE_PATIENCE = 4;

/** A document as it came. */
interface Source {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly encoding: string;
  readonly host: string;
  /** Whether its markup, or a script in it, has a handler of errors. */
  readonly hearsErrors: boolean;
}

/**
 * The bytes of a page's documents. Where they are in another encoding than the browser would take them for, it is said in
 * the document's header. Of files that bear links the bytes are taken: the browser gets an empty answer in their place, and
 * shows or downloads nothing, but for XML that names a style sheet of XSLT.
 */
export class DocumentBodies {
  /** The tab's own document did not come to an end in time: it is to be loaded without a look at its bytes. */
  isTooSlow = false;
  /** A document of the page is longer than the browser is given of it. */
  isTooLarge = false;
  /** What the tab's own document came with, where it is a file that may bear links. */
  file: FileBody | undefined;
  /** That file is one that the browser makes a page of. */
  isMadePage = false;
  /** It came as a page does, and is a sitemap all the same. */
  isSitemap = false;
  readonly #cdp: CDPSession;
  readonly #requests: PausedRequests;
  readonly #wait: (times: number) => FairTime;
  /** The documents as they came, by frame. */
  readonly #sources = new Map<string, Source>();

  /** @param wait milliseconds that a document's bytes are waited for; of one that is unpacked, each piece */
  constructor(cdp: CDPSession, requests: PausedRequests, wait: number, starved: CpuPressure | undefined) {
    this.#cdp = cdp;
    this.#requests = requests;
    this.#wait = (times) => new FairTime(times * wait, starved);
  }

  /** @param isTooSlow the same page again, without a look at its bytes */
  begin(isTooSlow: boolean): void {
    this.isTooSlow = isTooSlow;
    this.isTooLarge = false;
    this.file = undefined;
    this.isMadePage = false;
    this.isSitemap = false;
    this.#sources.clear();
  }

  /** The document of a frame as it came; undefined where its bytes were not looked at. */
  sourceOf(frame: string): LoadedSource | undefined {
    const source = this.#sources.get(frame);
    if (!source) return undefined;
    const { bytes, contentType, encoding } = source;
    return { bytes, encoding, isXml: typeOf(contentType) === 'application/xhtml+xml' };
  }

  /** Whether the document of a frame came from this host, and hears that what it loads fails. */
  hearsOfFailures(frame: string, host: string): boolean {
    const source = this.#sources.get(frame);
    return source?.hearsErrors === true && source.host === host;
  }

  /** A document, or a file, has come, and is looked into before the browser has it. @param isOwn the tab's own */
  async come(event: Paused, isOwn: boolean): Promise<void> {
    const { responseStatusCode: status = 0, responseHeaders = [] } = event;
    if ((status < 300 || status === 404) && this.#isReadable(responseHeaders))
      return await this.#declareEncoding(event, isOwn);
    const isFile = isOtherType(typeOf(contentTypeOf(responseHeaders)));
    if (status < 300 && isFile && isOwn) return await this.#takeFile(event);
    await this.#requests.pass(event);
  }

  /** A document of which a browser reads text. */
  #isReadable(headers: readonly Header[]): boolean {
    if (this.isTooSlow) return false;
    if (isOtherType(typeOf(contentTypeOf(headers)))) return false;
    if (headerValue(headers, 'content-disposition')?.trim().toLowerCase().startsWith('attachment')) return false;
    return Number(headerValue(headers, 'content-length') ?? 0) <= MOST_BYTES;
  }

  async #declareEncoding(event: Paused, isOwn: boolean): Promise<void> {
    const { requestId, responseHeaders = [], frameId, request } = event;
    const body = await this.#body(event, isOwn);
    const bytes = body?.bytes;
    if (bytes === undefined && isOwn) {
      this.isTooSlow = true;
      return await this.#requests.abort(requestId);
    }
    const type = contentTypeOf(responseHeaders);
    if (isOwn && bytes && isSitemap(bytes, type)) {
      this.isSitemap = true;
      this.file = { bytes, limit: body?.isTooLarge ? 'cut off' : undefined };
      return await this.#requests.fulfil(event, unframed(responseHeaders), '');
    }
    const isPage = bytes !== undefined && isPageType(isPageType(typeOf(type)) ? typeOf(type) : sniffedType(bytes));
    const told = isPage ? encodingOf(bytes, type) : undefined;
    const encoding = isPage && told && isUndeclared(told, bytes, type) ? told.encoding : undefined;
    if (isPage && told) {
      const hearsErrors = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('onerror');
      const { host } = new URL(request.url);
      this.#sources.set(frameId, { bytes, contentType: type, encoding: told.encoding, host, hearsErrors });
    } else if (bytes && isOwn) this.file = { bytes };
    if (body === undefined || (encoding === undefined && !body.isTaken)) return await this.#requests.pass(event);
    this.isTooLarge ||= body.isTooLarge;
    const headers = unframed(responseHeaders);
    const declaring = encoding === undefined ? headers : withEncoding(encoding, headers, type);
    await this.#requests.fulfil(event, declaring, Buffer.from(body.bytes).toString('base64'));
  }

  async #takeFile(event: Paused): Promise<void> {
    const { requestId, responseHeaders = [] } = event;
    const type = contentTypeOf(responseHeaders);
    this.file = await takeBody(this.#cdp, requestId, type, this.#wait(FILE_PATIENCE)).catch(() => undefined);
    this.isMadePage = this.file !== undefined && this.file.limit === undefined && isMadePage(this.file.bytes, type);
    const shown = this.isMadePage && this.file ? Buffer.from(this.file.bytes).toString('base64') : '';
    await this.#requests.fulfil(event, unframed(responseHeaders), shown);
  }

  /** The document's bytes; undefined if they do not come to an end in time. Of one that may be very long, its beginning. */
  async #body({ requestId, responseHeaders: headers = [] }: Paused, isOwn: boolean): Promise<Body | undefined> {
    if (!mayUnpack(headers)) {
      const bytes = await this.#bytes(requestId);
      return bytes && { bytes, isTaken: false, isTooLarge: false };
    }
    const pieces = new Pieces(MOST_BYTES);
    // Each piece has its time: how long all of a long document takes is the machine's matter, too.
    const end = await takePieces(
      this.#cdp,
      requestId,
      [HEAD, PART],
      () => this.#wait(1),
      (piece) => pieces.add(piece),
    );
    const { bytes } = pieces.whole(false);
    // Whether it came to its end can't be told here: a page that has none is loaded once more, as one that comes too late.
    const isDone = end === 'enough' || (end === 'whole' && hasEnd(bytes));
    return isDone || !isOwn ? { bytes, isTaken: true, isTooLarge: end === 'enough' } : undefined;
  }

  /** The same, of one that is as long as what is sent. */
  async #bytes(requestId: string): Promise<Uint8Array | undefined> {
    const answer = this.#cdp.send('Fetch.getResponseBody', { requestId });
    if (!(await this.#wait(1).holds(answer))) return undefined;
    const { body, base64Encoded } = await answer;
    return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
  }
}

/** A document's body as far as it is wanted; `isTaken`: the browser must be given it. */
interface Body {
  readonly bytes: Uint8Array;
  readonly isTaken: boolean;
  readonly isTooLarge: boolean;
}

/** Whether a body may be much longer than what is sent of it, and than is wanted. */
function mayUnpack(headers: readonly Header[]): boolean {
  const coding = headerValue(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return false;
  const length = Number(headerValue(headers, 'content-length') ?? Number.NaN);
  return !(/^(?:x-gzip|gzip|deflate)$/.test(coding) && length * MOST_UNPACKED <= MOST_BYTES);
}

/** Whether a document ends with a tag, as nearly all do. */
const hasEnd = (bytes: Uint8Array): boolean => />\s*$/.test(Buffer.from(bytes.subarray(-200)).toString('latin1'));

/** The headers with another content type. @param type as it was */
function withEncoding(encoding: string, headers: readonly Header[], type: string): Header[] {
  const value = `${isPageType(typeOf(type)) ? typeOf(type) : 'text/html'}; charset=${encoding}`;
  return [...headers.filter(({ name }) => name.toLowerCase() !== 'content-type'), { name: 'Content-Type', value }];
}

/** Whether the browser would take the bytes for another encoding than theirs. */
function isUndeclared({ encoding, declared }: Encoding, bytes: Uint8Array, contentType: string): boolean {
  const said = headerEncoding(contentType);
  if (said === encoding) return false;
  // ASCII is windows-1252; UTF-16 and ISO-2022-JP are ASCII bytes that stand for something else.
  const isPlain = declared || (isAscii(bytes) && encoding === 'windows-1252');
  return said !== undefined || !isPlain;
}
