import type { SiteId } from '../../domain/site.ts';
import type { KnownTemplate, Template } from '../../domain/template.ts';
/** Learns for each template whether plain requests find the links that a browser finds. */
export declare class TemplateBook {
    #private;
    /**
     * @param known what was learned before
     * @param keep takes down what has been learned
     */
    constructor(known: Iterable<KnownTemplate>, keep: (template: KnownTemplate, url: string) => void);
    /** The pattern under which a page is to be learned. */
    within(site: SiteId, pattern: string): string;
    /** Whether the next page of a pattern is worth a plain request before the browser may be needed. Counts the pages. */
    isWorthATry(site: SiteId, pattern: string): boolean;
    /** Whether a plain request of such a page needs no browser. */
    isPlain(template: Template): boolean;
    /** The share of a plain template's pages that is read both ways. */
    checkedShare(template: Template): number;
    /** A page was read by a plain request alone. */
    used({ site, pattern }: Template): void;
    /** A plain request of a page failed: that says nothing about its template. */
    failed(site: SiteId): void;
    /** A page was read both ways, and came to the same or not. @param url its address */
    learn(template: Template, isEqual: boolean, url: string): void;
}
