/**
 * Runs in a page: whether an element can't be used for now, itself or the element of a library's own that it is a part of. It
 * is sent into browsers as it stands, so it uses nothing from outside.
 */
export function isDisabled(element: Element): boolean {
  for (let node: Element | undefined = element; node; ) {
    const isOwn = node.localName.includes('-') && Element.prototype.hasAttribute.call(node, 'disabled');
    if (isOwn || Element.prototype.matches.call(node, ':disabled')) return true;
    const root: Node = Node.prototype.getRootNode.call(node);
    node = root instanceof ShadowRoot ? root.host : undefined;
  }
  return false;
}
