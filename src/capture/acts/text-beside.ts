/** What stands beside an element. */
interface Beside {
  readonly text: string;
  /** Elements in what holds both. */
  readonly elements: number;
}

/**
 * Runs in a page: what stands beside an element, such as the rest of its row: the text of the nearest that says more than it
 * does itself, but for all of the page. Undefined where there is none, or the element is not in the page any more.
 */
export function textBeside(element: Element): Beside | undefined {
  /** Elements of what is a row, a card or the like. */
  const most = 60;
  if (!Reflect.get(Node.prototype, 'isConnected', element)) return undefined;
  const textOf = (node: Element): string => Reflect.get(Node.prototype, 'textContent', node) ?? '';
  const own = textOf(element).trim();
  for (let node = element.parentElement; node && node.localName !== 'body'; node = node.parentElement) {
    const { length } = Element.prototype.getElementsByTagName.call(node, '*');
    if (length > most) return undefined;
    const text = textOf(node).trim();
    if (text !== own) return { text: text.slice(0, 500), elements: length };
  }
  return undefined;
}
