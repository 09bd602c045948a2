import type { Browser } from 'playwright';
import type { SiteId } from '../../domain/site.ts';
import { Tab } from './tab.ts';
import type { TabOptions } from './tab-options.ts';

/** Pages that a tab reads before it is closed: a context that is never closed grows by 0.12 MB a page. */
const READS_PER_TAB = 200;

/** Open tabs, reused: making pages is what costs. */
export class Tabs {
  readonly #browser: Browser;
  readonly #most: number;
  readonly #options: TabOptions;
  /** Least recently used first. */
  readonly #idle: Tab[] = [];

  /** @param most tabs kept open while they are not in use */
  constructor(browser: Browser, most: number, options: TabOptions) {
    this.#browser = browser;
    this.#most = most;
    this.#options = options;
  }

  /** A tab of this site; the caller owes `give` or its close. */
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

  /** Takes a tab back that is fit for another page. */
  give(tab: Tab): void {
    tab.reads++;
    if (tab.reads >= READS_PER_TAB || !tab.isUsable) void tab.close();
    else {
      this.#idle.push(tab);
      void tab.keepPage();
    }
    if (this.#idle.length > this.#most) void this.#idle.shift()?.close();
  }
}
