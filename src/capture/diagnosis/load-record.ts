import { performance } from 'node:perf_hooks';
import type { ConsoleMessage, Page, Request, Response, WebError } from 'playwright';
import { messageOf } from '../../domain/errors.ts';

/** Events that are kept of a load. */
const MOST_EVENTS = 500;
/** Characters that are kept of a message or an address. */
const LONGEST = 500;
/** Types that Forager never loads, and no page needs for its links. */
const NEVER_LOADED = new Set(['media', 'font']);
/** Of requests that the page or Forager has called off. */
const CALLED_OFF = /ERR_(?:ABORTED|BLOCKED_BY_CLIENT)$/;
/** No connection: the browser does not know why, as it asks our proxy. */
const NOT_CONNECTED = /ERR_SOCKS_CONNECTION_FAILED$/;

type EventKind = 'script error' | 'console error' | 'request failed' | 'error answer' | 'held back';

/** Something that went wrong while a page loaded. Its texts are the page's own: escape them before they are shown. */
export interface LoadEvent {
  /** Milliseconds since the page was asked for. */
  readonly at: number;
  readonly kind: EventKind;
  /** The error's message, Chromium's code, or the status of the answer. */
  readonly text: string;
  /** The script or style sheet that the error stands in, or what was asked for; empty where that is not known. */
  readonly url: string;
  /** Line of the script, from 1. */
  readonly line?: number;
  /** How it was asked for, in capital letters. */
  readonly method?: string;
  /** Playwright's resource type; `frame` for the document of a frame. */
  readonly type?: string;
}

/** Why the last connection to an address's server was not made. */
type FailureOf = (url: URL) => Error | undefined;

/** Records what goes wrong while a page loads: errors of scripts, of the console, and of requests. */
export class LoadRecord {
  readonly #page: Page;
  readonly #failureOf: FailureOf;
  #events: LoadEvent[] = [];
  /** Where scripts do not even begin, by what is said of it: Playwright does not tell the place. */
  readonly #places = new Map<string, { readonly url: string; readonly line: number }>();
  #begunAt = 0;
  #isOpen = false;

  private constructor(page: Page, failureOf: FailureOf) {
    this.#page = page;
    this.#failureOf = failureOf;
    page.context().on('weberror', (error) => this.#scriptFailed(error));
    page.on('console', (message) => this.#said(message));
    page.on('requestfailed', (request) => this.#failed(request));
    page.on('response', (response) => this.#answered(response));
  }

  /** Watches a page; nothing is recorded before a load begins. */
  static async open(page: Page, failureOf: FailureOf): Promise<LoadRecord> {
    const record = new LoadRecord(page, failureOf);
    const cdp = await page.context().newCDPSession(page);
    cdp.on('Runtime.exceptionThrown', ({ exceptionDetails: { url = '', lineNumber, exception } }) => {
      const said = exception?.description;
      if (said !== undefined && url !== '' && record.#places.size < MOST_EVENTS)
        record.#places.set(said, { url, line: lineNumber + 1 });
    });
    await cdp.send('Runtime.enable');
    return record;
  }

  /** Errors in the order in which they came; at most 500. */
  get events(): readonly LoadEvent[] {
    return this.#events.map((event) =>
      event.kind === 'script error' && event.url === '' ? { ...event, ...this.#places.get(event.text) } : event,
    );
  }

  /** Forgets the load before: another page is asked for. */
  begin(): void {
    this.#events = [];
    this.#places.clear();
    this.#begunAt = performance.now();
    this.#isOpen = true;
  }

  /** The page has loaded: what Forager does to it from now on is not recorded. */
  end(): void {
    this.#isOpen = false;
  }

  /** Forager did not send a request, and answered it with HTTP 204. */
  heldBack(url: string, method: string, type: string): void {
    this.#add({ kind: 'held back', text: 'not sent, as it may write', url, method, type: type.toLowerCase() });
  }

  #scriptFailed(error: WebError): void {
    const { name, message, stack = '' } = error.error();
    const text =
      message === '' || message.startsWith(`${name}:`) || name === '' ? message || name : `${name}: ${message}`;
    const { url, line } = error.location();
    const [, place = '', row = '0'] = /(https?:\/\/\S+?):(\d+):\d+\)?$/m.exec(stack) ?? [];
    const at = url === '' ? { url: place, line: Number(row) } : { url, line: line + 1 };
    this.#add({ kind: 'script error', text, url: at.url, ...(at.line > 0 && { line: at.line }) });
  }

  #said(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    const text = message.text();
    // Requests tell of themselves.
    if (/^Failed to load resource:/.test(text)) return;
    const { url, line } = message.location();
    this.#add({ kind: 'console error', text, url, ...(url !== '' && { line: line + 1 }) });
  }

  #failed(request: Request): void {
    const text = request.failure()?.errorText ?? 'failed';
    const type = request.resourceType();
    if (NEVER_LOADED.has(type) || CALLED_OFF.test(text)) return;
    const failure = NOT_CONNECTED.test(text) ? this.#failureOf(new URL(request.url())) : undefined;
    const reason = failure
      ? messageOf(failure)
      : text.replace(/^net::/, '').replace(/^csp$/, 'Content Security Policy');
    this.#add({ kind: 'request failed', text: reason, ...this.#asked(request) });
  }

  #answered(response: Response): void {
    const status = response.status();
    if (status < 400) return;
    this.#add({ kind: 'error answer', text: `HTTP ${status}`, ...this.#asked(response.request()) });
  }

  #asked(request: Request): Pick<LoadEvent, 'url' | 'method' | 'type'> {
    const type = request.resourceType();
    const isFrame = type === 'document' && !this.#isOwn(request);
    return { url: request.url(), method: request.method(), type: isFrame ? 'frame' : type };
  }

  #isOwn(request: Request): boolean {
    try {
      return request.frame() === this.#page.mainFrame();
    } catch {
      // Playwright does not know the frame of a navigation before it ends: that is the page's own.
      return true;
    }
  }

  #add(event: Omit<LoadEvent, 'at'>): void {
    if (!this.#isOpen || this.#events.length === MOST_EVENTS) return;
    const at = Math.round(performance.now() - this.#begunAt);
    this.#events.push({ at, ...event, text: event.text.slice(0, LONGEST), url: event.url.slice(0, LONGEST) });
  }
}
