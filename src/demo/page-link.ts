/** Link of a page. */
export interface Anchor {
  readonly href: string;
  readonly text: string;
  /** Words beside the link, outside of it. */
  readonly note?: string;
}
