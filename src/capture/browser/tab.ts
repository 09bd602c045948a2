import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { HostTrouble, RetryVisit } from '../../domain/errors.ts';
import type { SiteId } from '../../domain/site.ts';
import type { HttpClient } from '../http/http-client.ts';
import { MOST_FRAMES, TOO_MANY_FRAMES } from '../loaded-page.ts';
import { mayBeForCookies } from '../network/answer-rules.ts';
import type { Patience } from '../network/visit-pace.ts';
import type { CpuPressure } from './clock/cpu-pressure.ts';
import { FairTime } from './clock/cpu-pressure.ts';
import { type Passing, VirtualTime } from './clock/virtual-time.ts';
import { sendDirectly, trimReferers } from './direct-session.ts';
import { MEMORY, type MemoryWatch } from './limits/memory-watch.ts';
import { PageCosts, untilTooCostly } from './limits/page-costs.ts';
import { Dialogs, PageCrash, ScriptWatch } from './limits/script-watch.ts';
import { OUR_WORLD, ownWorld, pageFunction, pageFunctions } from './page-functions.ts';
import { DocumentGate, type Visiting } from './requests/document-gate.ts';
import { Observer } from './requests/observer.ts';
import { PageTexts } from './requests/page-texts.ts';
import { PendingRequests } from './requests/pending-requests.ts';
import { ShownAnswer } from './requests/shown-answer.ts';
import type { TabOptions } from './tab-options.ts';
import { metrics, SMALL, TALL, VIEWPORT } from './tab-options.ts';

/** Milliseconds for which a captured page is kept at most, since it uses memory. */
const KEPT = 8000;
/** Milliseconds within which a tab must leave its page; later the tab is closed. */
const PARK_WITHIN = 2000;
/** Number of frames above which scripts are taken to create them without end. */
const ENDLESS_FRAMES = 5 * MOST_FRAMES;

/** Tab for the pages of one site, in its own context so that cookies stay with the site. */
export class Tab {
  readonly site: SiteId;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly patience: Patience;
  readonly gate: DocumentGate;
  readonly certificates: TabOptions['certificates'];
  /** True if the crawl is logged in; possibly harmful requests are then skipped, too. */
  readonly hasSession: boolean;
  readonly observer: Observer;
  readonly texts: PageTexts;
  /** True if all scripts of the page were stopped for using too much. */
  isStopped = false;
  /** True if the page has had its load event. */
  isLoaded = false;
  /** Number of pages captured so far. */
  reads = 0;
  readonly #answers = new ShownAnswer();
  readonly #dialogs: Dialogs;
  /** Limits that the page reached; see CapturedPage. */
  readonly limits = new Set<string>();
  /** Number of frame navigations, attachments and removals so far. */
  frameChanges = 0;
  /** Value of `frameChanges` when the frames were last listed. */
  framesKnownAt = 0;
  readonly starved: CpuPressure | undefined;
  readonly client: Pick<HttpClient, 'fetch'> | undefined;
  readonly #isSeen: boolean;
  readonly #context: BrowserContext;
  readonly #requests: PendingRequests;
  readonly #scripts: ScriptWatch;
  readonly #time: VirtualTime;
  readonly #costs: PageCosts;
  #isHeld = false;
  #isActedOn = false;
  #onLoad: () => void = () => undefined;
  #isRetired = false;
  #visiting: Visiting | undefined;
  /** True between the capture of a page and the request of the next. */
  #isLeft = false;
  readonly #memory: MemoryWatch | undefined;
  #looking = new AbortController();
  #parked: Promise<unknown> | undefined;

  private constructor(
    site: SiteId,
    context: BrowserContext,
    page: Page,
    cdp: CDPSession,
    gate: DocumentGate,
    observer: Observer,
    { patience, isSeen, certificates, memory, rendererTime, starved, storageState, client }: TabOptions,
  ) {
    this.site = site;
    this.page = page;
    this.cdp = cdp;
    this.gate = gate;
    this.observer = observer;
    this.texts = new PageTexts(page);
    this.#costs = new PageCosts(cdp, patience.processor, {
      onExcess: (limit) => this.stopScripts(limit),
      onRestless: () => this.#visiting?.onOverload?.(),
    });
    memory?.add(this.#costs);
    this.#time = new VirtualTime(cdp, (answer) => this.ask(answer), starved);
    this.certificates = certificates;
    this.hasSession = storageState !== undefined;
    this.#isSeen = isSeen;
    this.starved = starved;
    this.client = client;
    this.patience = patience;
    this.#context = context;
    this.#memory = memory;
    gate.onLimit = observer.onLimit = (limit) => this.limits.add(limit);
    gate.documents.onPutOff = (url) => observer.leads(url);
    this.#requests = new PendingRequests(page, cdp);
    this.#requests.onPart = (isTooMany) => this.#part(isTooMany);
    this.#requests.onFailed = (request) => request === this.shown?.answer.request() && this.#cutOff();
    this.#scripts = new ScriptWatch(cdp, patience, rendererTime, () => this.#reportOverload('script ended'));
    page.on('response', (response) => {
      if (this.#isHeld || !response.request().isNavigationRequest() || response.frame() !== page.mainFrame()) return;
      this.#visiting?.pace.leftLate(new URL(response.url()), response.request().timing().requestStart);
      this.#answers.receive(response);
    });
    page.on('framenavigated', (frame) => {
      this.frameChanges++;
      if (frame === page.mainFrame()) this.#show(frame.url());
    });
    page.on('frameattached', () => {
      this.frameChanges++;
      if (page.frames().length > ENDLESS_FRAMES) this.stopScripts(TOO_MANY_FRAMES);
    });
    page.on('framedetached', () => this.frameChanges++);
    observer.onFlood = () => this.stopScripts('too many messages');
    page.on('load', () => {
      this.isLoaded = true;
      this.#onLoad();
    });
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
    this.#dialogs = new Dialogs(page, () => this.#scripts.endScript());
    page.on('crash', () => {
      const excess = memory?.memoryError();
      if (excess) this.#reportOverload(MEMORY);
      this.#scripts.crashed(excess ?? new PageCrash('the tab crashed'));
    });
  }

  static async open(browser: Browser, site: SiteId, options: TabOptions): Promise<Tab> {
    const { userAgent, isSeen, certificates, storageState, mostErrors = 0 } = options;
    const context = await browser.newContext({
      userAgent,
      viewport: VIEWPORT,
      acceptDownloads: false,
      serviceWorkers: 'block',
      ...(storageState === undefined ? {} : { storageState }),
    });
    const page = trimReferers(await context.newPage());
    const cdp = sendDirectly(await context.newCDPSession(page));
    if (!isSeen) await cdp.send('Emulation.setDeviceMetricsOverride', metrics(VIEWPORT.height, SMALL));
    const ours = `${pageFunctions()}; ${pageFunction('listenForSharedElement')}()`;
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: ours, worldName: OUR_WORLD });
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: ownWorld(mostErrors) });
    const gate = await DocumentGate.open(cdp, options);
    if (certificates) await gate.ignoreCertificateErrors(true);
    const observer = await Observer.open(page, cdp, gate);
    return new Tab(site, context, page, cdp, gate, observer, options);
  }

  /** True if the tab can capture another page. */
  get isUsable(): boolean {
    return !this.#isRetired && !this.#scripts.crash && !this.page.isClosed() && this.#scripts.ended === 0;
  }

  /** Clears the state of the page before. @param isTooSlow true to load the same page without looking at its bytes */
  begin(visiting: Visiting, isTooSlow: boolean): void {
    this.gate.begin(visiting, isTooSlow);
    this.#visiting = visiting;
    this.#isLeft = false;
    this.#time.begin();
    this.#costs.begin();
    this.#answers.begin(this.page.url(), visiting.url);
    this.#requests.begin();
    this.texts.begin();
    this.isLoaded = false;
    this.#isHeld = false;
    this.#isActedOn = false;
    this.#dialogs.begin();
    this.#scripts.ended = 0;
    this.limits.clear();
  }

  /** Last answer to a navigation of the tab itself, shown or not. */
  get answer(): ShownAnswer['last'] {
    return this.#answers.last;
  }

  /** Answer that the tab shows, with its shown address and earlier addresses. */
  get shown(): ShownAnswer['shown'] {
    return this.#answers.shown;
  }

  /** True if the page before may have led the tab to what is shown: scripts of both overlap for a moment. */
  get isByPrevious(): boolean {
    return this.#answers.isByPrevious;
  }

  /** Clears all cookies, except a session's, if they may be why an address failed. Returns true if cleared. */
  async forgetCookies(url: string, status: number): Promise<boolean> {
    if (this.hasSession || status < 400) return false;
    const cookies = await this.#context.cookies(url);
    if (!mayBeForCookies(status, cookies.map(({ name, value }) => `${name}=${value}`).join('; '))) return false;
    await this.#context.clearCookies();
    return true;
  }

  /** True if a script of the page was ended: Chromium then no longer draws the page. */
  get hasEndedScripts(): boolean {
    return this.#scripts.ended > 0;
  }

  /** Keeps the page as it is, and lists the targets of further navigation. */
  hold(): void {
    this.#isHeld = true;
    this.#costs.attend(false);
    this.gate.hold();
    this.observer.hold();
  }

  /**
   * Lets time pass in the page, until scripts are idle and requests are answered.
   *
   * @param budget milliseconds by the page's clock
   * @param atMost milliseconds by the machine's clock, see FairTime; default: 1.5 times the wait for requests
   */
  async pass(budget: number, atMost = 1.5 * this.patience.requests): Promise<Passing> {
    if (!this.#isActedOn) this.#costs.attend(true);
    const passing = await this.#time.pass(budget, atMost, this.patience.requests, () => {
      // The wait is for the host schedule, not for the page or its server.
      if (this.gate.documents.isWaiting) return { idle: 0, waiting: 0, isPending: true };
      return this.#requests.look();
    });
    if (this.#isHeld) this.#costs.attend(false);
    return passing;
  }

  /** Waits until no document of the page waits for its host schedule. Returns true if that took time. */
  async turn(): Promise<boolean> {
    const before = this.waited;
    await this.#scripts.orCrash(this.gate.documents.turn());
    if (this.waited === before) return false;
    this.#requests.touch();
    return true;
  }

  /** Milliseconds that this visit has waited for host schedules. */
  get waited(): number {
    return this.#visiting?.pace.waited ?? 0;
  }

  /** Makes the view as tall as most pages are. */
  async enlarge(): Promise<void> {
    await this.ask(this.cdp.send('Emulation.setDeviceMetricsOverride', metrics(TALL, SMALL)));
  }

  /** Gives the view its usual height. */
  async shrink(): Promise<void> {
    const scale = this.#isSeen ? 1 : SMALL;
    await this.ask(this.cdp.send('Emulation.setDeviceMetricsOverride', metrics(VIEWPORT.height, scale)));
  }

  /** Announces an action, so that its effects differ from the page's own changes. */
  beginAct(): void {
    this.#isActedOn = true;
    this.#dialogs.beginAct();
    this.observer.beginAct();
  }

  /** Marks the tab as unusable for other pages. */
  retire(): void {
    this.#isRetired = true;
  }

  /** True if requests that may yield links are unanswered. */
  get isWaiting(): boolean {
    return this.#requests.isWaiting;
  }

  /** Waits for the page's load event, but not longer than `atMost` milliseconds. */
  async untilLoaded(atMost: number): Promise<void> {
    if (this.isLoaded) return;
    await new Promise<void>((done) => {
      const timer = setTimeout(done, atMost);
      this.#onLoad = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /**
   * Waits for an answer of the page. Ends a script that blocks the page, and later scripts sooner.
   *
   * @throws RetryVisit if scripts block the page for ever
   */
  async ask<T>(answer: Promise<T>): Promise<T> {
    return await this.#scripts.ask(answer);
  }

  /** Returns an answer; undefined after `most` ms, whose second half is the renderer's CPU time. */
  async withTimeout<T>(most: number, answer: Promise<T>): Promise<T | undefined> {
    return await this.#scripts.withTimeout(most, answer);
  }

  /**
   * Waits for the end of a navigation.
   *
   * @throws TabBusy if the server has answered but the tab does not show the answer
   * @throws RetryVisit if the servers do not answer in time, not counting host schedules and a busy machine
   */
  async commit<T>(navigation: Promise<T>): Promise<T> {
    navigation.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const time = new FairTime(this.patience.answer, this.starved, () => performance.now() - this.waited);
    const hung = new Promise<never>((_, fail) => {
      const look = async () => {
        if (this.#answers.isOverdue(this.patience.script)) fail(new TabBusy('a script of the page before never stops'));
        if ((await time.isOver()) && !this.gate.documents.isWaiting) fail(new HostTrouble('no answer in time'));
      };
      timer = setInterval(() => void look().catch(fail), this.patience.script / 5);
    });
    return await Promise.race([navigation, hung]).finally(() => clearInterval(timer));
  }

  /**
   * Blocks further documents and data of the captured page. Leaves the page once staying costs more or anything else
   * loads: leaving every page at once would cost a third of a page's time.
   */
  async deferUnload(): Promise<void> {
    this.gate.leave();
    this.#isLeft = true;
    this.#costs.end();
    this.#looking = new AbortController();
    const { signal } = this.#looking;
    await untilTooCostly(this.cdp, KEPT, signal);
    if (!signal.aborted) this.#park();
  }

  #park(): void {
    this.#looking.abort();
    this.#parked ??= this.page.goto('about:blank', { timeout: PARK_WITHIN }).catch(() => this.close());
  }

  /** Prepares the tab for use after `deferUnload`. */
  async unpark(): Promise<void> {
    this.#looking.abort();
    await this.#parked;
    this.#parked = undefined;
  }

  async close(): Promise<void> {
    this.gate.leave();
    this.#memory?.delete(this.#costs);
    this.#looking.abort();
    await this.#context.close().catch(() => undefined);
  }

  /** Stops all scripts of the page, and marks the tab as unusable for other pages. */
  stopScripts(limit: string): void {
    if (this.isStopped) return;
    this.#reportOverload(limit);
    this.isStopped = true;
    this.#isRetired = true;
    this.#scripts.stopAll();
    this.#costs.end();
  }

  #reportOverload(limit: string): void {
    this.limits.add(limit);
    this.#visiting?.onOverload?.();
  }

  #part(isTooMany: boolean): void {
    if (this.#isLeft) this.#park();
    else if (isTooMany) this.stopScripts('too many requests');
  }

  /** Completes the load of a document that was cut off. */
  #cutOff(): void {
    this.limits.add('cut off');
    this.isLoaded = true;
    this.#onLoad();
  }

  #show(url: string): void {
    if (!this.#answers.shows(url)) return;
    this.observer.begin(url);
    this.limits.delete('cut off');
    // The failure may have been reported earlier.
    if (this.shown?.answer.request().failure()) this.#cutOff();
  }
}

/** Error for a tab blocked by a script of the page before; another tab can be tried at once. */
export class TabBusy extends RetryVisit {}
