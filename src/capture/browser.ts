import type { Browser, Response } from 'playwright';
import { GiveUpVisit, RetryVisit } from '../domain/errors.ts';
import type { Captured, CapturedFile, CapturedPage } from '../domain/page.ts';
import type { Capture, Target } from './capture.ts';
import { type LaunchChoice, launchChromium } from './chromium.ts';
import { DocumentGone } from './document.ts';
import { navigate, withoutFragment } from './navigate.ts';
import { type Patience, patience } from './patience.ts';
import { whenQuiet } from './quiet.ts';
import { type Tab, TabBusy } from './tab.ts';
import { Tabs } from './tabs.ts';
import { techniques } from './techniques/registry.ts';
import { visitError } from './visit-error.ts';

export interface BrowserCaptureOptions extends LaunchChoice {
  /** Pages read at the same time. */
  readonly workers: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
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
  #running: Promise<Running> | undefined;

  constructor(options: BrowserCaptureOptions) {
    this.#options = options;
  }

  /** Starts the browser, so that a missing one is known before the crawl begins. */
  async start(): Promise<void> {
    await this.#browser();
  }

  async read(target: Target): Promise<Captured> {
    const { tabs } = await this.#browser();
    try {
      const { now } = this.#options;
      return await readWith(tabs, target, now).catch((error: unknown) => {
        if (error instanceof TabBusy) return readWith(tabs, target, now);
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
    const browser = await launchChromium(this.#options);
    browser.once('disconnected', () => {
      this.#running = undefined;
    });
    const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36 Forager/0.1`;
    const most = Math.max(16, 2 * this.#options.workers);
    const { headed } = this.#options;
    const options = { userAgent, headed, patience: { ...patience, ...this.#options.patience } };
    return { browser, tabs: new Tabs(browser, most, options) };
  }
}

async function readWith(tabs: Tabs, { url, site }: Target, now: () => number): Promise<Captured> {
  const tab = await tabs.take(site);
  const askedAt = now();
  try {
    const captured = await readPage(tab, url);
    tabs.give(tab);
    return { ...captured, askedAt };
  } catch (error) {
    // A page that answered, if only with an error, leaves the tab fit for the next.
    if (tab.shown && error instanceof GiveUpVisit) tabs.give(tab);
    else await tab.close();
    throw error;
  }
}

const PAGE_TYPES = new Set(['text/html', 'application/xhtml+xml']);
/** What a browser does not take at its word: it looks at the first bytes. */
const NO_TYPES = new Set(['*/*', 'unknown/unknown', 'application/unknown']);
/** Whether it is a proper type, and none of a page. */
const isOtherType = (type: string): boolean =>
  /^[^\s,/]+\/[^\s,/]+$/.test(type) && !PAGE_TYPES.has(type) && !NO_TYPES.has(type);

/** Documents that a script may lead the tab to, one after the other, while they are read. */
const MOST_DOCUMENTS = 5;

async function readPage(tab: Tab, url: string): Promise<CapturedPage | CapturedFile> {
  const { answer, isShown } = await navigate(tab, url);
  const httpStatus = accepted(answer);
  const contentType = declaredType(answer);
  if (!isShown || isOtherType(contentType)) {
    return { kind: 'file', url: tab.shown?.url ?? landed(url, answer.url()), httpStatus, contentType };
  }
  const begin = performance.now();
  for (let documents = 1; ; documents++) {
    try {
      return await readDocuments(tab, begin);
    } catch (error) {
      if (!(error instanceof DocumentGone) || documents === MOST_DOCUMENTS) throw error;
    }
  }
}

/** Reads what the tab shows: a script may have sent it on to another document than was asked for. */
async function readDocuments(tab: Tab, begin: number): Promise<CapturedPage | CapturedFile> {
  const { frames, contentType, title, canonical } = await whenQuiet(tab, begin);
  const { shown } = tab;
  if (!shown) throw new RetryVisit('the page has no document');
  if (tab.isLed) throw new TabBusy('the page before goes elsewhere');
  const httpStatus = accepted(shown.answer);
  const { url } = shown;
  if (!PAGE_TYPES.has(contentType)) return { kind: 'file', url, httpStatus, contentType };
  const found = await Promise.all(techniques.map((technique) => technique.find({ frames })));
  const links = found.flat();
  if (links.length === 0 && tab.limits.has('cut off')) throw new RetryVisit('the answer was cut off');
  return { kind: 'page', url, httpStatus, contentType, title, canonical, links, limits: [...tab.limits] };
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
