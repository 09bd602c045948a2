import type { FoundLink } from './link.ts';
import type { SiteId } from './site.ts';

/** Where `nofollow` may be said: in a link's rel, in a page's `<meta name=robots>`, in its `X-Robots-Tag` header. */
export const nofollowKinds = ['rel', 'meta', 'header'] as const;
export type NofollowKind = (typeof nofollowKinds)[number];

/** The limit of a page that is hardly more than the scripts that are to write it, and was read without them. */
export const WRITTEN_BY_SCRIPTS = 'written by scripts';

/** Why a visit failed whose page was sent as if it were there, and is the error page of its site. */
export const SOFT_404 = 'not found: it looks like the error page of its site';

/** A page as capture read it. */
export interface CapturedPage {
  readonly kind: 'page';
  /** Address of the document that was read, after redirects. */
  readonly url: string;
  /** Addresses on the way there, in their order: those that redirected, and pages that led on by themselves. */
  readonly hops?: readonly string[];
  /**
   * The same with the route of its application that it shows: one that its scripts have set while it was loaded, as a
   * redirect does, or one that looks like a place in the page (`#people/1`).
   */
  readonly route?: string;
  readonly httpStatus: number;
  readonly contentType: string;
  readonly title: string;
  /** Absolute address that the page's `<link rel=canonical>` names as its own. */
  readonly canonical: string | undefined;
  /** Links in document order, frames after their page. */
  readonly links: readonly FoundLink[];
  /** Where the page as a whole says `nofollow`. */
  readonly nofollow: readonly NofollowKind[];
  /**
   * What its reader sees, by blocks (paragraphs, list items, cells …), white space folded, before anything was done to it;
   * frames after the page's own, nested ones too. At most a million characters in 20,000 blocks.
   */
  readonly text: readonly string[];
  /** Whether its reader is asked for a password. */
  readonly asksPassword: boolean;
  /**
   * Limits that the page met: `never quiet`, `still loading`, `cut off`, `script ended`; `frames` (more than are read),
   * `too many links` and `long text` (more than is kept), `too large` (only its beginning was read), `nodes` (too many elements to be acted on), `actions` (there was
   * more to try), `scrolling` and `streams` (they still brought something when they were left, or not all frames or messages were looked at), `too many addresses` (scripts led to more than are kept), `cut short` (what was done to it could not be done to its end), `fault: …` (a fault of Forager's own, with its message); `too many documents`, `too many requests`,
   * `too many messages` and `long delay` (it would have gone on; see docs/politeness.md), `memory` (its scripts took too much); `second way`
   * (read without a browser as that failed); `written by scripts` (hardly more than scripts, which were not run); empty as a
   * rule.
   */
  readonly limits: readonly string[];
  /** What its server says to ask again with; not given where it says nothing. */
  readonly validators?: Validators | undefined;
}

/** An answer that is no page: a download, an image, plain text; a sitemap, a feed or a PDF document, which bear links. */
export interface CapturedFile {
  readonly kind: 'file';
  readonly url: string;
  /** As a page's. */
  readonly hops?: readonly string[];
  readonly httpStatus: number;
  readonly contentType: string;
  /** In the file's order, a sitemap's entries first, those of a feed's item when it ends; then those in the bodies of redirects that led to it. */
  readonly links: readonly FoundLink[];
  /** Whether its `X-Robots-Tag` header says `nofollow`. */
  readonly nofollow: readonly NofollowKind[];
  /**
   * Limits that the file met: `still loading`, `cut off`, `damaged`, `too many links`, `too many pages`, `too slow`,
   * `too large`; empty as a rule.
   */
  readonly limits: readonly string[];
  /** What its reader sees, page by page, of the first 20 pages of a PDF document; not given where no text is known. */
  readonly text?: readonly string[];
}

/** How a page was read: in Chromium, which runs its scripts, or by plain requests. */
export const renderings = ['browser', 'http'] as const;
export type Rendering = (typeof renderings)[number];

/** What capture read. */
export type Captured = (CapturedPage | CapturedFile) & {
  /** When the server was asked, in milliseconds since the epoch. */
  readonly askedAt: number;
  /** `browser` where it is not given. */
  readonly rendering?: Rendering;
};

/** What a server says of a document, to ask whether it still is so (RFC 9110, §8.8); empty where it says nothing. */
export interface Validators {
  readonly etag: string;
  readonly lastModified: string;
}

/** Whether two answers are of the same document, as their server has it: entity tags before dates, weak ones too. */
export function areSame(one: Validators, other: Validators): boolean {
  const tag = ({ etag }: Validators) => etag.replace(/^W\//, '');
  if (one.etag !== '' || other.etag !== '') return tag(one) === tag(other);
  return one.lastModified !== '' && one.lastModified === other.lastModified;
}

/** Pages of a site that are made alike: by the pattern of their addresses, and by what they need a browser for. */
export interface Template {
  readonly site: SiteId;
  /** See url/page-pattern.ts. */
  readonly pattern: string;
  /** See capture/documents/page-shape.ts. */
  readonly shape: string;
}

/**
 * `learning`: pages are read both ways; `plain`: a browser finds no other links; `browser`: it did, and the two have to
 * come to the same more often than at first before the template is `plain` again.
 */
const templateStates = ['learning', 'plain', 'browser'] as const;
export type TemplateState = (typeof templateStates)[number];

/** What is known of a template. */
export interface KnownTemplate extends Template {
  readonly state: TemplateState;
  /** Pages in a row that were read both ways and came to the same. */
  readonly equal: number;
  /** Pages that did not, in all. */
  readonly different: number;
}

/** Elements of HTML whose text is not shown; that of `noscript` is where scripts do not run. */
export const silentElements: readonly string[] = ['script', 'style', 'template', 'noscript'];
