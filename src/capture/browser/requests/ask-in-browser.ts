import type { Browser, BrowserContext } from 'playwright';
import { HostTrouble } from '../../../domain/errors.ts';
import { Pieces } from '../../encoding/decompress.ts';
import type { Asked, HttpAnswer } from '../../http/http-client.ts';
import { visitError } from '../../network/visit-error.ts';
import { patience } from '../../network/visit-pace.ts';
import { FairTime } from '../clock/cpu-pressure.ts';
import { takePieces } from './body-stream.ts';
import { headerValue, type Paused } from './paused-request.ts';

/** Bytes of a body read at a time. */
const PART = 65_536;

interface AskingOptions {
  readonly userAgent: string;
  readonly checksCertificates: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * Fetches single addresses with the browser's own requests, headers and cookies, like `HttpClient.fetch`: for servers
 * that only answer browsers. Reads the answer before the browser shows or saves a file.
 */
export class BrowserRequests {
  readonly #browser: Browser;
  readonly #options: AskingOptions;
  #context: Promise<BrowserContext> | undefined;

  constructor(browser: Browser, options: AskingOptions) {
    this.#browser = browser;
    this.#options = options;
  }

  /** @throws RetryVisit or GiveUpVisit if no answer begins */
  async fetch({
    url,
    maxBytes = Number.POSITIVE_INFINITY,
    answerWithin = patience.answer,
  }: Asked): Promise<HttpAnswer> {
    const { userAgent, checksCertificates } = this.#options;
    this.#context ??= this.#browser.newContext({
      ...{ userAgent, acceptDownloads: false, serviceWorkers: 'block', javaScriptEnabled: false },
      ignoreHTTPSErrors: !checksCertificates,
    });
    const page = await (await this.#context).newPage();
    try {
      const cdp = await page.context().newCDPSession(page);
      await cdp.send('Fetch.enable', { patterns: [{ requestStage: 'Response' }] });
      const paused = new Promise<Paused>((done) => cdp.on('Fetch.requestPaused', done));
      const askedAt = this.#options.now();
      // The navigation fails once the answer is taken.
      const failed = page
        .goto(url, { timeout: answerWithin })
        .then(() => new HostTrouble('ERR_EMPTY_RESPONSE'), visitError);
      const event = await Promise.race([paused, failed]);
      if (event instanceof Error) throw event;
      const { requestId, responseStatusCode: status, responseHeaders = [] } = event;
      if (status === undefined) {
        await cdp.send('Fetch.continueRequest', { requestId });
        throw await failed;
      }
      const names = new Set(responseHeaders.map(({ name }) => name.toLowerCase()));
      const headers = Object.fromEntries([...names].map((name) => [name, headerValue(responseHeaders, name)]));
      const answer = { url, status, headers, isLate: false, askedAt };
      if (status >= 300 && status < 400) return { ...answer, body: new Uint8Array(), isCutOff: false };
      const pieces = new Pieces(maxBytes);
      const wait = () => new FairTime(3 * patience.page, undefined);
      const end = await takePieces(cdp, requestId, [PART, PART], wait, (piece) => pieces.add(piece));
      const { bytes } = pieces.whole(false);
      return { ...answer, body: bytes, isCutOff: end !== 'whole', isLate: end === 'late' };
    } catch (error) {
      throw visitError(error);
    } finally {
      await page.close().catch(() => undefined);
    }
  }
}
