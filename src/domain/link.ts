import type { SiteId } from './site.ts';

export type LinkId = number;

/**
 * Relations of an address to its page. `link`: leads the reader there; `embedded`: shown, run or named by the page;
 * `request`: requested by a script; `guess`: text that looks like an address.
 */
export const linkRoles = ['link', 'embedded', 'request', 'guess'] as const;
export type LinkRole = (typeof linkRoles)[number];

/** Link as found by a capture technique, before classification. */
export interface FoundLink {
  /** Attribute text as written. */
  readonly raw: string;
  /** Absolute address as resolved by the browser (with the document's base and encoding), if the browser could. */
  readonly url: string | undefined;
  readonly role: LinkRole;
  /** HTTP method in capital letters: `GET`, or a writing method such as `POST`. */
  readonly method: string;
  /** Anchor text with folded white space, or the alternative text of an image inside, or a title. */
  readonly anchor: string;
  /** Page text around the link: about 100 characters on each side, and up to 200 of the link's own text. */
  readonly context: string;
  /** Attribute `rel` as written, with `acts` added for a link that triggers an action, see safety/harm.ts. */
  readonly rel: string;
  /** Lower-case element name (`a`, `area`, `iframe`, `svg:a` …). */
  readonly element: string;
  /** Element names from the root, separated by blanks; `#shadow` marks a shadow root. */
  readonly tagPath: string;
  /** Address of the frame or redirect body with the link; empty for the page's own document. */
  readonly frame: string;
  /** Name of the capture technique that found the link. */
  readonly technique: string;
  /** True if the fragment is a route of the page's application, though shaped like a section (`#people/1`). */
  readonly isRoute?: true;
}

/** Empty texts for a link outside the page's text. */
export const NO_TEXTS = { anchor: '', context: '', rel: '', tagPath: '', frame: '' };

/** Tells whether the link was found in the body of a redirect that led to the page. */
export const isInRedirect = ({ technique, frame }: FoundLink): boolean => technique === 'header' && frame !== '';

/** Tells whether a method changes nothing on a server. Other methods may write and are never sent. */
export const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Roles of a resource, the weakest first. `write`: requesting the resource may change data on the server. */
export const resourceRoles = ['guess', 'embedded', 'request', 'write'] as const;
export type ResourceRole = (typeof resourceRoles)[number];

/** Roles of links of all kinds. */
export const listedRoles = ['link', 'embedded', 'request', 'write', 'guess'] as const;
export type ListedRole = (typeof listedRoles)[number];

/** Kinds of links. `resource`: an address without a link, or with a writing method. */
export const linkKinds = ['external', 'internal', 'bad', 'resource'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** Reasons why a link is bad. `scheme` is not a mistake. */
export const badReasons = ['javascript', 'scheme', 'misspelt-scheme', 'malformed', 'too-long'] as const;
export type BadReason = (typeof badReasons)[number];

/** Descriptions of the reasons for users. */
export const badReasonTexts: Readonly<Record<BadReason, string>> = {
  javascript: 'a script in place of an address',
  scheme: 'not http, such as mailto: or tel:',
  'misspelt-scheme': 'a typing error, such as htp://',
  malformed: 'no address at all',
  'too-long': 'more than 2,048 characters',
};

/**
 * Classified link. `key` identifies the address (see url/normalise.ts), with the method and a blank in front unless
 * the method is GET.
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
 * Statuses of an internal link. `redirected`: to another link's page; `refused`: by the link order; `forbidden`: by
 * robots.txt; `nofollow`: by --nofollow; `trap`: endless URL pattern; `excluded`: by --include, --exclude, or possible
 * harm.
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

/** Conditions that search the texts of links: all texts, or one column. */
export const textConditions = ['text', 'url', 'anchor', 'context'] as const;

/** Sort keys of lists of links. */
export const linkSortKeys = ['url', 'site', 'level', 'first-seen', 'host', 'domain'] as const;
export type LinkSortKey = (typeof linkSortKeys)[number];

/**
 * Kinds of alternative addresses of a page. `spelling`: another form that the crawl treats as equal and a server may
 * tell apart.
 */
const aliasKinds = ['redirect', 'canonical', 'spelling'] as const;
export type AliasKind = (typeof aliasKinds)[number];

/** Internal link as seen by a link order: its first discovery and its present level. */
export interface LinkView {
  readonly id: LinkId;
  readonly site: SiteId;
  /** Absolute address. */
  readonly url: string;
  /** Smallest number of links from a start page to the link. */
  readonly level: number;
  readonly anchor: string;
  readonly context: string;
  readonly rel: string;
  readonly element: string;
  readonly role: LinkRole;
  readonly technique: string;
  readonly tagPath: string;
  /** Index among the links of the first page with the link, from 0; undefined if no page has the link. */
  readonly place: number | undefined;
  /** First page with the link; undefined for a start page. */
  readonly source: SourceView | undefined;
}

/** Page that contains a link, and the yield of the visit to the page. */
export interface SourceView {
  readonly id: LinkId;
  /** Absolute address. */
  readonly url: string;
  readonly title: string;
  /** Level at the time of the visit. */
  readonly level: number;
  readonly reward: number;
  /** Number of distinct external links. */
  readonly external: number;
  /** Number of external links that the site had not shown before. */
  readonly newExternal: number;
  /** Number of distinct internal links, without links to the page itself. */
  readonly internal: number;
  /** Relevance to the topic, in [0, 1]; undefined without a topic. */
  readonly relevance?: number | undefined;
}

/**
 * Visibility of a link on a reopened page. `acted`: visible after an action; `hidden`: in an invisible element;
 * `bare`: in a script, a header or the like; `by-act`: loaded by an action and invisible; `gone`: not found.
 */
export type LinkSight = 'outlined' | 'acted' | 'hidden' | 'bare' | 'by-act' | 'gone';
