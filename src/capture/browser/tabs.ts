import type { Browser } from 'playwright';
import type { SiteId } from '../../domain/site.ts';
import { Tab } from './tab.ts';
import type { TabOptions } from './tab-options.ts';

/** Pages captured by a tab before its end, as a context grows by 0.12 MB a page. */
const READS_PER_TAB = 200;

/** Pool of open tabs, as opening a tab is expensive. */
export class Tabs {
  readonly #browser: Browser;
  readonly #most: number;
  readonly #options: TabOptions;
  /** Idle tabs, least recently used first. */
  readonly #idle: Tab[] = [];

  /** @param most limit of idle tabs kept open */
  constructor(browser: Browser, most: number, options: TabOptions) {
    this.#browser = browser;
    this.#most = most;
    this.#options = options;
  }

  /** Returns a tab for a site. The caller must call `give` or close the tab. */
  async take(site: SiteId): Promise<Tab> {
    for (;;) {
      const index = this.#idle.findLastIndex((tab) => tab.site === site);
      const [known] = index < 0 ? [] : this.#idle.splice(index, 1);
      if (!known) return await Tab.open(this.#browser, site, this.#options);
      await known.unpark();
      if (known.isUsable) return known;
      void known.close();
    }
  }

  /** Returns a tab to the pool, or closes an unusable one. */
  give(tab: Tab): void {
    tab.reads++;
    if (tab.reads >= READS_PER_TAB || !tab.isUsable) void tab.close();
    else {
      this.#idle.push(tab);
      void tab.deferUnload();
    }
    if (this.#idle.length > this.#most) void this.#idle.shift()?.close();
  }
}
