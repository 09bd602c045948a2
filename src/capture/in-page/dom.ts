/** Access to the document through prototypes, since a field named `matches`, say, hides the method of its form. */

export const attribute = (element: Element, name: string): string =>
  Element.prototype.getAttribute.call(element, name) ?? '';
export const attributeNames = (element: Element): string[] => Element.prototype.getAttributeNames.call(element);
export const nameOf = (element: Element): string => Reflect.get(Element.prototype, 'localName', element);
export const parentOf = (node: Node): Element | null => Reflect.get(Node.prototype, 'parentElement', node);
export const textOf = (node: Node): string => Reflect.get(Node.prototype, 'textContent', node) ?? '';
export const isConnected = (node: Node): boolean => Reflect.get(Node.prototype, 'isConnected', node) === true;
export const rootOf = (node: Node): Node => Node.prototype.getRootNode.call(node);
export const contains = (node: Node, other: Node): boolean => Node.prototype.contains.call(node, other);
export const matches = (element: Element, selector: string): boolean =>
  Element.prototype.matches.call(element, selector);
export const closest = (element: Element, selector: string): Element | null =>
  Element.prototype.closest.call(element, selector);
export const boxOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);
/** Tells whether an element has a layout box, and neither the element nor an ancestor is hidden. */
export const isVisible = (element: Element): boolean =>
  Element.prototype.checkVisibility.call(element, { visibilityProperty: true });
/** Returns all descendants as a live list, so reading the first ones is cheap. */
export const allIn = (element: Element): HTMLCollectionOf<Element> =>
  Element.prototype.getElementsByTagName.call(element, '*');
export const hasNoElements = (element: Element): boolean =>
  Reflect.get(Element.prototype, 'childElementCount', element) === 0;

/** Tells whether a node is an element, by type: nodes from another document have other classes. */
export const isElement = (node: Node): node is Element => Reflect.get(Node.prototype, 'nodeType', node) === 1;

/** Returns matches of a selector in the document, a shadow tree or an element. */
export function queryAll(root: Node, selector: string): Element[] {
  const of = isElement(root) ? Element.prototype : root === document ? Document.prototype : undefined;
  return Array.from((of ?? DocumentFragment.prototype).querySelectorAll.call(root, selector));
}

export const find = (selector: string): Element | null => Document.prototype.querySelector.call(document, selector);
export const byId = (id: string): Element | null => Document.prototype.getElementById.call(document, id);

/** Returns a property of the document, which an image named `readyState`, say, would hide. */
export const ofDocument = <Name extends keyof Document>(name: Name): Document[Name] =>
  Reflect.get(Document.prototype, name, document);

/** Elements of a shadow tree that are searched for further trees. */
const MOST_WITHIN = 1000;
const MOST_TREES = 100;

/**
 * Returns the open shadow trees of custom elements, including nested ones, a hundred at most.
 *
 * @param most highest number of elements searched in a tree
 */
export function openTrees(most = MOST_WITHIN): readonly ShadowRoot[] {
  const named = document.evaluate(
    "//*[contains(local-name(), '-')]",
    document,
    null,
    XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
  );
  const hosts: (Node | null)[] = [];
  for (let at = 0; at < Math.min(named.snapshotLength, MOST_TREES); at++) hosts.push(named.snapshotItem(at));
  const trees: ShadowRoot[] = [];
  for (const host of hosts) {
    const tree: ShadowRoot | null = host && Reflect.get(Element.prototype, 'shadowRoot', host);
    if (tree === null || trees.length >= MOST_TREES) continue;
    trees.push(tree);
    const inside = DocumentFragment.prototype.querySelectorAll.call(tree, '*');
    for (const one of Array.from(inside).slice(0, most)) if (one.localName.includes('-')) hosts.push(one);
  }
  return trees;
}
