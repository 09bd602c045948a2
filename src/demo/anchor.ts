/** A link as it will stand on a page. */
export interface Anchor {
  readonly href: string;
  readonly text: string;
  /** Words that stand beside the link, outside of it. */
  readonly note?: string;
}
