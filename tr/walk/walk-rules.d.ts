/** What a walk reads. Plain JSON, as it is sent into browsers. Lists are words between blanks. */
export interface WalkRules {
    /** Links read from one document; more are left aside. As many other addresses are read. */
    readonly mostLinks: number;
    /** Types of `link` elements that lead a reader on. */
    readonly linkTypes: string;
    /** Elements of HTML that may have a shadow root, besides those with a name of their own. */
    readonly shadowHosts: string;
    /** Attributes that hold addresses, and the elements that have them: `*` for all. */
    readonly attributes: Readonly<Record<string, string>>;
    /** Elements of HTML and MathML as they are now: in others, obsolete or unknown, any attribute may hold an address. */
    readonly elements: string;
    /** Those of HTML. */
    readonly htmlElements: string;
    /** Which of them have these attributes: those of others mean nothing. */
    readonly owners: Readonly<Record<'href' | 'src', string>>;
    /** Elements that stand in a line of text: all others begin a new one. */
    readonly inline: string;
    /** Elements whose text no reader sees; nor is that of `noscript` where scripts run. */
    readonly silent: string;
    /** Elements whose text is seen elsewhere than in the page, or in other browsers only: it may tell what a link is about. */
    readonly aside: string;
    /** Elements that nothing is to be seen of, so that nobody can do anything to them, besides those two kinds. */
    readonly unseen: string;
    /** Attributes that hold style. */
    readonly styles: string;
    /** Attributes that name icons. */
    readonly icons: string;
    /** Names of icons that stand for the text of a link that has none: what they say must not be overlooked. Regular expression. */
    readonly tellingIcons: string;
    /** Types of scripts that are data with addresses in them. */
    readonly dataScripts: string;
}
/** The limit that a page or a file met that has more links than are read. */
export declare const MANY_LINKS = "too many links";
export declare const walkRules: WalkRules;
