import type { Page, Request } from 'playwright';

const BRINGS_LINKS = new Set(['document', 'script', 'xhr', 'fetch']);
/** Parts that one page may load, such as scripts, style sheets and sockets: more is a loop. */
const MOST_PARTS = 1000;
/** What the gate looks after, and is no part of a page in this sense. */
const GATED = new Set(['document', 'xhr', 'fetch', 'ping', 'cspviolationreport', 'eventsource', 'media', 'font']);

/** What a page has asked for: requests that may bring links and are without an answer, and the parts that it loads. */
export class PendingRequests {
  /** Told of each part. @param isTooMany there are so many that it is a loop */
  onPart: (isTooMany: boolean) => void = () => undefined;
  /** Told when a request has failed. */
  onFailed: (request: Request) => void = () => undefined;
  readonly #pending = new Set<Request>();
  /** When the last of them was sent or answered. */
  #lastChange = 0;
  #parts = 0;

  constructor(page: Page) {
    page.on('websocket', () => this.#countPart());
    page.on('request', (request) => {
      if (!GATED.has(request.resourceType())) this.#countPart();
      if (!BRINGS_LINKS.has(request.resourceType())) return;
      this.#pending.add(request);
      this.touch();
    });
    const settle = (request: Request) => {
      if (this.#pending.delete(request)) this.touch();
    };
    page.on('requestfinished', settle);
    page.on('requestfailed', (request) => {
      settle(request);
      this.onFailed(request);
    });
  }

  begin(): void {
    this.#pending.clear();
    this.#parts = 0;
  }

  /** Whether requests that may bring links are without an answer. */
  get isWaiting(): boolean {
    return this.#pending.size > 0;
  }

  /** Milliseconds since such a request was sent or answered. */
  get silence(): number {
    return performance.now() - this.#lastChange;
  }

  touch(): void {
    this.#lastChange = performance.now();
  }

  #countPart(): void {
    this.onPart(++this.#parts > MOST_PARTS);
  }
}
