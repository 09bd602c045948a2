import type { CDPSession, Page, Request } from 'playwright';
import type { RequestActivity } from '../clock/virtual-time.ts';

const BRINGS_LINKS = new Set(['document', 'script', 'xhr', 'fetch']);
/** Parts that one page may load, such as scripts, style sheets and sockets: more is a loop. */
const MOST_PARTS = 1000;
/** The same for pictures. */
const MOST_PICTURES = 3000;
/** What the gate looks after, and is no part of a page in this sense. */
const GATED = new Set(['document', 'xhr', 'fetch', 'ping', 'cspviolationreport', 'eventsource', 'media', 'font']);

/** Looks in a row at which nothing came of the bodies that are on their way: nobody reads them, or they have no end. */
const MOST_STALLED = 10;

/** What a page has asked for: requests that may bring links and are without an answer, and the parts that it loads. */
export class PendingRequests {
  /** Told of each part. @param isTooMany there are so many that it is a loop */
  onPart: (isTooMany: boolean) => void = () => undefined;
  /** Told when a request has failed. */
  onFailed: (request: Request) => void = () => undefined;
  readonly #unanswered = new Set<Request>();
  /** Answered, and their bodies are on their way. */
  readonly #coming = new Set<Request>();
  /** Those that bring no links: streams, pictures. They hold up the page's time, too. */
  readonly #others = new Set<Request>();
  readonly #cdp: CDPSession;
  /** Looks since something came of a body; undefined while nobody is told of that. */
  #stalled: number | undefined;
  /** When the last of them was sent or answered. */
  #lastChange = 0;
  #parts = 0;
  #pictures = 0;

  constructor(page: Page, cdp: CDPSession) {
    this.#cdp = cdp;
    cdp.on('Network.dataReceived', () => this.#flows());
    page.on('websocket', () => this.#countPart());
    page.on('request', (request) => {
      if (request.resourceType() === 'image') this.onPart(++this.#pictures > MOST_PICTURES);
      else if (!GATED.has(request.resourceType())) this.#countPart();
      if (!BRINGS_LINKS.has(request.resourceType())) {
        this.#others.add(request);
        return;
      }
      this.#unanswered.add(request);
      this.touch();
    });
    page.on('response', (response) => {
      const request = response.request();
      if (!this.#unanswered.delete(request)) return;
      this.#coming.add(request);
      this.#flows();
    });
    const settle = (request: Request) => {
      this.#others.delete(request);
      const wasComing = this.#coming.delete(request);
      if (this.#unanswered.delete(request) || wasComing) this.#flows();
    };
    page.on('requestfinished', settle);
    page.on('requestfailed', (request) => {
      settle(request);
      this.onFailed(request);
    });
  }

  begin(): void {
    this.#unanswered.clear();
    this.#coming.clear();
    this.#others.clear();
    if (this.#stalled !== undefined) this.#cdp.send('Network.disable').catch(() => undefined);
    this.#stalled = undefined;
    this.#parts = 0;
    this.#pictures = 0;
  }

  /** Whether requests that may bring links are without an answer. */
  get isWaiting(): boolean {
    return this.#unanswered.size + this.#coming.size > 0;
  }

  /**
   * What keeps the page's time from passing, at one of many looks. A body that nobody reads does not, but a stream beside it
   * does: where only bodies and streams are left, the browser is asked to tell what comes of them.
   */
  look(): RequestActivity {
    if (this.#unanswered.size === 0 && this.#coming.size > 0 && this.#others.size > 0) {
      if (this.#stalled === undefined) this.#cdp.send('Network.enable').catch(() => undefined);
      this.#stalled = (this.#stalled ?? -1) + 1;
      if (this.#stalled >= MOST_STALLED) this.#coming.clear();
    }
    const silence = performance.now() - this.#lastChange;
    const isPending = this.isWaiting || this.#others.size > 0;
    return this.isWaiting ? { idle: 0, waiting: silence, isPending } : { idle: silence, waiting: 0, isPending };
  }

  touch(): void {
    this.#lastChange = performance.now();
  }

  #flows(): void {
    this.touch();
    if (this.#stalled !== undefined) this.#stalled = 0;
  }

  #countPart(): void {
    this.onPart(++this.#parts > MOST_PARTS);
  }
}
