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

/** Stems of English words in harmful addresses; such requests are checked whatever their type. */
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

/** Data of a visit for the gate of its tab. */
export interface Visiting {
  readonly url: string;
  /** Referer header of the visit's first request. */
  readonly referer: string | undefined;
  readonly mayFollow: Target['mayFollow'];
  readonly onOverload: Target['onOverload'];
  readonly pace: VisitPace;
}

/** Resource types of script requests, which may write. */
const SCRIPTED = ['XHR', 'Fetch', 'Ping', 'CSPViolationReport', 'EventSource'] as const;
/** Methods that write nothing (RFC 9110, section 9.2.1). */
const READING: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
/** Limit of requests that scripts make without an action; more is a loop. */
const MOST_SCRIPTED = 300;
/** Resource types without links, and costly. */
const UNSEEN = ['Media', 'Font'] as const;
/** Resource type of prefetches, recognised by a header; a prefetch may have effects, such as a log-out. */
const AHEAD = ['Other'] as const;
const isAhead = ({ headers }: Paused['request']): boolean =>
  Object.entries(headers).some(
    ([name, value]) => /^(?:sec-)?purpose$/i.test(name) && /prefetch|prerender/i.test(value),
  );

/**
 * Filters a tab's requests: blocks private addresses, forbidden redirects, writes and harm (safety/request.ts). Allowed
 * documents wait for their host (DocumentRequests) and are inspected first (DocumentBodies).
 */
export class DocumentGate {
  /** Reason why the tab's own document was blocked: forbidden, or permission is unknown. */
  failure: Error | undefined;
  /** Address of the tab's own document that got no answer, and the connection's failure. */
  unanswered: { readonly url: URL; readonly failure: Error | undefined } | undefined;
  /** Callback for each request of the page's scripts. */
  onRequest: (url: string, method: string) => void = () => undefined;
  /** Callback for each document of the tab that is not requested, as the page is held. */
  onPutOff: (url: string) => void = () => undefined;
  /** Callback for each request that the gate answered instead of its server. */
  onHeldBack: (url: string, method: string, type: string) => void = () => undefined;
  /** Callback for each limit that the page's requests reached. */
  onLimit: (limit: string) => void = () => undefined;
  readonly bodies: DocumentBodies;
  readonly documents = new DocumentRequests();
  readonly #requests: PausedRequests;
  /** Handler of pictures; undefined if a user sees the page and pictures are loaded. */
  readonly #pictures: Pictures | undefined;
  /** Number of requests that scripts may still make. */
  #scriptedLeft = MOST_SCRIPTED;
  /** True if the page before, which was held, may still send requests. */
  #isLeaving = false;
  #ignoresErrors = true;
  readonly #cdp: CDPSession;
  readonly #failureOf: TabOptions['failureOf'];
  readonly #hasSession: boolean;
  /** Frame id of the tab's main frame. */
  mainFrame = '';
  #visiting: Visiting | undefined;
  /** True if the requested page has come: that page causes later requests. */
  #hasArrived = false;

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
    // Errors here mean that the document was left in the meantime.
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

  /** Accepts invalid certificates, or rejects them until the tab's own document has come. */
  async ignoreCertificateErrors(ignore: boolean): Promise<void> {
    this.#ignoresErrors = ignore;
    await this.#cdp.send('Security.setIgnoreCertificateErrors', { ignore });
  }

  /** Prepares for another page, or the same one again if too slow. The caller has waited for the host. */
  begin(visiting: Visiting, isTooSlow: boolean): void {
    this.failure = undefined;
    this.unanswered = undefined;
    this.#hasArrived = false;
    this.#visiting = visiting;
    this.bodies.begin(isTooSlow);
    this.#pictures?.begin();
    this.#scriptedLeft = MOST_SCRIPTED;
    this.#isLeaving ||= this.documents.isHeld;
    this.documents.begin(visiting.pace);
  }

  /** Keeps the page and its frames at their documents, and blocks harmful addresses. New frames still load theirs. */
  hold(): void {
    this.documents.isHeld = true;
  }

  /** Blocks all further requests of the captured page. */
  leave(): void {
    this.documents.isHeld = true;
    this.documents.isLeft = true;
  }

  /**
   * Allows scripts more requests.
   *
   * @param acts number of actions taken
   */
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
      this.#hasArrived = true;
    }
    const location = isRedirect ? headerValue(responseHeaders, 'location') : undefined;
    if (location !== undefined) return await this.#redirect(event, location);
    if (!this.#ignoresErrors && this.#isOwn(event)) await this.ignoreCertificateErrors(true);
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
    const isNavigation = resourceType === 'Document' && redirectedRequestId === undefined;
    if (refusal !== undefined || !isNavigation) return await this.#decide(event, refusal);
    const limit = await (isOwn ? this.documents.ownTurn(frameId, next) : this.documents.frameTurn(frameId, next));
    if (limit === 'left') return await this.#requests.answerNothing(event);
    if (limit !== undefined) return await this.#requests.refuse(event, limit);
    await this.#requests.pass(event);
  }

  /** Takes the reason from the proxy, as Chromium reports only that the connection failed. */
  async #noAnswer(event: Paused): Promise<void> {
    if (this.#isOwn(event)) {
      const url = new URL(event.request.url);
      const failure = this.#failureOf(url);
      this.unanswered = { url, failure };
      if (failure instanceof RefusedVisit) this.failure ??= failure;
    }
    await this.#requests.pass(event);
  }

  /** Tells whether a request is for the tab's own document. */
  #isOwn({ frameId, resourceType }: Paused): boolean {
    return frameId === this.mainFrame && resourceType === 'Document';
  }

  #mayBeSent({ request, resourceType, frameId }: Paused): boolean {
    const { isHeld } = this.documents;
    if (!READING.includes(request.method) && !this.#asksByPost(request, resourceType)) return false;
    const isWatched = isHeld || (this.#isLeaving && resourceType !== 'Document');
    if (isWatched && this.#mayHarm(request.url)) return false;
    // Requests of a loading page are its own, except those that surely harm the lent session.
    const isLent = this.#hasSession && resourceType !== 'Document';
    if (isLent && harmOf({ address: new URL(request.url) }) === 'sure') return false;
    return resourceType !== 'Document' || !isHeld || this.documents.askedBy(frameId) === 0;
  }

  /** Tells whether a script request with POST writes nothing, as far as its body shows. */
  #asksByPost(
    { method, url, postData, hasPostData }: Paused['request'],
    resourceType: Paused['resourceType'],
  ): boolean {
    const isBodyKnown = method === 'POST' && (postData !== undefined || hasPostData !== true);
    if (!isBodyKnown || !(resourceType === 'XHR' || resourceType === 'Fetch')) return false;
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
      // Permission of the server is unknown: a page is retried, a frame is skipped.
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #decide(event: Paused, refusal: Error | undefined): Promise<void> {
    if (refusal === undefined) return await this.#requests.pass(event);
    if (this.#isOwn(event)) {
      // A page's own navigation is one of its links: the page stays.
      if (refusal instanceof RefusedVisit && this.#hasArrived) return await this.#requests.answerNothing(event);
      this.failure = refusal;
    }
    await this.#requests.block(event);
  }
}

const isOneOf = (list: readonly string[], type: string): boolean => list.includes(type);
