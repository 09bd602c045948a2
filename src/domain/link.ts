import type { SiteId } from './site.ts';

export type LinkId = number;

/**
 * What an address is to its page. `link`: it leads the reader there; `embedded`: the page shows, runs or names it;
 * `request`: a script of the page asks for it; `guess`: text that looks like an address.
 */
export const linkRoles = ['link', 'embedded', 'request', 'guess'] as const;
export type LinkRole = (typeof linkRoles)[number];

/** A link as a capture technique saw it, before it is understood. */
export interface FoundLink {
  /** The attribute's text as written. */
  readonly raw: string;
  /** Its absolute address as the browser resolves it (the document's base and encoding applied), where the browser could. */
  readonly url: string | undefined;
  readonly role: LinkRole;
  /** How the server would be asked, in capital letters: `GET`, or what writes, such as `POST`. */
  readonly method: string;
  /** Anchor text, white space folded; the alternative text of an image inside; a title. */
  readonly anchor: string;
  /** The page's text around the link: about 100 characters on each side, and up to 200 of its own. */
  readonly context: string;
  /** As it is written; `acts` is added where its element says that following it acts, see safety/harm.ts. */
  readonly rel: string;
  /** Lower-case element name (`a`, `area`, `iframe`, `svg:a` …). */
  readonly element: string;
  /** Element names from the root, separated by blanks; `#shadow` marks a shadow root. */
  readonly tagPath: string;
  /** Address of the document where it stands, a frame's or a redirect's body; empty for the page's own document. */
  readonly frame: string;
  /** Name of the technique that found it. */
  readonly technique: string;
  /** Its fragment is a route of its page's application, though it looks like a place in the page (`#people/1`). */
  readonly isRoute?: true;
}

/** Of a link that stands in no text of its page. */
export const NO_TEXTS = { anchor: '', context: '', rel: '', tagPath: '', frame: '' };

/** Whether it stands in the body of a redirect that led to the page. */
export const isInRedirect = ({ technique, frame }: FoundLink): boolean => technique === 'header' && frame !== '';

/** Whether asking so leaves what a server holds as it is: all other methods may write, and are never sent. */
export const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** What a resource is to its page, the weakest first. `write`: asking for it may change what its server holds. */
export const resourceRoles = ['guess', 'embedded', 'request', 'write'] as const;
export type ResourceRole = (typeof resourceRoles)[number];

/** What a link of any kind may be to its page. */
export const listedRoles = ['link', 'embedded', 'request', 'write', 'guess'] as const;
export type ListedRole = (typeof listedRoles)[number];

/** `resource`: an address that no link leads to, or that is asked with a method that writes. */
export const linkKinds = ['external', 'internal', 'bad', 'resource'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** Why a link is bad. Links of the reason `scheme` are no mistakes. */
export const badReasons = ['javascript', 'scheme', 'misspelt-scheme', 'malformed', 'too-long'] as const;
export type BadReason = (typeof badReasons)[number];

/** What each reason means to a person. */
export const badReasonTexts: Readonly<Record<BadReason, string>> = {
  javascript: 'a script in place of an address',
  scheme: 'not http, such as mailto: or tel:',
  'misspelt-scheme': 'a typing error, such as htp://',
  malformed: 'no address at all',
  'too-long': 'more than 2,048 characters',
};

/**
 * A found link, understood. `key` is its identity: that of its address, see url/normalise.ts; behind the method and a
 * blank where that is not GET.
 */
export type ClassifiedLink =
  | { readonly kind: 'internal'; readonly url: string; readonly key: string; readonly isFile: boolean }
  | {
      readonly kind: 'external';
      readonly url: string;
      readonly key: string;
      readonly host: string;
      readonly domain: string;
    }
  | {
      readonly kind: 'resource';
      readonly url: string;
      readonly key: string;
      readonly method: string;
      readonly role: ResourceRole;
      readonly host: string;
      readonly domain: string;
    }
  | { readonly kind: 'bad'; readonly reason: BadReason; readonly raw: string };

/**
 * `waiting`: in the queue; `claimed`: being visited; `visited`: its page was read; `redirected`: it leads to another
 * link's page; `failed`: could not be loaded; `file`: not a page; `beyond-depth`: deeper than --depth; `refused`: by the
 * link order; `forbidden`: by robots.txt; `nofollow`: its page or its rel says so, and --nofollow obeys it; `trap`: one of
 * endlessly many; `excluded`: by --include or --exclude, or as a visit
 * of it may harm.
 */
export const linkStatuses = [
  'waiting',
  'claimed',
  'visited',
  'redirected',
  'failed',
  'file',
  'beyond-depth',
  'refused',
  'forbidden',
  'nofollow',
  'trap',
  'excluded',
] as const;
export type LinkStatus = (typeof linkStatuses)[number];

/** Conditions of lists that are looked for in the texts of the links: all of them, or one column's. */
export const textConditions = ['text', 'url', 'anchor', 'context'] as const;

/** What lists of links are sorted by. */
export const linkSortKeys = ['url', 'site', 'level', 'first-seen', 'host', 'domain'] as const;
export type LinkSortKey = (typeof linkSortKeys)[number];

/**
 * How another address of a page is known: it redirects to the page, or the page names it as its own; or it is the same to
 * the crawl in another spelling, which a server may tell apart.
 */
const aliasKinds = ['redirect', 'canonical', 'spelling'] as const;
export type AliasKind = (typeof aliasKinds)[number];

/** What a link order sees of an internal link: as it was found first, and where it stands now. */
export interface LinkView {
  readonly id: LinkId;
  readonly site: SiteId;
  /** Absolute address. */
  readonly url: string;
  /** Least number of links that lead to it from a start page. */
  readonly level: number;
  readonly anchor: string;
  readonly context: string;
  readonly rel: string;
  readonly element: string;
  readonly role: LinkRole;
  readonly technique: string;
  readonly tagPath: string;
  /** Its place among the links of the page that it was found on first, from 0; undefined where no page has it. */
  readonly place: number | undefined;
  /** The page that it was found on first; undefined for a start page. */
  readonly source: SourceView | undefined;
}

/** The page that a link stands on, and what it brought when it was read. */
export interface SourceView {
  readonly id: LinkId;
  /** Absolute address. */
  readonly url: string;
  readonly title: string;
  /** When it was read. */
  readonly level: number;
  readonly reward: number;
  /** Distinct external links that it has … */
  readonly external: number;
  /** … and those of them that its site had not shown before; … */
  readonly newExternal: number;
  /** … distinct internal links, without those to itself. */
  readonly internal: number;
  /** How near to the topic it is, in [0, 1]; undefined without a topic. */
  readonly relevance?: number | undefined;
}

/**
 * How a page that is opened again shows a link. `outlined`: it is seen; `acted`: it is seen once something was done to the page;
 * `hidden`: an element has it that is not seen; `bare`: it stands in a script, a header or the like; `by-act`: it came when
 * something was done to the page, and is not seen; `gone`: it was not found.
 */
export type LinkSight = 'outlined' | 'acted' | 'hidden' | 'bare' | 'by-act' | 'gone';
