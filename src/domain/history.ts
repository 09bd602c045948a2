/** States of a page at a revisit. `gone`: no longer there; `moved`: redirects to another page of its site. */
const pageStates = ['there', 'gone', 'moved'] as const;
export type PageState = (typeof pageStates)[number];

/** Events of a link. `removed`: no existing page has the link any more; `returned`: a page has the link again. */
const linkEvents = ['removed', 'returned'] as const;
export type LinkEvent = (typeof linkEvents)[number];

/** Subjects of the lists of changes. */
export const changedThings = ['pages', 'links'] as const;
export type ChangedThings = (typeof changedThings)[number];

/** Blocks of text removed from a page, and the blocks in their place, in page order. */
export interface TextChange {
  readonly gone: readonly string[];
  readonly fresh: readonly string[];
}

/** Things that change: a page, or a link of one kind. */
export const changeKinds = ['page', 'internal', 'external', 'bad'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Changes of a page or a link, described in docs/history.md. */
export const changes = ['new', 'changed', 'gone', 'back', 'moved', 'removed', 'returned'] as const;
export type Change = (typeof changes)[number];
