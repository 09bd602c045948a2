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
import { Dialer, type Lookup } from '../network/dialer.ts';
import { DocumentSchedule } from '../network/document-schedule.ts';
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

/** Options for starting a browser, and the identity of its requests. */
export interface StartOptions extends Omit<LaunchChoice, 'proxyPort'> {
  /** True if a user sees the pages or a screenshot: they are drawn at full size with images. Default: `headed`. */
  readonly isSeen?: boolean;
  /** Address of the user's proxy, with name and password if required. */
  readonly proxy?: string | undefined;
  /** True to reject invalid certificates; otherwise captured pages have the fault as a limit. */
  readonly checksCertificates?: boolean | undefined;
  /** DNS lookup; default: the system's. */
  readonly lookup?: Lookup | undefined;
  /** Guard against private addresses; undefined: all addresses are allowed. */
  readonly guard?: AddressGuard | undefined;
  /** Contact address of the crawl's user, added to the user agent. */
  readonly contact?: string | undefined;
  /** Initial cookies and local storage of every site's tabs. */
  readonly storageState?: StorageState | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Time limits that differ from the defaults, for tests. */
  readonly patience?: Partial<Patience>;
}

export interface BrowserCaptureOptions extends StartOptions {
  /** Number of pages captured at the same time. */
  readonly workers: number;
  /** Pause before and after each page in milliseconds, so that a person can follow; default: 0. */
  readonly slowMo?: number | undefined;
  /** Names of the techniques to use; default: those of `active`. */
  readonly techniques?: ReadonlySet<string> | undefined;
  /** Schedule of hosts; default: no waiting. */
  readonly turns?: DocumentSchedule | undefined;
  /** Folder for traces of failed visits; undefined: no traces. */
  readonly traceFolder?: string | undefined;
}

interface Running {
  readonly browser: Browser;
  readonly tabs: Tabs;
  readonly requests: BrowserRequests;
}

/** Captures pages in Chromium, as a browser shows them after scripts have run. */
export class BrowserCapture implements Capture {
  readonly #options: BrowserCaptureOptions;
  /** Yields of techniques; undefined at level thorough (`more-events`), where every action is tried. */
  readonly #yields: TechniqueYield | undefined;
  readonly #traces: FailureTraces | undefined;
  readonly #turns: DocumentSchedule;
  readonly #errorPages = new ErrorPages();
  #running: Promise<Running> | undefined;

  constructor(options: BrowserCaptureOptions) {
    this.#options = options;
    this.#yields = options.techniques?.has('more-events') ? undefined : new TechniqueYield();
    this.#turns = options.turns ?? new DocumentSchedule(() => 0);
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
      const trouble = troubleAt(visitError(error), pace.asked);
      // A closing browser breaks loads off with errors that look final.
      throw this.#running === running || trouble instanceof RetryVisit ? trouble : new RetryVisit(trouble.message);
    }
  }

  /** Fetches like `HttpClient.fetch`, with the browser's own request. */
  async fetch(asked: Asked): Promise<HttpAnswer> {
    const { browser, requests } = await this.#browser();
    return await whileConnected(browser, requests.fetch(asked));
  }

  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.then(({ browser }) => browser.close()).catch(() => undefined);
  }

  /** Returns the running browser; starts a new one if the last has crashed or did not start. */
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

  /** Returns the look of an address that the site does not have; undefined if requesting the address is not allowed. */
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

/** Captures a page in one of a site's tabs, and returns the tab to the pool if still usable. */
async function inTab<T>(tabs: Tabs, site: SiteId, read: (tab: Tab) => Promise<T>): Promise<T> {
  const tab = await tabs.take(site);
  try {
    const captured = await read(tab);
    tabs.give(tab);
    return captured;
  } catch (error) {
    // A page that answered, even with an error, leaves the tab usable.
    if (tab.shown && error instanceof GiveUpVisit && !(error instanceof RefusedVisit)) tabs.give(tab);
    else await tab.close();
    throw error;
  }
}

/** Starts the browser and its proxy, which closes with the browser. Returns options for opening tabs. */
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
  const looking = { memory, rendererTime: renderers, starved: cpuPressureOf(all), client };
  return {
    browser,
    tabOptions: { userAgent, isSeen, failureOf, certificates, storageState, patience: times, ...looking },
  };
}

function routeOf({ proxy, guard, lookup, hostRules }: StartOptions): Route {
  if (proxy !== undefined) return userRoute(proxy, guard);
  return directRoute(new Dialer({ hostRules: parseHostRules(hostRules), guard, lookup }));
}
