import { performance } from 'node:perf_hooks';
import type { ConsoleMessage, Page, Request, Response, WebError } from 'playwright';
import { messageOf } from '../../domain/errors.ts';

/** Most stored events of a load. */
const MOST_EVENTS = 500;
/** Most stored characters of a message or an address. */
const LONGEST = 500;
/** Resource types that Forager never loads, as links do not depend on them. */
const NEVER_LOADED = new Set(['media', 'font']);
/** Errors of requests cancelled by the page or Forager. */
const CANCELLED = /ERR_(?:ABORTED|BLOCKED_BY_CLIENT)$/;
/** Error of a failed connection; the browser connects through our proxy and does not know the reason. */
const NOT_CONNECTED = /ERR_SOCKS_CONNECTION_FAILED$/;

type EventKind = 'script error' | 'console error' | 'request failed' | 'error answer' | 'held back';

/** An error while a page loaded. Texts come from the page: escape them before display. */
export interface LoadEvent {
  /** Milliseconds since the page was requested. */
  readonly at: number;
  readonly kind: EventKind;
  /** Message of the error, Chromium's code, or the status of the answer. */
  readonly text: string;
  /** Script or style sheet with the error, or requested address; empty if unknown. */
  readonly url: string;
  /** Line of the script, from 1. */
  readonly line?: number;
  /** HTTP method in capital letters. */
  readonly method?: string;
  /** Playwright's resource type; `frame` for the document of a frame. */
  readonly type?: string;
}

/** Returns the reason why the last connection to an address's server failed. */
type FailureOf = (url: URL) => Error | undefined;

/** Records errors while a page loads: of scripts, of the console, and of requests. */
export class LoadRecord {
  readonly #page: Page;
  readonly #failureOf: FailureOf;
  #events: LoadEvent[] = [];
  /** Places of scripts that fail to start, by message, since Playwright does not report the place. */
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

  /** Watches a page; records nothing before a load begins. */
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

  /** Errors in order of arrival; at most 500. */
  get events(): readonly LoadEvent[] {
    return this.#events.map((event) =>
      event.kind === 'script error' && event.url === '' ? { ...event, ...this.#places.get(event.text) } : event,
    );
  }

  /** Starts recording another page, without the events of the last one. */
  begin(): void {
    this.#events = [];
    this.#places.clear();
    this.#begunAt = performance.now();
    this.#isOpen = true;
  }

  /** Stops recording once the page has loaded, before Forager interacts with the page. */
  end(): void {
    this.#isOpen = false;
  }

  /** Records a request that Forager did not send, but answered with HTTP 204. */
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
    // Requests are recorded separately.
    if (/^Failed to load resource:/.test(text)) return;
    const { url, line } = message.location();
    this.#add({ kind: 'console error', text, url, ...(url !== '' && { line: line + 1 }) });
  }

  #failed(request: Request): void {
    const text = request.failure()?.errorText ?? 'failed';
    const type = request.resourceType();
    if (NEVER_LOADED.has(type) || CANCELLED.test(text)) return;
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
      // Playwright knows the frame of a navigation only at its end; this one is the main frame's.
      return true;
    }
  }

  #add(event: Omit<LoadEvent, 'at'>): void {
    if (!this.#isOpen || this.#events.length === MOST_EVENTS) return;
    const at = Math.round(performance.now() - this.#begunAt);
    this.#events.push({ at, ...event, text: event.text.slice(0, LONGEST), url: event.url.slice(0, LONGEST) });
  }
}
