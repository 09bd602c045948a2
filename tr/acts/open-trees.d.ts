/**
 * Runs in a page: the open shadow trees of elements of a library's own, and those within these, a hundred at most. It is
 * sent into browsers as it stands, so it uses nothing from outside.
 *
 * @param most elements of a tree that are looked at
 */
export declare function openTrees(most: number): readonly ShadowRoot[];
