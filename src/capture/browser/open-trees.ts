/**
 * Runs in a page: the open shadow trees of elements of a library's own, and those within these, a hundred at most. It is
 * sent into browsers as it stands, so it uses nothing from outside.
 *
 * @param most elements of a tree that are looked at
 */
export function openTrees(most: number): readonly ShadowRoot[] {
  const mostTrees = 100;
  const named = document.evaluate(
    "//*[contains(local-name(), '-')]",
    document,
    null,
    XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
  );
  const hosts: (Node | null)[] = [];
  for (let at = 0; at < Math.min(named.snapshotLength, mostTrees); at++) hosts.push(named.snapshotItem(at));
  const trees: ShadowRoot[] = [];
  for (const host of hosts) {
    const tree: ShadowRoot | null = host && Reflect.get(Element.prototype, 'shadowRoot', host);
    if (tree === null || trees.length >= mostTrees) continue;
    trees.push(tree);
    const within = DocumentFragment.prototype.querySelectorAll.call(tree, '*');
    for (const one of Array.from(within).slice(0, most)) if (one.localName.includes('-')) hosts.push(one);
  }
  return trees;
}
