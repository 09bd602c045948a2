import type { FoundLink } from '../../domain/link.ts';
import type { SiteId } from '../../domain/site.ts';
/** What pages have in common that do the same when something is done to them. */
export interface Layout {
    /** The pattern of their address. */
    readonly pattern: string;
    /** Stands for the scripts that they have. */
    readonly scripts: string;
}
/**
 * Learns for each site what is not worth doing to its pages, as it brought no link to several of a layout that the site's
 * pages do not bring anyway. A share of the pages is tried for ever, and what brings something there is done to all again; so
 * is a page tried that shows a kind of control which was on none before.
 */
export declare class Habits {
    #private;
    /** Whether something is to be done to the next page of a layout. Counts the pages. */
    isWorthATry(site: SiteId, layout: Layout, act: string): boolean;
    /**
     * It was done to a page, and brought news or nothing.
     *
     * @param cost what was spent on it, in elements (see `Allowance`)
     */
    learn(site: SiteId, layout: Layout, act: string, hasBrought: boolean, cost?: number): void;
    /** Whether no page of the site has had a link before; nothing is made of what parameters a file is loaded with. */
    isNews(site: SiteId, link: FoundLink): boolean;
    /** Whether a page shows a control of a kind that no page of the site has had: what others brought tells nothing of it. */
    hasNewControls(site: SiteId, kinds: readonly string[]): boolean;
    /** A page of the site was read, and has these links and so many elements. */
    keep(site: SiteId, links: readonly FoundLink[], elements: number): void;
}
