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

/** Limit in unpacked bytes of a document; all pass through this process. */
const MOST_BYTES = 32 * 2 ** 20;
/** Bytes of a document read at first; most documents have no more. */
const HEAD = 65_536;
/** Bytes read at a time after the head. */
const PART = 2 ** 20;
/** Highest compression ratio of gzip. */
const MOST_UNPACKED = 1032;

/** Factor by which a file is waited for longer than a document, as nothing else is shown. */
const FILE_PATIENCE = 4;

/** Document as received. */
interface Source {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly encoding: string;
  readonly host: string;
  /** True if the markup or a script in it handles errors. */
  readonly hearsErrors: boolean;
}

/**
 * Reads a page's documents and declares encodings that the browser would get wrong. Files with links stay here: the
 * browser gets an empty answer, except for XML with an XSLT style sheet.
 */
export class DocumentBodies {
  /** True if the tab's own document was too slow and must be loaded without looking at its bytes. */
  isTooSlow = false;
  /** True if a document of the page was longer than the part given to the browser. */
  isTooLarge = false;
  /** Body of the tab's own document if that is a file that may have links. */
  file: FileBody | undefined;
  /** True if the browser makes a page of `file`. */
  isMadePage = false;
  /** True if the document came as a page, but is a sitemap. */
  isSitemap = false;
  readonly #cdp: CDPSession;
  readonly #requests: PausedRequests;
  readonly #wait: (times: number) => FairTime;
  /** Documents as received, by frame. */
  readonly #sources = new Map<string, Source>();

  /** @param wait milliseconds for a document's bytes; for a packed document, for each piece */
  constructor(cdp: CDPSession, requests: PausedRequests, wait: number, starved: CpuPressure | undefined) {
    this.#cdp = cdp;
    this.#requests = requests;
    this.#wait = (times) => new FairTime(times * wait, starved);
  }

  /** @param isTooSlow true to load the same page without looking at its bytes */
  begin(isTooSlow: boolean): void {
    this.isTooSlow = isTooSlow;
    this.isTooLarge = false;
    this.file = undefined;
    this.isMadePage = false;
    this.isSitemap = false;
    this.#sources.clear();
  }

  /** Returns a frame's document as received; undefined if its bytes were not read. */
  sourceOf(frame: string): LoadedSource | undefined {
    const source = this.#sources.get(frame);
    if (!source) return undefined;
    const { bytes, contentType, encoding } = source;
    return { bytes, encoding, isXml: typeOf(contentType) === 'application/xhtml+xml' };
  }

  /** Tells whether a frame's document came from a host and handles load errors. */
  hearsOfFailures(frame: string, host: string): boolean {
    const source = this.#sources.get(frame);
    return source?.hearsErrors === true && source.host === host;
  }

  /** Inspects a document or file before the browser does. @param isOwn true for the tab's own document */
  async come(event: Paused, isOwn: boolean): Promise<void> {
    const { responseStatusCode: status = 0, responseHeaders = [] } = event;
    if ((status < 300 || status === 404) && this.#isReadable(responseHeaders))
      return await this.#declareEncoding(event, isOwn);
    const isFile = isOtherType(typeOf(contentTypeOf(responseHeaders)));
    if (status < 300 && isFile && isOwn) return await this.#takeFile(event);
    await this.#requests.pass(event);
  }

  /** Tells whether a browser would read a document as text. */
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
    const detected = isPage ? encodingOf(bytes, type) : undefined;
    const encoding = isPage && detected && isUndeclared(detected, bytes, type) ? detected.encoding : undefined;
    if (isPage && detected) {
      const hearsErrors = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('onerror');
      const { host } = new URL(request.url);
      this.#sources.set(frameId, { bytes, contentType: type, encoding: detected.encoding, host, hearsErrors });
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

  /** Returns the bytes of a document, or the head of a very long one; undefined if they are late. */
  async #body({ requestId, responseHeaders: headers = [] }: Paused, isOwn: boolean): Promise<Body | undefined> {
    if (!mayUnpack(headers)) {
      const bytes = await this.#bytes(requestId);
      return bytes && { bytes, isTaken: false, isTooLarge: false };
    }
    const pieces = new Pieces(MOST_BYTES);
    // Each piece gets its own time, as a long document also depends on the machine.
    const end = await takePieces(
      this.#cdp,
      requestId,
      [HEAD, PART],
      () => this.#wait(1),
      (piece) => pieces.add(piece),
    );
    const { bytes } = pieces.whole(false);
    // A missing end may just be late: such a page is loaded once more.
    const isDone = end === 'enough' || (end === 'whole' && hasEnd(bytes));
    return isDone || !isOwn ? { bytes, isTaken: true, isTooLarge: end === 'enough' } : undefined;
  }

  /** Returns the bytes of a document that is not packed; undefined if they are late. */
  async #bytes(requestId: string): Promise<Uint8Array | undefined> {
    const answer = this.#cdp.send('Fetch.getResponseBody', { requestId });
    if (!(await this.#wait(1).holds(answer))) return undefined;
    const { body, base64Encoded } = await answer;
    return Buffer.from(body, base64Encoded ? 'base64' : 'utf8');
  }
}

/** Body of a document up to the limit; `isTaken` means that the browser must get these bytes. */
interface Body {
  readonly bytes: Uint8Array;
  readonly isTaken: boolean;
  readonly isTooLarge: boolean;
}

/** Tells whether a body may unpack to much more than is sent, and than the limit. */
function mayUnpack(headers: readonly Header[]): boolean {
  const coding = headerValue(headers, 'content-encoding')?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return false;
  const length = Number(headerValue(headers, 'content-length') ?? Number.NaN);
  return !(/^(?:x-gzip|gzip|deflate)$/.test(coding) && length * MOST_UNPACKED <= MOST_BYTES);
}

/** Tells whether a document ends with a tag, as nearly all do. */
const hasEnd = (bytes: Uint8Array): boolean => />\s*$/.test(Buffer.from(bytes.subarray(-200)).toString('latin1'));

/** Returns headers with an encoding in the content type. @param type original content type */
function withEncoding(encoding: string, headers: readonly Header[], type: string): Header[] {
  const value = `${isPageType(typeOf(type)) ? typeOf(type) : 'text/html'}; charset=${encoding}`;
  return [...headers.filter(({ name }) => name.toLowerCase() !== 'content-type'), { name: 'Content-Type', value }];
}

/** Tells whether the browser would assume another encoding than the actual one. */
function isUndeclared({ encoding, declared }: Encoding, bytes: Uint8Array, contentType: string): boolean {
  const said = headerEncoding(contentType);
  if (said === encoding) return false;
  // ASCII is windows-1252; UTF-16 and ISO-2022-JP may have only ASCII bytes with another meaning.
  const isPlain = declared || (isAscii(bytes) && encoding === 'windows-1252');
  return said !== undefined || !isPlain;
}
