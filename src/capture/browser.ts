import type { Browser, Response } from 'playwright';
import { GiveUpVisit, RefusedVisit, RetryVisit } from '../domain/errors.ts';
import type { Captured, CapturedFile, CapturedPage } from '../domain/page.ts';
import type { AddressGuard } from './address-guard.ts';
import { accepted, isOtherType, isPageType, typeOf } from './answer-rules.ts';
import type { Capture, Target } from './capture.ts';
import { type LaunchChoice, launchChromium } from './chromium.ts';
import { DocumentGone } from './document.ts';
import { navigate, withoutFragment } from './navigate.ts';
import { nofollowOf } from './nofollow.ts';
import { type Patience, patience } from './patience.ts';
import { whenQuiet } from './quiet.ts';
import { type StorageState, type Tab, TabBusy } from './tab.ts';
import { Tabs } from './tabs.ts';
import { techniques } from './techniques/registry.ts';
import { browserUserAgent } from './user-agent.ts';
import { visitError } from './visit-error.ts';

export interface BrowserCaptureOptions extends LaunchChoice {
  /** Pages read at the same time. */
  readonly workers: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Undefined: private addresses may be asked. */
  readonly guard?: AddressGuard | undefined;
  /** How the crawl's user can be reached: an address that stands in the user agent. */
  readonly contact?: string | undefined;
  /** Cookies and local storage that every site's tabs begin with. */
  readonly storageState?: StorageState | undefined;
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

  async start(): Promise<void> {
    await this.#browser();
  }

  async read(target: Target): Promise<Captured> {
    const { tabs } = await this.#browser();
    try {
      return await readWith(tabs, target, this.#options).catch((error: unknown) => {
        if (error instanceof TabBusy) return readWith(tabs, target, this.#options);
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
    const { headed, guard, contact, storageState } = this.#options;
    const userAgent = browserUserAgent(browser.version(), contact);
    const most = Math.max(16, 2 * this.#options.workers);
    const options = { userAgent, headed, guard, storageState, patience: { ...patience, ...this.#options.patience } };
    return { browser, tabs: new Tabs(browser, most, options) };
  }
}

async function readWith(tabs: Tabs, target: Target, { now, guard }: BrowserCaptureOptions): Promise<Captured> {
  const tab = await tabs.take(target.site);
  const askedAt = now();
  try {
    const captured = await readPage(tab, target, now, guard);
    tabs.give(tab);
    return { ...captured, askedAt };
  } catch (error) {
    // A page that answered, if only with an error, leaves the tab fit for the next.
    if (tab.shown && error instanceof GiveUpVisit && !(error instanceof RefusedVisit)) tabs.give(tab);
    else await tab.close();
    throw error;
  }
}

/** Documents that a script may lead the tab to, one after the other, while they are read. */
const MOST_DOCUMENTS = 5;

async function readPage(
  tab: Tab,
  target: Target,
  now: () => number,
  guard: AddressGuard | undefined,
): Promise<CapturedPage | CapturedFile> {
  const { url } = target;
  const { answer, isShown } = await navigate(tab, target);
  if (guard) await refusePrivate(answer, guard);
  const httpStatus = accepted(answer.status(), answer.headers(), now);
  const contentType = typeOf(answer.headers()['content-type'] ?? '');
  if (!isShown || isOtherType(contentType)) {
    return { kind: 'file', url: tab.shown?.url ?? landed(url, answer.url()), httpStatus, contentType };
  }
  const begin = performance.now();
  for (let documents = 1; ; documents++) {
    try {
      return await readDocuments(tab, begin, now);
    } catch (error) {
      if (!(error instanceof DocumentGone) || documents === MOST_DOCUMENTS) throw error;
    }
  }
}

/** Reads what the tab shows: a script may have sent it on to another document than was asked for. */
async function readDocuments(tab: Tab, begin: number, now: () => number): Promise<CapturedPage | CapturedFile> {
  const { frames, contentType, title, robots, isAnchored } = await whenQuiet(tab, begin);
  const { shown } = tab;
  if (tab.gate.refusal !== undefined) throw new RefusedVisit(tab.gate.refusal);
  if (!shown) throw new RetryVisit('the page has no document');
  if (tab.isLed) throw new TabBusy('the page before goes elsewhere');
  const httpStatus = accepted(shown.answer.status(), shown.answer.headers(), now);
  const url = isAnchored ? withoutFragment(shown.url) : shown.url;
  if (!isPageType(contentType)) return { kind: 'file', url, httpStatus, contentType };
  const found = await Promise.all(techniques.map((technique) => technique.find({ frames })));
  const links = found.flat();
  if (links.length === 0 && tab.limits.has('cut off')) throw new RetryVisit('the answer was cut off');
  const nofollow = nofollowOf(robots, shown.answer.headers());
  return { kind: 'page', url, httpStatus, contentType, title, links, nofollow, limits: [...tab.limits] };
}

/** The name may lead elsewhere when it is asked again: what counts is where the answer came from. */
async function refusePrivate(answer: Response, guard: AddressGuard): Promise<void> {
  const server = await answer.serverAddr();
  const refusal = server && guard.refusalOf(new URL(answer.url()), server.ipAddress);
  if (refusal) throw new RefusedVisit(refusal);
}

/** Where the navigation ended. Answers come without the fragment: it is kept where there was no redirect. */
const landed = (asked: string, answered: string): string =>
  withoutFragment(asked) === withoutFragment(answered) ? asked : answered;
