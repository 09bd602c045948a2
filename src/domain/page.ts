import type { FoundLink } from './link.ts';
import type { SiteId } from './site.ts';

/** Sources of `nofollow`: a link's rel, a page's `<meta name=robots>`, the header `X-Robots-Tag`. */
export const nofollowKinds = ['rel', 'meta', 'header'] as const;
export type NofollowKind = (typeof nofollowKinds)[number];

/** Limit of a page fetched without scripts that consists of little else than scripts. */
export const WRITTEN_BY_SCRIPTS = 'written by scripts';

/** Failure reason for a page with a success status that looks like the error page of its site. */
export const SOFT_404 = 'not found: it looks like the error page of its site';

/** Captured HTML page. */
export interface CapturedPage {
  readonly kind: 'page';
  /** Address of the captured document, after redirects. */
  readonly url: string;
  /** Addresses of redirects and of self-forwarding pages on the way, in order. */
  readonly hops?: readonly string[];
  /**
   * Address with the route of the page's application. A script set the route during loading, like a redirect, or the
   * route looks like a place in the page (`#people/1`).
   */
  readonly route?: string;
  readonly httpStatus: number;
  readonly contentType: string;
  readonly title: string;
  /** Absolute address in the page's `<link rel=canonical>`. */
  readonly canonical: string | undefined;
  /** Links in document order, those of frames last. */
  readonly links: readonly FoundLink[];
  /** Sources of a `nofollow` that applies to the whole page. */
  readonly nofollow: readonly NofollowKind[];
  /**
   * Visible text before any action, in blocks (paragraphs, list items, cells …) with folded white space. Frames come
   * last. At most a million characters in 20,000 blocks.
   */
  readonly text: readonly string[];
  /** True if the page asks for a password. */
  readonly asksPassword: boolean;
  /**
   * Limits that the page met; usually empty. Capture ended early: `never quiet`, `still loading`, `cut off`, `script
   * ended`, `actions` (more to try), `scrolling` and `streams` (more to come), `cut short` (an action was not
   * completed). More than capture keeps or handles: `frames`, `too many links`, `long text`, `too large`, `nodes`,
   * `too many addresses` (from scripts), `memory` (of scripts).
   * Politeness, see docs/politeness.md: `too many documents`, `too many requests`, `too many messages`, `long delay`.
   * `fault: …`: a fault of Forager, with its message. `second way`: fetched without a browser, after the browser
   * failed.
   * `written by scripts`: fetched without running scripts, and consists of little else.
   */
  readonly limits: readonly string[];
  /** Validators for a conditional request, if the server sent any. */
  readonly validators?: Validators | undefined;
}

/** Response that is not a page: a download, an image, plain text; or a sitemap, a feed or a PDF document with links. */
export interface CapturedFile {
  readonly kind: 'file';
  readonly url: string;
  /** Addresses of redirects on the way, in order. */
  readonly hops?: readonly string[];
  readonly httpStatus: number;
  readonly contentType: string;
  /**
   * Links in file order: a sitemap's entries first, a feed item's links at the item's end, links in bodies of
   * redirects last.
   */
  readonly links: readonly FoundLink[];
  /** Sources of `nofollow`: the header `X-Robots-Tag` or none. */
  readonly nofollow: readonly NofollowKind[];
  /**
   * Limits that the file met: `still loading`, `cut off`, `damaged`, `too many links`, `too many pages`, `too slow`,
   * `too large`. Usually empty.
   */
  readonly limits: readonly string[];
  /** Visible text of the first 20 pages of a PDF document, one entry a page; undefined without a text. */
  readonly text?: readonly string[];
}

/** Ways to fetch a page: in Chromium with scripts, or by plain requests. */
export const renderings = ['browser', 'http'] as const;
export type Rendering = (typeof renderings)[number];

/** Result of a capture. */
export type Captured = (CapturedPage | CapturedFile) & {
  /** Time of the request, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** Way of fetching; `browser` by default. */
  readonly rendering?: Rendering;
};

/** Validators of a document for conditional requests (RFC 9110, §8.8); empty if the server sent none. */
export interface Validators {
  readonly etag: string;
  readonly lastModified: string;
}

/** Tells whether two responses have the same document: entity tags, weak ones included, take precedence over dates. */
export function areSame(one: Validators, other: Validators): boolean {
  const tag = ({ etag }: Validators) => etag.replace(/^W\//, '');
  if (one.etag !== '' || other.etag !== '') return tag(one) === tag(other);
  return one.lastModified !== '' && one.lastModified === other.lastModified;
}

/** Group of similar pages of a site: same address pattern, same need of a browser. */
export interface Template {
  readonly site: SiteId;
  /** Address pattern, see url/page-pattern.ts. */
  readonly pattern: string;
  /** Page shape, see capture/documents/page-shape.ts. */
  readonly shape: string;
}

/**
 * States of a template. `learning`: pages are fetched both ways; `plain`: a browser finds no other links; `browser`: a
 * browser found others, and `plain` needs more equal pages than at first.
 */
const templateStates = ['learning', 'plain', 'browser'] as const;
export type TemplateState = (typeof templateStates)[number];

/** Template with its state. */
export interface KnownTemplate extends Template {
  readonly state: TemplateState;
  /** Consecutive pages with the same links both ways. */
  readonly equal: number;
  /** Total number of pages with different links. */
  readonly different: number;
}

/** HTML elements without visible text; `noscript` only where scripts run. */
export const silentElements: readonly string[] = ['script', 'style', 'template', 'noscript'];
