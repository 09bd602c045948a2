/**
 * Runs in a page: what stands beside an element, such as the rest of its row: the text of the nearest that says more than it
 * does itself. Undefined where it is not in the page any more.
 */
export function textBeside(element: Element): string | undefined {
  /** Elements of what is a row, a card or the like. */
  const most = 60;
  if (!Reflect.get(Node.prototype, 'isConnected', element)) return undefined;
  const textOf = (node: Element): string => Reflect.get(Node.prototype, 'textContent', node) ?? '';
  const own = textOf(element).trim();
  for (let node = element.parentElement; node?.parentElement; node = node.parentElement) {
    if (Element.prototype.getElementsByTagName.call(node, '*')[most] !== undefined) break;
    const text = textOf(node).trim();
    if (text !== own) return text.slice(0, 500);
  }
  return '';
}
