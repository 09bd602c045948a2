import { CHANGES, CLOSED, WATCHED_ATTRIBUTES } from '../shared-element.ts';

/**
 * Reports hidden shadow trees, which only the page's scripts can access: closed ones, and open ones on native elements.
 * The shared element has their number and the number of their changes.
 */
export function reportHiddenTrees(shared: Element): void {
  const { apply } = Reflect;
  const { setAttribute } = Element.prototype;
  const { getRootNode } = Node.prototype;
  const counts = { [CLOSED]: 0, [CHANGES]: 0 };
  const count = (name: keyof typeof counts) => apply(setAttribute, shared, [name, ++counts[name]]);
  const rootOf = (node: Node): Node => apply(getRootNode, node, []);
  /** Tells whether a node is in a hidden tree. Open trees of custom elements are found from the document. */
  const isHidden = (node: Node) => {
    for (let root = rootOf(node); root instanceof ShadowRoot; root = rootOf(root.host))
      if (root.mode === 'closed' || !root.host.localName.includes('-')) return true;
    return false;
  };
  const bringsElement = ({ type, addedNodes }: MutationRecord) => {
    for (const node of addedNodes) if (node instanceof Element) return true;
    return type === 'attributes';
  };
  const observer = new MutationObserver((records) => {
    for (const record of records) if (bringsElement(record) && isHidden(record.target)) count(CHANGES);
  });
  const observe = observer.observe.bind(observer);
  const watch = (root: unknown) => {
    if (!(root instanceof ShadowRoot)) return;
    if (root.mode === 'closed') count(CLOSED);
    observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: WATCHED_ATTRIBUTES });
  };
  /** Counts closed trees in markup that scripts write. */
  const look = (markup: unknown) => {
    if (typeof markup === 'string' && /shadowrootmode\s*=\s*["']?closed/i.test(markup)) count(CLOSED);
  };
  const wrap = (owner: object, key: string, tell: (answer: unknown, given: unknown) => void) => {
    const property = Reflect.getOwnPropertyDescriptor(owner, key);
    const part = property?.get ? 'get' : 'value';
    const native: unknown = property?.[part];
    if (typeof native !== 'function') return;
    const called = (_: unknown, self: unknown, given: unknown[]) => {
      const answer: unknown = apply(native, self, given);
      tell(answer, given[0]);
      return answer;
    };
    Reflect.defineProperty(owner, key, { ...property, [part]: new Proxy(native, { apply: called }) });
  };
  wrap(Element.prototype, 'attachShadow', watch);
  wrap(ElementInternals.prototype, 'shadowRoot', watch);
  const writers = [
    ...['write', 'writeln'].map((key) => [Document.prototype, key] as const),
    ...[Element.prototype, ShadowRoot.prototype].map((owner) => [owner, 'setHTMLUnsafe'] as const),
    [Document, 'parseHTMLUnsafe'] as const,
  ];
  for (const [owner, key] of writers) wrap(owner, key, (_, markup) => look(markup));
}
