import type { CDPSession, Page, Request } from 'playwright';
import type { RequestActivity } from '../clock/virtual-time.ts';

const BRINGS_LINKS = new Set(['document', 'script', 'xhr', 'fetch']);
/** Limit of parts of a page, such as scripts, style sheets and sockets; more is a loop. */
const MOST_PARTS = 1000;
/** Limit of pictures of a page. */
const MOST_PICTURES = 3000;
/** Resource types that the gate handles, not counted as parts. */
const GATED = new Set(['document', 'xhr', 'fetch', 'ping', 'cspviolationreport', 'eventsource', 'media', 'font']);

/** Number of looks in a row without data of pending bodies, which are unread or endless. */
const MOST_STALLED = 10;

/** Requests of a page: unanswered ones that may yield links, and loaded parts. */
export class PendingRequests {
  /** Callback for each part. @param isTooMany true if there are so many that the page is in a loop */
  onPart: (isTooMany: boolean) => void = () => undefined;
  /** Callback for failed requests. */
  onFailed: (request: Request) => void = () => undefined;
  readonly #unanswered = new Set<Request>();
  /** Answered requests whose bodies are still coming. */
  readonly #coming = new Set<Request>();
  /** Pending requests without links, such as streams and pictures, which also hold up the page's time. */
  readonly #others = new Set<Request>();
  readonly #cdp: CDPSession;
  /** Number of looks since the last data of a body; undefined while the browser does not report data. */
  #stalled: number | undefined;
  /** Time when a request was last sent or answered, by `performance.now()`. */
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

  /** True if requests that may yield links are unanswered. */
  get isWaiting(): boolean {
    return this.#unanswered.size + this.#coming.size > 0;
  }

  /**
   * Returns what holds up the page's time. If only bodies and other requests are left, has the browser report data, and
   * drops stalled bodies.
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
