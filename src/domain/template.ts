import type { SiteId } from './site.ts';

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
