import type { Browser } from 'playwright';
import type { SiteId } from '../../domain/site.ts';
import { Tab, type TabOptions } from './tab.ts';
/** Open tabs, reused: making pages is what costs. */
export declare class Tabs {
    #private;
    /** @param most tabs kept open while they are not in use */
    constructor(browser: Browser, most: number, options: TabOptions);
    /** A tab of this site; the caller owes `give` or its close. */
    take(site: SiteId): Promise<Tab>;
    /** Takes a tab back that is fit for another page. */
    give(tab: Tab): void;
}
