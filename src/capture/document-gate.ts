import { isAscii } from 'node:buffer';
import type { CDPSession } from 'playwright';
import { RefusedVisit } from '../domain/errors.ts';
import { parseUrl } from '../url/parse.ts';
import type { AddressGuard } from './address-guard.ts';
import { isOtherType, isPageType, typeOf } from './answer-rules.ts';
import { takePieces } from './body-stream.ts';
import { encodingOf, headerEncoding } from './decode.ts';
import { Pieces } from './decompress.ts';
import { isDestructiveAddress } from './destructive-address.ts';
import type { FileBody } from './files/read-file.ts';
import { mayBearLinks } from './files/registry.ts';
import { takeBody } from './files/take-body.ts';
import { asciiIn, makesRoots } from './page-texts.ts';
import { proxyCredentials } from './proxy-credentials.ts';
import { sniffedType } from './sniff-type.ts';
import { type LoadedSource, MOST_FRAMES } from './techniques/technique.ts';

/** Bytes of a document that the browser is given, unpacked: they go through this process. */
const MOST_BYTES = 32 * 2 ** 20;
/** Bytes of it that are asked for at a time. */
const PART = 262_144;
/** How many times as long a body may be at most when gzip is undone. */
const MOST_UNPACKED = 1032;

/** How much longer than a document a file is waited for: nothing else is to be seen of it. */
const FILE_PATIENCE = 4;

/**
 * What addresses that are written as private ones look like, and a few others: the guard looks closer. So it need not
 * see all that a page loads. Names that lead to private addresses are left to Chromium.
 */
const LIKE_PRIVATE = [
  '0.',
  '10.',
  '100.',
  '127.',
  '169.254.',
  '172.',
  '192.',
  '198.',
  '[',
  'localhost',
  '*.localhost',
].map((beginning) => ({ urlPattern: `*://${beginning}*`, requestStage: 'Request' }) as const);

interface Header {
  readonly name: string;
  readonly value: string;
}

interface Paused {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
  };
  readonly responseStatusCode?: number;
  readonly responseErrorReason?: string;
  readonly responseHeaders?: readonly Header[];
}

/** A document as it came. */
interface Source {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly makesRoots: boolean;
}

/** What scripts ask for, and may write with. */
const SCRIPTED = ['XHR', 'Fetch', 'Ping', 'CSPViolationReport'] as const;
/** What bears no links, and costs much. */
const UNSEEN = ['Media', 'Font'] as const;

/**
 * Stands between a tab and the servers that its pages ask. Documents, frames' documents included: it does not let
 * requests through to private addresses, nor redirects that the crawl may not follow; and where a document's bytes are in
 * another encoding than the browser would take them for, it says so in the document's header. Of files that bear links it
 * takes the bytes: the browser gets an empty answer in their place, and shows or downloads nothing. What scripts ask:
 * nothing that writes is let through, nor what they ask of addresses that are written as private ones. Once the page is
 * held, it goes nowhere any more.
 */
export class DocumentGate {
  /** Why the tab's own document was not let through: it may not be asked for, or nobody says whether it may. */
  failure: Error | undefined;
  /** The tab's own document did not come to an end in time: it is to be loaded without a look at its bytes. */
  isTooSlow = false;
  /** A document of the page is longer than the browser is given of it. */
  isTooLarge = false;
  /** Told of each request of the page's scripts. */
  onRequest: (url: string, method: string) => void = () => undefined;
  #isHeld = false;
  /** Frames that have asked for a document. */
  readonly #begun = new Set<string>();
  /** What the tab's own document came with, where it is a file that may bear links. */
  file: FileBody | undefined;
  readonly #cdp: CDPSession;
  readonly #guard: AddressGuard | undefined;
  /** Milliseconds that a document's bytes are waited for. */
  readonly #wait: number;
  /** Identity of the tab's own frame. */
  mainFrame = '';
  /** The documents as they came, by frame. */
  readonly #sources = new Map<string, Source>();
  #mayFollow: ((url: URL) => Promise<string | undefined>) | undefined;

  private constructor(cdp: CDPSession, guard: AddressGuard | undefined, wait: number) {
    this.#cdp = cdp;
    this.#guard = guard;
    this.#wait = wait;
  }

  static async open(
    cdp: CDPSession,
    guard: AddressGuard | undefined,
    wait: number,
    proxy: string | undefined,
  ): Promise<DocumentGate> {
    const gate = new DocumentGate(cdp, guard, wait);
    gate.mainFrame = (await cdp.send('Page.getFrameTree')).frameTree.frame.id;
    // What fails here failed because the document was left meanwhile.
    cdp.on('Fetch.requestPaused', (event) => void gate.#handle(event).catch(() => undefined));
    const document = { resourceType: 'Document' } as const;
    // Chromium 150 does not ask Playwright for name and password where a request is stopped here.
    const credentials = proxyCredentials(proxy);
    if (credentials) gate.#nameItself(credentials);
    await cdp.send('Fetch.enable', {
      handleAuthRequests: credentials !== undefined,
      patterns: [
        { ...document, requestStage: 'Response' },
        { ...document, requestStage: 'Request' },
        ...[...SCRIPTED, ...UNSEEN].map((resourceType) => ({ resourceType, requestStage: 'Request' }) as const),
        ...(guard ? LIKE_PRIVATE : []),
      ],
    });
    return gate;
  }

  /** Tells the proxy name and password, once for each request; a server is told none. */
  #nameItself(credentials: { readonly username: string; readonly password: string }): void {
    const told = new Set<string>();
    this.#cdp.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
      const isTold = authChallenge.source !== 'Proxy' || told.has(requestId);
      told.add(requestId);
      const authChallengeResponse = isTold
        ? ({ response: 'CancelAuth' } as const)
        : ({ response: 'ProvideCredentials', ...credentials } as const);
      this.#cdp.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }).catch(() => undefined);
    });
  }

  /** The tab goes to another page, or to the same again, as that was too slow. */
  begin(mayFollow: ((url: URL) => Promise<string | undefined>) | undefined, isTooSlow: boolean): void {
    this.failure = undefined;
    this.isTooSlow = isTooSlow;
    this.isTooLarge = false;
    this.file = undefined;
    this.#mayFollow = mayFollow;
    this.#sources.clear();
    this.#begun.clear();
    this.#isHeld = false;
  }

  /** From now on the page stays as it is: it, and its frames, go to no other documents. Frames that are new load theirs. */
  hold(): void {
    this.#isHeld = true;
  }

  /** The document of a frame as it came; undefined where its bytes were not looked at. */
  sourceOf(frame: string): LoadedSource | undefined {
    const source = this.#sources.get(frame);
    if (!source) return undefined;
    const { bytes, contentType } = source;
    return { bytes, contentType, isXml: typeOf(contentType) === 'application/xhtml+xml' };
  }

  /** Whether any of the documents makes shadow trees, or may: its bytes were not looked at. */
  get mayMakeRoots(): boolean {
    return this.isTooSlow || [...this.#begun].some((frame) => this.#sources.get(frame)?.makesRoots ?? true);
  }

  async #handle(event: Paused): Promise<void> {
    const { responseStatusCode: status, responseErrorReason, responseHeaders = [] } = event;
    if (responseErrorReason !== undefined) return await this.#continue(event);
    if (status === undefined) return await this.#ask(event);
    const location = status >= 300 && status < 400 ? headerValue(responseHeaders, 'location') : undefined;
    if (location !== undefined) return await this.#decide(event, await this.#redirectRefusal(event, location));
    if (status < 300 && this.#isReadable(responseHeaders)) return await this.#sayEncoding(event, status);
    const isFile = mayBearLinks(typeOf(contentTypeOf(responseHeaders)));
    if (status < 300 && isFile && event.frameId === this.mainFrame) return await this.#takeFile(event, status);
    await this.#continue(event);
  }

  async #ask(event: Paused): Promise<void> {
    const { url, method } = event.request;
    if (isOneOf(UNSEEN, event.resourceType)) return await this.#fail(event);
    if (isOneOf(SCRIPTED, event.resourceType)) this.onRequest(url, method);
    if (!this.#mayBeSent(event)) return await this.#answerNothing(event);
    await this.#decide(event, await this.#refusal(event, new URL(url)));
  }

  #mayBeSent({ request, resourceType, frameId }: Paused): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS') return false;
    if (resourceType !== 'Document') return !(this.#isHeld && isDestructiveAddress(new URL(request.url)));
    const isFirst = !this.#begun.has(frameId);
    this.#begun.add(frameId);
    // Of a page's frames no more are loaded than are read.
    return isFirst ? this.#begun.size <= MOST_FRAMES : !this.#isHeld;
  }

  /** The page takes it that its request was heard: what its scripts do next is seen. */
  async #answerNothing({ requestId, request }: Paused): Promise<void> {
    const origin = Object.entries(request.headers).find(([name]) => name.toLowerCase() === 'origin')?.[1];
    const shared = origin === undefined ? [] : [{ name: 'Access-Control-Allow-Origin', value: origin }];
    const credentials = { name: 'Access-Control-Allow-Credentials', value: 'true' };
    await this.#cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 204,
      responseHeaders: shared.length === 0 ? [] : [...shared, credentials],
    });
  }

  async #fail({ requestId }: Paused): Promise<void> {
    await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' });
  }

  async #redirectRefusal(event: Paused, location: string): Promise<Error | undefined> {
    const next = parseUrl(location, event.request.url);
    return next && (await this.#refusal(event, next));
  }

  async #refusal({ resourceType }: Paused, next: URL): Promise<Error | undefined> {
    try {
      const asked = resourceType === 'Document' ? await this.#mayFollow?.(next) : undefined;
      const refusal = asked ?? (await this.#guard?.refusal(next));
      return refusal === undefined ? undefined : new RefusedVisit(refusal);
    } catch (error) {
      // Its server does not say what it allows: a page is to be tried again, a frame is left aside.
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #decide(event: Paused, refusal: Error | undefined): Promise<void> {
    if (refusal === undefined) return await this.#continue(event);
    if (event.frameId === this.mainFrame && event.resourceType === 'Document') this.failure = refusal;
    await this.#fail(event);
  }

  /** A document of which a browser reads text. */
  #isReadable(headers: readonly Header[]): boolean {
    if (this.isTooSlow) return false;
    if (isOtherType(typeOf(contentTypeOf(headers)))) return false;
    if (headerValue(headers, 'content-disposition')?.trim().toLowerCase().startsWith('attachment')) return false;
    return Number(headerValue(headers, 'content-length') ?? 0) <= MOST_BYTES;
  }

  async #sayEncoding(event: Paused, status: number): Promise<void> {
    const { requestId, responseHeaders = [], frameId } = event;
    const body = await this.#body(requestId, responseHeaders);
    const bytes = body?.bytes;
    if (bytes === undefined && frameId === this.mainFrame) {
      this.isTooSlow = true;
      await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
      return;
    }
    const type = contentTypeOf(responseHeaders);
    const isPage = bytes !== undefined && isPageType(isPageType(typeOf(type)) ? typeOf(type) : sniffedType(bytes));
    const encoding = isPage ? unsaidEncoding(bytes, type) : undefined;
    if (isPage) this.#sources.set(frameId, { bytes, contentType: type, makesRoots: makesRoots(asciiIn(bytes)) });
    else if (bytes && frameId === this.mainFrame) this.file = { bytes };
    if (body === undefined || (encoding === undefined && !body.isTaken)) return await this.#continue(event);
    this.isTooLarge ||= body.isTooLarge;
    const unframed = responseHeaders.filter(({ name }) => !FRAMING.has(name.toLowerCase()));
    await this.#cdp.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: status,
      responseHeaders: encoding === undefined ? unframed : saying(encoding, unframed, type),
      body: Buffer.from(body.bytes).toString('base64'),
    });
  }

  async #takeFile({ requestId, responseHeaders = [] }: Paused, status: number): Promise<void> {
    const type = contentTypeOf(responseHeaders);
    this.file = await takeBody(this.#cdp, requestId, type, FILE_PATIENCE * this.#wait).catch(() => undefined);
    const kept = responseHeaders.filter(({ name }) => !FRAMING.has(name.toLowerCase()));
    await this.#cdp.send('Fetch.fulfillRequest', { requestId, responseCode: status, responseHeaders: kept, body: '' });
  }

  /** The document's bytes; undefined if they do not come to an end in time. Of one that may be very long, its beginning. */
  async #body(requestId: string, headers: readonly Header[]): Promise<Body | undefined> {
    if (!mayUnpack(headers)) {
      const bytes = await this.#bytes(requestId);
      return bytes && { bytes, isTaken: false, isTooLarge: false };
    }
    const pieces = new Pieces(MOST_BYTES);
    const end = await takePieces(this.#cdp, requestId, [PART, PART], this.#wait, (piece) => pieces.add(piece));
    const { bytes } = pieces.whole(false);
    // Whether it came to its end can't be told here: what has no end is loaded once more, as what comes too late.
    if (end !== 'enough' && (end !== 'whole' || !hasEnd(bytes))) return undefined;
    return { bytes, isTaken: true, isTooLarge: end === 'enough' };
  }

  /** The same, of one that is as long as what is sent. */
  async #bytes(requestId: string): Promise<Uint8Array | undefined> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((done) => {
      timer = setTimeout(() => done(undefined), this.#wait);
    });
    const body = this.#cdp.send('Fetch.getResponseBody', { requestId });
    body.catch(() => undefined);
    const first = await Promise.race([body, late]).finally(() => clearTimeout(timer));
    return first && Buffer.from(first.body, first.base64Encoded ? 'base64' : 'utf8');
  }

  async #continue({ requestId, responseStatusCode }: Paused): Promise<void> {
    const go = responseStatusCode === undefined ? 'Fetch.continueRequest' : 'Fetch.continueResponse';
    await this.#cdp.send(go, { requestId });
  }
}

/** What a changed body has its own of. */
const FRAMING = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

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
function saying(encoding: string, headers: readonly Header[], type: string): Header[] {
  const value = `${isPageType(typeOf(type)) ? typeOf(type) : 'text/html'}; charset=${encoding}`;
  return [...headers.filter(({ name }) => name.toLowerCase() !== 'content-type'), { name: 'Content-Type', value }];
}

/** The encoding of the bytes, where the browser would take them for another one. */
function unsaidEncoding(bytes: Uint8Array, contentType: string): string | undefined {
  const said = headerEncoding(contentType);
  const { encoding, declared } = encodingOf(bytes, contentType);
  if (said === encoding) return undefined;
  // ASCII is windows-1252; UTF-16 and ISO-2022-JP are ASCII bytes that stand for something else.
  const isPlain = declared || (isAscii(bytes) && encoding === 'windows-1252');
  return said === undefined && isPlain ? undefined : encoding;
}

const isOneOf = (list: readonly string[], type: string): boolean => list.includes(type);

const headerValue = (headers: readonly Header[], name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name)?.value;

/** As sent; of several the last counts, as in browsers. */
const contentTypeOf = (headers: readonly Header[]): string =>
  headers.findLast((header) => header.name.toLowerCase() === 'content-type')?.value ?? '';
