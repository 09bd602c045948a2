import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Response } from 'playwright';
import { GiveUpVisit, RetryVisit } from '../domain/errors.ts';
import type { FoundLink } from '../domain/link.ts';
import type { Captured, CapturedFile, CapturedPage } from '../domain/page.ts';
import type { Capture, Target } from './capture.ts';
import { type LaunchChoice, launchChromium } from './chromium.ts';
import { DocumentGone } from './document.ts';
import { FailureTraces } from './failure-traces.ts';
import { navigate, withoutFragment } from './navigate.ts';
import { type Patience, patience } from './patience.ts';
import { whenQuiet } from './quiet.ts';
import { type Tab, TabBusy, type TabOptions } from './tab.ts';
import { Tabs } from './tabs.ts';
import { techniques } from './techniques/registry.ts';
import type { LoadedPage } from './techniques/technique.ts';
import { visitError } from './visit-error.ts';

export interface BrowserCaptureOptions extends LaunchChoice {
  /** Pages read at the same time. */
  readonly workers: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Pause before and after each page, in milliseconds, so that a person can follow; 0 if not given. */
  readonly slowMo?: number;
  /** Folder for the traces of reads that fail; none are made if not given. */
  readonly traceFolder?: string | undefined;
  /** Differs from the usual in tests. */
  readonly patience?: Partial<Patience>;
}

interface Running {
  readonly browser: Browser;
  readonly tabs: Tabs;
}

/** Reads pages in Chromium: what a person's browser shows after scripts have run. */
export class BrowserCapture implements Capture {
  readonly #options: BrowserCaptureOptions;
  readonly #traces: FailureTraces | undefined;
  #running: Promise<Running> | undefined;

  constructor(options: BrowserCaptureOptions) {
    this.#options = options;
    const { traceFolder, say, now } = options;
    this.#traces = traceFolder === undefined ? undefined : new FailureTraces(traceFolder, say, now);
  }

  /** Starts the browser, so that a missing one is known before the crawl begins. */
  async start(): Promise<void> {
    this.#traces?.makeFolder();
    await this.#browser();
  }

  async read(target: Target): Promise<Captured> {
    const { tabs } = await this.#browser();
    try {
      return await this.#readWith(tabs, target).catch((error: unknown) => {
        if (error instanceof TabBusy) return this.#readWith(tabs, target);
        throw error;
      });
    } catch (error) {
      throw visitError(error);
    }
  }

  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.then(({ browser }) => browser.close()).catch(() => undefined);
  }

  /** The browser; a new one when the last has crashed or did not start. */
  #browser(): Promise<Running> {
    this.#running ??= this.#launch().catch((error: unknown) => {
      this.#running = undefined;
      throw error;
    });
    return this.#running;
  }

  async #launch(): Promise<Running> {
    const { headed, isSeen = headed || this.#traces !== undefined } = this.#options;
    const { browser, tabOptions } = await startBrowser({ ...this.#options, isSeen });
    browser.once('disconnected', () => {
      this.#running = undefined;
    });
    return { browser, tabs: new Tabs(browser, Math.max(16, 2 * this.#options.workers), tabOptions) };
  }

  async #readWith(tabs: Tabs, { url, site }: Target): Promise<Captured> {
    const { now, slowMo = 0 } = this.#options;
    const tab = await tabs.take(site);
    if (slowMo > 0) await sleep(slowMo);
    const askedAt = now();
    const read = async () => {
      const captured = await readPage(tab, url);
      if (slowMo > 0) await sleep(slowMo);
      return captured;
    };
    try {
      const captured = await (this.#traces ? this.#traces.watch(tab.page.context(), url, read) : read());
      tabs.give(tab);
      return { ...captured, askedAt };
    } catch (error) {
      // A page that answered, if only with an error, leaves the tab fit for the next.
      if (tab.shown && error instanceof GiveUpVisit) tabs.give(tab);
      else await tab.close();
      throw error;
    }
  }
}

/** Starts the browser, and says how its tabs are to be opened. */
export async function startBrowser(
  options: LaunchChoice & { readonly patience?: Partial<Patience> },
): Promise<{ browser: Browser; tabOptions: TabOptions }> {
  const browser = await launchChromium(options);
  const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36 Forager/0.1`;
  const { headed, isSeen = headed } = options;
  return { browser, tabOptions: { userAgent, isSeen, patience: { ...patience, ...options.patience } } };
}

/** What all techniques find. */
const allLinks = async (page: LoadedPage): Promise<FoundLink[]> =>
  (await Promise.all(techniques.map((technique) => technique.find(page)))).flat();

const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml']);
/** What a browser does not take at its word: it looks at the first bytes. */
const NO_TYPES = new Set(['*/*', 'unknown/unknown', 'application/unknown']);
/** Whether it is a proper type, and none of a page. */
const isOtherType = (type: string): boolean =>
  /^[^\s,/]+\/[^\s,/]+$/.test(type) && !PAGE_TYPES.has(type) && !NO_TYPES.has(type);

/** Documents that a script may lead the tab to, one after the other, while they are read. */
const MOST_DOCUMENTS = 5;

/** Loads a page and reads it once it is quiet; `find` finds its links, and is asked again if the page goes on to another. */
export async function readPage(tab: Tab, url: string, find = allLinks): Promise<CapturedPage | CapturedFile> {
  const { answer, isShown } = await navigate(tab, url);
  const httpStatus = accepted(answer);
  const contentType = declaredType(answer);
  if (!isShown || isOtherType(contentType)) {
    return { kind: 'file', url: tab.shown?.url ?? landed(url, answer.url()), httpStatus, contentType };
  }
  const begin = performance.now();
  for (let documents = 1; ; documents++) {
    try {
      return await readDocuments(tab, begin, find);
    } catch (error) {
      if (!(error instanceof DocumentGone) || documents === MOST_DOCUMENTS) throw error;
    }
  }
}

/** Reads what the tab shows: a script may have sent it on to another document than was asked for. */
async function readDocuments(tab: Tab, begin: number, find: typeof allLinks): Promise<CapturedPage | CapturedFile> {
  const { frames, contentType, title } = await whenQuiet(tab, begin);
  const { shown } = tab;
  if (!shown) throw new RetryVisit('the page has no document');
  if (tab.isLed) throw new TabBusy('the page before goes elsewhere');
  const httpStatus = accepted(shown.answer);
  const { url } = shown;
  if (!PAGE_TYPES.has(contentType)) return { kind: 'file', url, httpStatus, contentType };
  const links = await find({ frames });
  if (links.length === 0 && tab.limits.has('cut off')) throw new RetryVisit('the answer was cut off');
  return { kind: 'page', url, httpStatus, contentType, title, links, limits: [...tab.limits] };
}

/** @throws RetryVisit or GiveUpVisit if the server answered with an error */
function accepted(answer: Response): number {
  const status = answer.status();
  if (status >= 500 || status === 429 || status === 408) throw new RetryVisit(`HTTP ${status}`);
  if (status >= 400) throw new GiveUpVisit(`HTTP ${status}`);
  return status;
}

const declaredType = (answer: Response): string =>
  (answer.headers()['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

/** Where the navigation ended. Answers come without the fragment: it is kept where there was no redirect. */
const landed = (asked: string, answered: string): string =>
  withoutFragment(asked) === withoutFragment(answered) ? asked : answered;
