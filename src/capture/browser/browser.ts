import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright';
import { GiveUpVisit, RefusedVisit, RetryVisit, troubleAt } from '../../domain/errors.ts';
import type { Captured } from '../../domain/page.ts';
import type { SiteId } from '../../domain/site.ts';
import type { Capture, Target } from '../capture.ts';
import { ErrorPages, lookOf, type PageLook } from '../error-pages.ts';
import { TechniqueYield } from '../explore/technique-yield.ts';
import { techniqueNames } from '../find/registry.ts';
import { type Asked, type HttpAnswer, HttpClient } from '../http/http-client.ts';
import { askAgainBy } from '../http/http-session.ts';
import { Dialer, type Lookup } from '../network/dialer.ts';
import { DocumentTurns } from '../network/document-turns.ts';
import type { AddressGuard } from '../network/host-rules.ts';
import { parseHostRules } from '../network/host-rules.ts';
import { browserUserAgent } from '../network/user-agent.ts';
import { visitError } from '../network/visit-error.ts';
import { type Patience, patience, VisitPace } from '../network/visit-pace.ts';
import type { StorageState } from '../session/session-state.ts';
import { type LaunchChoice, launchChromium, NO_SANDBOX, whileConnected } from './chromium.ts';
import { browserTimes, cpuPressureOf } from './clock/cpu-pressure.ts';
import { FailureTraces } from './debug/failure-traces.ts';
import { MemoryWatch } from './limits/memory-watch.ts';
import { type Reading, readPage } from './read-page.ts';
import { BrowserRequests } from './requests/ask-in-browser.ts';
import { BrowserProxy, directRoute, type Route } from './requests/browser-proxy.ts';
import { userRoute } from './requests/user-route.ts';
import { type Tab, TabBusy } from './tab.ts';
import type { TabOptions } from './tab-options.ts';
import { Tabs } from './tabs.ts';

/** How a browser is started, and as whom it asks. */
export interface StartOptions extends Omit<LaunchChoice, 'proxyPort'> {
  /** Somebody looks at the pages, if only later at a picture: they are drawn at their size, with images. If not given, as `headed`. */
  readonly isSeen?: boolean;
  /** Address of the user's proxy, with name and password where it wants them. */
  readonly proxy?: string | undefined;
  /** Servers whose certificates are not valid are not asked; otherwise pages say what is wrong. */
  readonly checksCertificates?: boolean | undefined;
  /** The system's if not given. */
  readonly lookup?: Lookup | undefined;
  /** Undefined: private addresses may be asked. */
  readonly guard?: AddressGuard | undefined;
  /** How the crawl's user can be reached: an address that stands in the user agent. */
  readonly contact?: string | undefined;
  /** Cookies and local storage that every site's tabs begin with. */
  readonly storageState?: StorageState | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Differs from the usual in tests. */
  readonly patience?: Partial<Patience>;
}

export interface BrowserCaptureOptions extends StartOptions {
  /** Pages read at the same time. */
  readonly workers: number;
  /** Pause before and after each page, in milliseconds, so that a person can follow; 0 if not given. */
  readonly slowMo?: number | undefined;
  /** Names of the techniques that are used; those of `active` if not given. */
  readonly techniques?: ReadonlySet<string> | undefined;
  /** Whose turn each host is; if not given, none is ever waited for. */
  readonly turns?: DocumentTurns | undefined;
  /** Folder for the traces of reads that fail; none are made if not given. */
  readonly traceFolder?: string | undefined;
}

interface Running {
  readonly browser: Browser;
  readonly tabs: Tabs;
  readonly requests: BrowserRequests;
}

/** Reads pages in Chromium: what a person's browser shows after scripts have run. */
export class BrowserCapture implements Capture {
  readonly #options: BrowserCaptureOptions;
  /** Undefined at level thorough (`more-events`): every act is tried. */
  readonly #yields: TechniqueYield | undefined;
  readonly #traces: FailureTraces | undefined;
  readonly #turns: DocumentTurns;
  readonly #errorPages = new ErrorPages();
  #running: Promise<Running> | undefined;

  constructor(options: BrowserCaptureOptions) {
    this.#options = options;
    this.#yields = options.techniques?.has('more-events') ? undefined : new TechniqueYield();
    this.#turns = options.turns ?? new DocumentTurns(() => 0);
    const { traceFolder, say, now } = options;
    this.#traces = traceFolder === undefined ? undefined : new FailureTraces(traceFolder, say, now);
  }

  async start(): Promise<void> {
    this.#traces?.makeFolder();
    await this.#browser();
    for (const line of [NO_SANDBOX, this.#traces?.warning]) if (line !== undefined) this.#options.say(line);
  }

  async read(target: Target): Promise<Captured> {
    const running = this.#browser();
    const { browser, tabs } = await running;
    const pace = new VisitPace(this.#turns);
    const reading = this.#readWith(tabs, target, pace).catch((error: unknown) => {
      if (error instanceof TabBusy) return this.#readWith(tabs, target, pace);
      throw error;
    });
    try {
      return await whileConnected(browser, reading);
    } catch (error) {
      const told = troubleAt(visitError(error), pace.asked);
      // A browser that goes, asked or not, breaks loads off in ways that look final.
      throw this.#running === running || told instanceof RetryVisit ? told : new RetryVisit(told.message);
    }
  }

  /** As `HttpClient.fetch`, by the browser's own request. */
  async fetch(asked: Asked): Promise<HttpAnswer> {
    const { browser, requests } = await this.#browser();
    return await whileConnected(browser, requests.fetch(asked));
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
    const { workers, checksCertificates = false, now } = this.#options;
    const { userAgent } = tabOptions;
    return {
      browser,
      tabs: new Tabs(browser, Math.max(16, 2 * workers), tabOptions),
      requests: new BrowserRequests(browser, { userAgent, checksCertificates, now }),
    };
  }

  async #readWith(tabs: Tabs, target: Target, pace: VisitPace): Promise<Captured> {
    const { now, slowMo = 0, techniques = techniqueNames('active') } = this.#options;
    const isErrorPage = (look: PageLook, { origin }: URL) =>
      this.#errorPages.isOne(look, origin, (url) => this.#lookAt(tabs, { ...target, url }));
    const read = async (tab: Tab) => {
      if (slowMo > 0) await sleep(slowMo);
      const captured = await readPage(tab, target, { now, pace, techniques, isErrorPage, yields: this.#yields });
      if (slowMo > 0) await sleep(slowMo);
      return captured;
    };
    const captured = await inTab(tabs, target.site, (tab) =>
      this.#traces ? this.#traces.watch(tab.page.context(), target.url, () => read(tab)) : read(tab),
    );
    return { ...captured, rendering: 'browser', askedAt: this.#turns.askedAt(new URL(target.url), now()) };
  }

  /** What an address shows that its site does not have, beside a page that waits for it; undefined if it can't be asked for. */
  async #lookAt(tabs: Tabs, target: Target): Promise<PageLook | undefined> {
    if ((await target.mayFollow?.(new URL(target.url), 'in-frame')) !== undefined) return undefined;
    let drawn: PageLook | undefined;
    const reading: Reading = {
      ...{ now: this.#options.now, pace: new VisitPace(this.#turns), techniques: new Set(['dom']) },
      isErrorPage: async (look) => {
        drawn = look;
        return true;
      },
    };
    return await inTab(tabs, target.site, (tab) => readPage(tab, target, reading)).then(
      (captured) => (captured.kind === 'page' ? lookOf({ ...captured, url: target.url }) : undefined),
      (error: unknown) => drawn ?? (String(error).endsWith('HTTP 404') ? new Set() : undefined),
    );
  }
}

/** Reads a page in one of a site's tabs, which is then left to the next page, if it is fit for it. */
async function inTab<T>(tabs: Tabs, site: SiteId, read: (tab: Tab) => Promise<T>): Promise<T> {
  const tab = await tabs.take(site);
  try {
    const captured = await read(tab);
    tabs.give(tab);
    return captured;
  } catch (error) {
    // A page that answered, if only with an error, leaves the tab fit for the next.
    if (tab.shown && error instanceof GiveUpVisit && !(error instanceof RefusedVisit)) tabs.give(tab);
    else await tab.close();
    throw error;
  }
}

/** Starts the browser and its proxy, which ends with it, and says how its tabs are to be opened. */
export async function startBrowser(options: StartOptions): Promise<{ browser: Browser; tabOptions: TabOptions }> {
  const { headed, isSeen = headed, contact, storageState } = options;
  const proxy = await BrowserProxy.open(routeOf(options));
  const browser = await launchChromium({ ...options, proxyPort: proxy.port }).catch((error: unknown) => {
    proxy.close();
    throw error;
  });
  const client = new HttpClient({ ...options, hostRules: parseHostRules(options.hostRules) });
  browser.once('disconnected', () => {
    proxy.close();
    void client.close();
  });
  const failureOf = (url: URL) => proxy.failureOf(url);
  const userAgent = browserUserAgent(browser.version(), contact);
  const certificates = options.checksCertificates ? undefined : new Map<string, string | undefined>();
  const times = { ...patience, ...options.patience };
  const memory = await MemoryWatch.begin(browser);
  const { renderers, all } = await browserTimes(browser);
  const looking = { memory, rendererTime: renderers, starved: cpuPressureOf(all), askAgain: askAgainBy(client) };
  return {
    browser,
    tabOptions: { userAgent, isSeen, failureOf, certificates, storageState, patience: times, ...looking },
  };
}

function routeOf({ proxy, guard, lookup, hostRules }: StartOptions): Route {
  if (proxy !== undefined) return userRoute(proxy, guard);
  return directRoute(new Dialer({ hostRules: parseHostRules(hostRules), guard, lookup }));
}
