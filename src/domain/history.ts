/** How a page stood when it was checked. `gone`: there is no page any more; `moved`: it leads to another page of its site. */
const pageStates = ['there', 'gone', 'moved'] as const;
export type PageState = (typeof pageStates)[number];

/** `removed`: no page that is there has the link any more; `returned`: one has it again. */
const linkEvents = ['removed', 'returned'] as const;
export type LinkEvent = (typeof linkEvents)[number];

/** What lists of changes are of. */
export const changedThings = ['pages', 'links'] as const;
export type ChangedThings = (typeof changedThings)[number];

/** Blocks of a page's text that went, and those that stand where they stood, in the order of the page. */
export interface TextChange {
  readonly gone: readonly string[];
  readonly fresh: readonly string[];
}

/** What a change is of. */
export const changeKinds = ['page', 'internal', 'external', 'bad'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** What happened to a page or a link; docs/history.md tells what they mean. */
export const changes = ['new', 'changed', 'gone', 'back', 'moved', 'removed', 'returned'] as const;
export type Change = (typeof changes)[number];
