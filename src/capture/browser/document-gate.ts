import { isAscii } from 'node:buffer';
import type { CDPSession } from 'playwright';
import { RefusedVisit } from '../../domain/errors.ts';
import { harmOfAddress } from '../../url/harm-address.ts';
import { parseUrl } from '../../url/parse.ts';
import { encodingOf, headerEncoding } from '../encoding/decode.ts';
import { Pieces } from '../encoding/decompress.ts';
import type { FileBody } from '../files/read-file.ts';
import { mayBearLinks } from '../files/registry.ts';
import { takeBody } from '../files/take-body.ts';
import { type LoadedSource, MOST_FRAMES } from '../loaded-page.ts';
import { isOtherType, isPageType, typeOf } from '../network/answer-rules.ts';
import { takePieces } from '../network/body-stream.ts';
import { sniffedType } from '../network/sniff-type.ts';
import {
  isFull,
  isUsual,
  isUsualRedirect,
  type Refusal,
  redirectError,
  type VisitPace,
} from '../network/visit-pace.ts';
import { asciiIn, makesRoots } from './page-texts.ts';
import type { TabOptions } from './tab.ts';

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

/** Beginnings of English words of addresses that may harm: such requests of any kind are looked at, styles and scripts too. */
const LIKE_HARM = [
  ...[
    'delet',
    'remov',
    'destroy',
    'logout',
    'log-out',
    'log_out',
    'logoff',
    'signout',
    'sign-out',
    'sign_out',
    'signoff',
  ],
  ...['unsubscri', 'cancel', 'deactivat', 'revoke', 'trash', 'purge', 'erase', 'vote', 'publish', 'clear', 'empty'],
].map((word) => ({ urlPattern: `*${word}*`, requestStage: 'Request' }) as const);

interface Header {
  readonly name: string;
  readonly value: string;
}

interface Paused {
  readonly requestId: string;
  /** Where a server has redirected to this: what that came from. */
  readonly redirectedRequestId?: string;
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

/** What a frame has asked for, and where it stands. */
interface Asking {
  /** Identity of the frame that holds it; undefined for the page's own. */
  readonly parent: string | undefined;
  /** Address of its document, as it was asked for. */
  url: string;
  documents: number;
  /** Redirects on the way to the last of them. */
  redirects: number;
}

/** What a visit brings to its tab's gate. */
export interface Visiting {
  /** Why the page may not lead there; see Target. */
  readonly mayFollow: ((url: URL) => Promise<string | undefined>) | undefined;
  readonly pace: VisitPace;
}

/** A document as it came. */
interface Source {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly makesRoots: boolean;
}

/** What scripts ask for, and may write with. */
const SCRIPTED = ['XHR', 'Fetch', 'Ping', 'CSPViolationReport', 'EventSource'] as const;
/** What a page's scripts may ask for by themselves: more is a loop. */
const MOST_SCRIPTED = 300;
/** What bears no links, and costs much. */
const UNSEEN = ['Media', 'Font'] as const;

/**
 * Stands between a tab and the servers that its pages ask. Documents, frames' documents included: it does not let
 * requests through to private addresses, nor redirects that the crawl may not follow; and where a document's bytes are in
 * another encoding than the browser would take them for, it says so in the document's header. Of files that bear links it
 * takes the bytes: the browser gets an empty answer in their place, and shows or downloads nothing. What scripts ask:
 * nothing that writes is let through, nor what they ask of addresses that are written as private ones. Documents that
 * scripts and refreshes lead to wait for their host's turn, as pages do, and have an end; see VisitPace. Once the page is
 * held, it goes nowhere any more, and asks for nothing whose address says that it ends a session, deletes or sends
 * something; once it is left, it asks for nothing.
 */
export class DocumentGate {
  /** Why the tab's own document was not let through: it may not be asked for, or nobody says whether it may. */
  failure: Error | undefined;
  /** The address of the tab's own document whose server gave no answer, and why it was not connected to. */
  unanswered: { readonly url: URL; readonly failure: Error | undefined } | undefined;
  /** The tab's own document did not come to an end in time: it is to be loaded without a look at its bytes. */
  isTooSlow = false;
  /** A document of the page is longer than the browser is given of it. */
  isTooLarge = false;
  /** Told of each request of the page's scripts. */
  onRequest: (url: string, method: string) => void = () => undefined;
  /** Told of each limit that the page's requests met. */
  onLimit: (limit: string) => void = () => undefined;
  /** Told where the page wanted to go on to and could not, as its host's turn would have come too late. */
  onPutOff: (url: string) => void = () => undefined;
  #isHeld = false;
  /** The page was left: nobody reads it any more. */
  #isLeft = true;
  /** What the visit asks for first was waited for before it began. */
  #isFirst = true;
  /** Goes up with each document that the tab itself asks for: an earlier one is not waited for any more. */
  #latest = 0;
  #waiting: Promise<unknown> | undefined;
  readonly #asking = new Map<string, Asking>();
  /** What frames have asked for as an ordinary page's do. */
  #frameRequests = 0;
  /** What scripts may still ask for. */
  #scriptedLeft = MOST_SCRIPTED;
  /** Whether the page before, which was held, may still send requests. */
  #isLeaving = false;
  /** What the tab's own document came with, where it is a file that may bear links. */
  file: FileBody | undefined;
  #overlooks = true;
  readonly #cdp: CDPSession;
  readonly #failureOf: TabOptions['failureOf'];
  /** Milliseconds that a document's bytes are waited for. */
  readonly #wait: number;
  readonly #hasSession: boolean;
  /** Identity of the tab's own frame. */
  mainFrame = '';
  /** The documents as they came, by frame. */
  readonly #sources = new Map<string, Source>();
  #visiting: Visiting | undefined;

  private constructor(cdp: CDPSession, wait: number, failureOf: TabOptions['failureOf'], hasSession: boolean) {
    this.#hasSession = hasSession;
    this.#cdp = cdp;
    this.#wait = wait;
    this.#failureOf = failureOf;
  }

  static async open(
    cdp: CDPSession,
    wait: number,
    failureOf: TabOptions['failureOf'],
    hasSession: boolean,
  ): Promise<DocumentGate> {
    const gate = new DocumentGate(cdp, wait, failureOf, hasSession);
    gate.mainFrame = (await cdp.send('Page.getFrameTree')).frameTree.frame.id;
    cdp.on('Page.frameAttached', ({ frameId, parentFrameId }) => {
      gate.#asking.set(frameId, { parent: parentFrameId, url: '', documents: 0, redirects: 0 });
    });
    // What fails here failed because the document was left meanwhile.
    cdp.on('Fetch.requestPaused', (event) => void gate.#handle(event).catch(() => undefined));
    const document = { resourceType: 'Document' } as const;
    await cdp.send('Fetch.enable', {
      patterns: [
        { ...document, requestStage: 'Response' },
        { ...document, requestStage: 'Request' },
        ...[...SCRIPTED, ...UNSEEN].map((resourceType) => ({ resourceType, requestStage: 'Request' }) as const),
        ...LIKE_HARM,
      ],
    });
    return gate;
  }

  /** Servers whose certificates are not valid are asked all the same, or not until the tab's own document has come. */
  async overlookCertificates(overlooks: boolean): Promise<void> {
    this.#overlooks = overlooks;
    await this.#cdp.send('Security.setIgnoreCertificateErrors', { ignore: overlooks });
  }

  /** The tab goes to another page, or to the same again, as that was too slow. Its host's turn was waited for. */
  begin(visiting: Visiting, isTooSlow: boolean): void {
    this.failure = undefined;
    this.unanswered = undefined;
    this.isTooSlow = isTooSlow;
    this.isTooLarge = false;
    this.file = undefined;
    this.#visiting = visiting;
    this.#sources.clear();
    this.#asking.clear();
    this.#frameRequests = 0;
    this.#scriptedLeft = MOST_SCRIPTED;
    this.#isLeaving ||= this.#isHeld;
    this.#isHeld = false;
    this.#isLeft = false;
    this.#isFirst = true;
    this.#latest++;
  }

  /** From now on the page stays as it is: it, and its frames, go to no other documents. Frames that are new load theirs. */
  hold(): void {
    this.#isHeld = true;
  }

  /** The page was read: from now on it asks for nothing any more. */
  leave(): void {
    this.#isHeld = true;
    this.#isLeft = true;
  }

  /** Scripts were made to do something, so many times: they may ask for more. */
  grant(acts: number): void {
    this.#scriptedLeft += 2 * acts;
  }

  /** Whether a document of the tab's own waits for its host's turn. */
  get isWaiting(): boolean {
    return this.#waiting !== undefined;
  }

  /** Waits until none of the tab's own documents waits for its host's turn. */
  async turn(): Promise<void> {
    while (this.#waiting) await this.#waiting;
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
    const asked = [...this.#asking].filter(([, { documents }]) => documents > 0);
    return this.isTooSlow || asked.some(([frame]) => this.#sources.get(frame)?.makesRoots ?? true);
  }

  async #handle(event: Paused): Promise<void> {
    const { responseStatusCode: status, responseErrorReason, responseHeaders = [] } = event;
    if (responseErrorReason !== undefined) return await this.#noAnswer(event);
    if (status === undefined) return await this.#ask(event);
    if (event.resourceType === 'Document') this.#visiting?.pace.touch(new URL(event.request.url));
    const isRedirect = status >= 300 && status < 400;
    if (this.#isOwn(event) && !isRedirect) this.#isLeaving = false;
    const location = isRedirect ? headerValue(responseHeaders, 'location') : undefined;
    if (location !== undefined) return await this.#redirect(event, location);
    if (!this.#overlooks && this.#isOwn(event)) await this.overlookCertificates(true);
    if (status < 300 && this.#isReadable(responseHeaders)) return await this.#sayEncoding(event, status);
    const isFile = mayBearLinks(typeOf(contentTypeOf(responseHeaders)));
    if (status < 300 && isFile && event.frameId === this.mainFrame) return await this.#takeFile(event, status);
    await this.#continue(event);
  }

  async #ask(event: Paused): Promise<void> {
    const { url, method } = event.request;
    if (this.#isLeft || isOneOf(UNSEEN, event.resourceType)) return await this.#fail(event);
    const isScripted = isOneOf(SCRIPTED, event.resourceType);
    if (isScripted) this.onRequest(url, method);
    if (!this.#mayBeSent(event)) return await this.#answerNothing(event);
    if (isScripted && this.#scriptedLeft-- <= 0) return await this.#refuse(event, 'too many requests');
    const next = new URL(url);
    const refusal = event.resourceType === 'Document' ? await this.#refusal(next) : undefined;
    const isLed = event.resourceType === 'Document' && event.redirectedRequestId === undefined;
    if (refusal !== undefined || !isLed) return await this.#decide(event, refusal);
    const limit = await (event.frameId === this.mainFrame ? this.#ownTurn(next) : this.#frameTurn(event, next));
    if (limit === 'left') return await this.#answerNothing(event);
    if (limit !== undefined) return await this.#refuse(event, limit);
    await this.#continue(event);
  }

  /** The proxy knows why there is no connection, Chromium only that there is none. */
  async #noAnswer(event: Paused): Promise<void> {
    if (this.#isOwn(event)) {
      const url = new URL(event.request.url);
      const failure = this.#failureOf(url);
      this.unanswered = { url, failure };
      if (failure instanceof RefusedVisit) this.failure ??= failure;
    }
    await this.#continue(event);
  }

  /** Whether it is the tab's own document. */
  #isOwn({ frameId, resourceType }: Paused): boolean {
    return frameId === this.mainFrame && resourceType === 'Document';
  }

  #mayBeSent({ request, resourceType, frameId }: Paused): boolean {
    if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'OPTIONS') return false;
    const isWatched = this.#isHeld || (this.#isLeaving && resourceType !== 'Document');
    if (isWatched && this.#mayHarm(request.url)) return false;
    return resourceType !== 'Document' || !this.#isHeld || this.#askingOf(frameId).documents === 0;
  }

  /** A document of the tab's own is let through in its host's turn. */
  async #ownTurn(url: URL): Promise<Refusal | undefined> {
    const { pace } = this.#visiting ?? {};
    const mine = ++this.#latest;
    const own = this.#askingOf(this.mainFrame);
    own.documents++;
    own.url = url.href;
    if (this.#isFirst) {
      this.#isFirst = false;
      pace?.asks(url);
      return undefined;
    }
    const isWanted = () => mine === this.#latest && !this.#isHeld;
    const turn = pace?.document(url, isWanted);
    const waiting = turn?.finally(() => {
      if (this.#waiting === waiting) this.#waiting = undefined;
    });
    this.#waiting = waiting;
    const refusal = await waiting;
    if (refusal === 'long delay') this.onPutOff(url.href);
    return refusal;
  }

  /** A frame's document comes with its page, or is let through in its host's turn. */
  async #frameTurn({ frameId }: Paused, url: URL): Promise<Refusal | undefined> {
    const asking = this.#askingOf(frameId);
    const before = asking.documents++;
    asking.url = url.href;
    asking.redirects = 0;
    if (isUsual(url, before, this.#above(asking))) return this.#oneMoreOfFrames(url);
    return isFull(before) ? 'too many documents' : await this.#further(url, before > 0);
  }

  /** Of a page's frames no more are loaded than are read. */
  #oneMoreOfFrames(url: URL): Refusal | undefined {
    this.#visiting?.pace.touch(url);
    return ++this.#frameRequests < MOST_FRAMES ? undefined : 'left';
  }

  async #further(url: URL, isReplacing: boolean): Promise<Refusal | undefined> {
    const { pace } = this.#visiting ?? {};
    const isWanted = () => this.#visiting?.pace === pace && !this.#isLeft && !(this.#isHeld && isReplacing);
    return await pace?.further(url, isWanted);
  }

  #askingOf(frame: string): Asking {
    const known = this.#asking.get(frame) ?? { parent: undefined, url: '', documents: 0, redirects: 0 };
    this.#asking.set(frame, known);
    return known;
  }

  /** Addresses of the documents that a frame stands in, the nearest first. */
  #above(frame: Asking): string[] {
    const above: string[] = [];
    for (let at = frame.parent; at !== undefined && above.length < MOST_FRAMES; at = this.#asking.get(at)?.parent)
      above.push(this.#asking.get(at)?.url ?? '');
    return above;
  }

  #mayHarm(url: string): boolean {
    const harm = harmOfAddress(new URL(url));
    return harm === 'sure' || (this.#hasSession && harm === 'doubtful');
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

  /** The frame, or the page, stays as it is. */
  async #refuse({ requestId }: Paused, limit: Refusal | 'too many requests'): Promise<void> {
    if (limit !== 'left') this.onLimit(limit);
    await this.#cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
  }

  async #redirect(event: Paused, location: string): Promise<void> {
    if (this.#isLeft) return await this.#fail(event);
    const next = parseUrl(location, event.request.url);
    if (!next || event.resourceType !== 'Document') return await this.#continue(event);
    const refusal = await this.#refusal(next);
    if (refusal !== undefined) return await this.#decide(event, refusal);
    const isOwn = event.frameId === this.mainFrame;
    const limit = await (isOwn ? this.#visiting?.pace.redirect(next) : this.#frameRedirect(event, next));
    if (limit === undefined) return await this.#continue(event);
    if (!isOwn) return await this.#refuse(event, limit);
    await this.#decide(event, redirectError(limit));
  }

  async #frameRedirect({ frameId }: Paused, to: URL): Promise<Refusal | undefined> {
    const isUsual = isUsualRedirect(this.#askingOf(frameId).redirects++);
    return isUsual ? this.#oneMoreOfFrames(to) : await this.#further(to, false);
  }

  async #refusal(next: URL): Promise<Error | undefined> {
    try {
      const refusal = await this.#visiting?.mayFollow?.(next);
      return refusal === undefined ? undefined : new RefusedVisit(refusal);
    } catch (error) {
      // Its server does not say what it allows: a page is to be tried again, a frame is left aside.
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #decide(event: Paused, refusal: Error | undefined): Promise<void> {
    if (refusal === undefined) return await this.#continue(event);
    if (this.#isOwn(event)) this.failure = refusal;
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
    const body = await this.#body(event);
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
  async #body({ requestId, frameId, responseHeaders: headers = [] }: Paused): Promise<Body | undefined> {
    if (!mayUnpack(headers)) {
      const bytes = await this.#bytes(requestId);
      return bytes && { bytes, isTaken: false, isTooLarge: false };
    }
    const pieces = new Pieces(MOST_BYTES);
    const end = await takePieces(this.#cdp, requestId, [HEAD, PART], this.#wait, (piece) => pieces.add(piece));
    const { bytes } = pieces.whole(false);
    // Whether it came to its end can't be told here: a page that has none is loaded once more, as one that comes too late.
    const isDone = end === 'enough' || (end === 'whole' && hasEnd(bytes));
    return isDone || frameId !== this.mainFrame ? { bytes, isTaken: true, isTooLarge: end === 'enough' } : undefined;
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
