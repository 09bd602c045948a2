import type { CDPSession } from 'playwright';
import { RefusedVisit } from '../../../domain/errors.ts';
import { harmOf } from '../../../safety/harm.ts';
import { parseUrl } from '../../../url/parse.ts';
import type { Target } from '../../capture.ts';
import { redirectError, type VisitPace } from '../../network/visit-pace.ts';
import type { TabOptions } from '../tab-options.ts';
import { DocumentBodies } from './document-bodies.ts';
import { DocumentRequests } from './document-requests.ts';
import { headerValue, type Paused, PausedRequests } from './paused-request.ts';
import { Pictures } from './pictures.ts';

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

/** What a visit brings to its tab's gate. */
export interface Visiting {
  readonly url: string;
  /** The Referer header of its first request. */
  readonly referer: string | undefined;
  readonly mayFollow: Target['mayFollow'];
  readonly storms: Target['storms'];
  readonly pace: VisitPace;
}

/** What scripts ask for, and may write with. */
const SCRIPTED = ['XHR', 'Fetch', 'Ping', 'CSPViolationReport', 'EventSource'] as const;
/** Methods that write nothing (RFC 9110, section 9.2.1). */
const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** What a page's scripts may ask for by themselves: more is a loop. */
const MOST_SCRIPTED = 300;
/** What bears no links, and costs much. */
const UNSEEN = ['Media', 'Font'] as const;
/** As which Chromium asks for what links name to be loaded ahead, by its header: it may act, such as log out. */
const AHEAD = ['Other'] as const;
const isAhead = ({ headers }: Paused['request']): boolean =>
  Object.entries(headers).some(
    ([name, value]) => /^(?:sec-)?purpose$/i.test(name) && /prefetch|prerender/i.test(value),
  );

/**
 * Stands between a tab and the servers that its pages ask. Documents, frames' documents included: it does not let
 * requests through to private addresses, nor redirects that the crawl may not follow; they wait for their turn
 * (DocumentRequests), and are looked into before the browser has them (DocumentBodies). What scripts ask: nothing that
 * writes is let through, as far as can be told (safety/request.ts), nor what they ask of addresses that are written as
 * private ones, nor in a session of what surely harms it. Once the page is held, it goes nowhere any more, and asks for nothing whose address says that it ends a
 * session, deletes or sends something; once it is left, it asks for nothing.
 */
export class DocumentGate {
  /** Why the tab's own document was not let through: it may not be asked for, or nobody says whether it may. */
  failure: Error | undefined;
  /** The address of the tab's own document whose server gave no answer, and why it was not connected to. */
  unanswered: { readonly url: URL; readonly failure: Error | undefined } | undefined;
  /** Told of each request of the page's scripts. */
  onRequest: (url: string, method: string) => void = () => undefined;
  /** Told of each document that the tab would go to and is not sent for, as its page is held. */
  onPutOff: (url: string) => void = () => undefined;
  /** Told of each request that was not sent, and answered in its server's place. */
  onHeldBack: (url: string, method: string, type: string) => void = () => undefined;
  /** Told of each limit that the page's requests met. */
  onLimit: (limit: string) => void = () => undefined;
  readonly bodies: DocumentBodies;
  readonly documents = new DocumentRequests();
  readonly #requests: PausedRequests;
  /** Undefined: somebody looks at the page, and its pictures are loaded. */
  readonly #pictures: Pictures | undefined;
  /** What scripts may still ask for. */
  #scriptedLeft = MOST_SCRIPTED;
  /** Whether the page before, which was held, may still send requests. */
  #isLeaving = false;
  #overlooks = true;
  readonly #cdp: CDPSession;
  readonly #failureOf: TabOptions['failureOf'];
  readonly #hasSession: boolean;
  /** Identity of the tab's own frame. */
  mainFrame = '';
  #visiting: Visiting | undefined;
  /** Whether the page asked for has come: what is asked for next is led to by it. */
  #hasCome = false;

  private constructor(cdp: CDPSession, { patience, failureOf, storageState, starved, isSeen }: TabOptions) {
    this.#hasSession = storageState !== undefined;
    this.#cdp = cdp;
    this.#failureOf = failureOf;
    this.#requests = new PausedRequests(cdp, (limit) => this.onLimit(limit));
    this.bodies = new DocumentBodies(cdp, this.#requests, patience.requests, starved);
    if (!isSeen) this.#pictures = new Pictures(this.#requests, this.bodies);
  }

  static async open(cdp: CDPSession, options: TabOptions): Promise<DocumentGate> {
    const gate = new DocumentGate(cdp, options);
    gate.mainFrame = (await cdp.send('Page.getFrameTree')).frameTree.frame.id;
    cdp.on('Page.frameAttached', ({ frameId, parentFrameId }) => gate.documents.attach(frameId, parentFrameId));
    // What fails here failed because the document was left meanwhile.
    cdp.on('Fetch.requestPaused', (event) => void gate.#handle(event).catch(() => undefined));
    const document = { resourceType: 'Document' } as const;
    const drawn = options.isSeen ? [] : (['Image'] as const);
    await cdp.send('Fetch.enable', {
      patterns: [
        { ...document, requestStage: 'Response' },
        { ...document, requestStage: 'Request' },
        ...[...SCRIPTED, ...UNSEEN, ...AHEAD, ...drawn].map(
          (resourceType) => ({ resourceType, requestStage: 'Request' }) as const,
        ),
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
    this.#hasCome = false;
    this.#visiting = visiting;
    this.bodies.begin(isTooSlow);
    this.#pictures?.begin();
    this.#scriptedLeft = MOST_SCRIPTED;
    this.#isLeaving ||= this.documents.isHeld;
    this.documents.begin(visiting.pace);
  }

  /** From now on the page stays as it is: it, and its frames, go to no other documents. Frames that are new load theirs. */
  hold(): void {
    this.documents.isHeld = true;
  }

  /** The page was read: from now on it asks for nothing any more. */
  leave(): void {
    this.documents.isHeld = true;
    this.documents.isLeft = true;
  }

  /** Scripts were made to do something, so many times: they may ask for more. */
  grant(acts: number): void {
    this.#scriptedLeft += 2 * acts;
  }

  async #handle(event: Paused): Promise<void> {
    const { responseStatusCode: status, responseErrorReason, responseHeaders = [] } = event;
    if (status === undefined && responseErrorReason === undefined) return await this.#ask(event);
    const isRedirect = status !== undefined && status >= 300 && status < 400;
    if (event.resourceType === 'Image' && !isRedirect && this.#pictures) return await this.#pictures.answered(event);
    if (responseErrorReason !== undefined) return await this.#noAnswer(event);
    if (event.resourceType === 'Document') this.documents.answered(new URL(event.request.url));
    if (this.#isOwn(event) && !isRedirect) {
      this.#isLeaving = false;
      this.#hasCome = true;
    }
    const location = isRedirect ? headerValue(responseHeaders, 'location') : undefined;
    if (location !== undefined) return await this.#redirect(event, location);
    if (!this.#overlooks && this.#isOwn(event)) await this.overlookCertificates(true);
    await this.bodies.come(event, event.frameId === this.mainFrame);
  }

  async #ask(event: Paused): Promise<void> {
    const { request, resourceType, frameId, redirectedRequestId } = event;
    if (this.documents.isLeft || isOneOf(UNSEEN, resourceType) || isAhead(request))
      return await this.#requests.block(event);
    if (resourceType === 'Image' && this.#pictures) return await this.#pictures.ask(event);
    const isScripted = isOneOf(SCRIPTED, resourceType);
    if (isScripted) this.onRequest(request.url, request.method);
    if (!this.#mayBeSent(event)) {
      if (this.#isOwn(event) && this.documents.isHeld && request.method === 'GET') this.onPutOff(request.url);
      this.onHeldBack(request.url, request.method, resourceType);
      return await this.#requests.answerNothing(event);
    }
    if (isScripted && this.#scriptedLeft-- <= 0) return await this.#requests.refuse(event, 'too many requests');
    const next = new URL(request.url);
    const isOwn = this.#isOwn(event);
    const refusal = resourceType === 'Document' ? await this.#refusal(next, isOwn) : undefined;
    const isLed = resourceType === 'Document' && redirectedRequestId === undefined;
    if (refusal !== undefined || !isLed) return await this.#decide(event, refusal);
    const limit = await (isOwn ? this.documents.ownTurn(frameId, next) : this.documents.frameTurn(frameId, next));
    if (limit === 'left') return await this.#requests.answerNothing(event);
    if (limit !== undefined) return await this.#requests.refuse(event, limit);
    await this.#requests.pass(event);
  }

  /** The proxy knows why there is no connection, Chromium only that there is none. */
  async #noAnswer(event: Paused): Promise<void> {
    if (this.#isOwn(event)) {
      const url = new URL(event.request.url);
      const failure = this.#failureOf(url);
      this.unanswered = { url, failure };
      if (failure instanceof RefusedVisit) this.failure ??= failure;
    }
    await this.#requests.pass(event);
  }

  /** Whether it is the tab's own document. */
  #isOwn({ frameId, resourceType }: Paused): boolean {
    return frameId === this.mainFrame && resourceType === 'Document';
  }

  #mayBeSent({ request, resourceType, frameId }: Paused): boolean {
    const { isHeld } = this.documents;
    if (!READING.includes(request.method) && !this.#asksByPost(request, resourceType)) return false;
    const isWatched = isHeld || (this.#isLeaving && resourceType !== 'Document');
    if (isWatched && this.#mayHarm(request.url)) return false;
    // What a page asks for as it loads is its own, but for what surely harms the session that was lent.
    const isLent = this.#hasSession && resourceType !== 'Document';
    if (isLent && harmOf({ address: new URL(request.url) }) === 'sure') return false;
    return resourceType !== 'Document' || !isHeld || this.documents.askedBy(frameId) === 0;
  }

  /** Whether a script asks for something with POST, and writes nothing as far as can be told. */
  #asksByPost(
    { method, url, postData, hasPostData }: Paused['request'],
    resourceType: Paused['resourceType'],
  ): boolean {
    const isTold = method === 'POST' && (postData !== undefined || hasPostData !== true);
    if (!isTold || !(resourceType === 'XHR' || resourceType === 'Fetch')) return false;
    return harmOf({ address: new URL(url), method, body: postData }) === undefined;
  }

  #mayHarm(url: string): boolean {
    const harm = harmOf({ address: new URL(url) });
    return harm === 'sure' || (this.#hasSession && harm === 'doubtful');
  }

  async #redirect(event: Paused, location: string): Promise<void> {
    if (this.documents.isLeft) return await this.#requests.block(event);
    const next = parseUrl(location, event.request.url);
    if (!next || event.resourceType !== 'Document') return await this.#requests.pass(event);
    const isOwn = this.#isOwn(event);
    const refusal = await this.#refusal(next, isOwn);
    if (refusal !== undefined) return await this.#decide(event, refusal);
    const limit = await (isOwn ? this.documents.ownRedirect(next) : this.documents.frameRedirect(event.frameId, next));
    if (limit === undefined) return await this.#requests.pass(event);
    if (!isOwn) return await this.#requests.refuse(event, limit);
    await this.#decide(event, redirectError(limit));
  }

  async #refusal(next: URL, isOwn: boolean): Promise<Error | undefined> {
    try {
      const refusal = await this.#visiting?.mayFollow?.(next, isOwn ? 'page' : 'in-frame');
      return refusal === undefined ? undefined : new RefusedVisit(refusal);
    } catch (error) {
      // Its server does not say what it allows: a page is to be tried again, a frame is left aside.
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #decide(event: Paused, refusal: Error | undefined): Promise<void> {
    if (refusal === undefined) return await this.#requests.pass(event);
    if (this.#isOwn(event)) {
      // What a page itself leads to is one of its links: it stays.
      if (refusal instanceof RefusedVisit && this.#hasCome) return await this.#requests.answerNothing(event);
      this.failure = refusal;
    }
    await this.#requests.block(event);
  }
}

const isOneOf = (list: readonly string[], type: string): boolean => list.includes(type);
