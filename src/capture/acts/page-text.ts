/** Runs in a page: all the text of its document, and of some shadow trees in it. */
export function pageText(trees: readonly ShadowRoot[]): string {
  const textOf = (node: Node) => String(Reflect.get(Node.prototype, 'textContent', node) ?? '');
  // A script may have taken the root out.
  const root: Element | null = document.documentElement;
  return [...(root ? [root] : []), ...trees].map(textOf).join('\n');
}
