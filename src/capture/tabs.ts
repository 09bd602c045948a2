import type { Browser, BrowserContext, CDPSession, Page, Request, Response } from 'playwright';
import type { SiteId } from '../domain/site.ts';

/** Pages that a tab reads before it is closed: a context that is never closed grows by 0.12 MB a page. */
const READS_PER_TAB = 200;

/** A tab that reads one site's pages, one after the other, in a context of its own: cookies stay with their site. */
export class Tab {
  readonly site: SiteId;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
  reads = 0;
  /** The last answer to a navigation of the tab itself. */
  response: Response | undefined;
  /** Requests in flight that may bring links: scripts, data, frames. */
  readonly pending = new Set<Request>();

  private constructor(site: SiteId, context: BrowserContext, page: Page, cdp: CDPSession) {
    this.site = site;
    this.context = context;
    this.page = page;
    this.cdp = cdp;
    page.on('request', (request) => {
      if (BRINGS_LINKS.has(request.resourceType())) this.pending.add(request);
    });
    page.on('requestfinished', (request) => this.pending.delete(request));
    page.on('requestfailed', (request) => this.pending.delete(request));
    page.on('response', (response) => {
      const request = response.request();
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.response = response;
    });
    page.on('popup', (popup) => void popup.close().catch(() => undefined));
  }

  static async open(browser: Browser, site: SiteId, userAgent: string): Promise<Tab> {
    const context = await browser.newContext({
      userAgent,
      acceptDownloads: false,
      ignoreHTTPSErrors: true,
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    return new Tab(site, context, page, await context.newCDPSession(page));
  }

  async close(): Promise<void> {
    await this.context.close().catch(() => undefined);
  }
}

const BRINGS_LINKS = new Set(['document', 'script', 'xhr', 'fetch']);

/** Open tabs, reused: making pages is what costs. */
export class Tabs {
  readonly #browser: Browser;
  readonly #userAgent: string;
  readonly #most: number;
  /** Least recently used first. */
  readonly #idle: Tab[] = [];
  #open = 0;

  /** @param most tabs kept open at the same time while they are not in use */
  constructor(browser: Browser, userAgent: string, most: number) {
    this.#browser = browser;
    this.#userAgent = userAgent;
    this.#most = most;
  }

  async take(site: SiteId): Promise<Tab> {
    const index = this.#idle.findLastIndex((tab) => tab.site === site);
    const [known] = index < 0 ? [] : this.#idle.splice(index, 1);
    if (known) return known;
    if (this.#open >= this.#most) await this.#idle.shift()?.close();
    else this.#open++;
    return Tab.open(this.#browser, site, this.#userAgent);
  }

  async give(tab: Tab): Promise<void> {
    tab.reads++;
    if (tab.reads >= READS_PER_TAB) await this.drop(tab);
    else this.#idle.push(tab);
  }

  /** Closes a tab that is not to be used again. */
  async drop(tab: Tab): Promise<void> {
    this.#open--;
    await tab.close();
  }
}
