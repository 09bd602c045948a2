/**
 * Runs in a page: the small block, such as a sheet or a dialog that nobody has opened, with which a control is hidden, so
 * that nobody can use it as long as its scripts don't show it. What a style sheet alone shows, to a pointer or to the focus,
 * is not hidden; nor are fields, as what is drawn in their place is used. It is sent into browsers as it stands, so it uses
 * nothing from outside.
 */
export declare function hiddenBlock(element: Element): Element | undefined;
