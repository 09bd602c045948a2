import { sharedElement } from './shared-element.ts';

/** Attributes whose change may bring a link, or something to act on. */
export const WATCHED_ATTRIBUTES = [
  ...['href', 'src', 'action', 'formaction', 'srcset', 'data', 'poster'],
  ...['data-href', 'data-url', 'data-src', 'data-link', 'open', 'hidden', 'disabled'],
];

/** What is known of the hidden trees of a document. */
export interface HiddenTrees {
  /** How many closed ones scripts have made, got hold of or written. */
  readonly closed: number;
  /** How often elements came into hidden trees, or addresses changed there. */
  readonly changes: number;
}

/** Runs in our world. */
function knowHiddenTrees(shared: Element | null): HiddenTrees {
  const read = (name: string) => Number((shared && Element.prototype.getAttribute.call(shared, name)) ?? 0);
  return { closed: read('closed'), changes: read('changes') };
}

/** An expression of our world that answers it; nothing is known of a document that began without. */
export const HIDDEN_TREES = `(${knowHiddenTrees.toString()})((${sharedElement.toString()})())`;

/**
 * Runs in every document before its scripts. What a closed shadow tree holds, or an open one that is not looked for, only
 * scripts of the page see: the shared element bears how many there are and how often they have changed.
 */
function tellOfHiddenTrees(shared: Element, attributeFilter: string[]): void {
  const { apply } = Reflect;
  const { setAttribute } = Element.prototype;
  const { getRootNode } = Node.prototype;
  const counts = { closed: 0, changes: 0 };
  const count = (name: keyof typeof counts) => apply(setAttribute, shared, [name, ++counts[name]]);
  const rootOf = (node: Node): Node => apply(getRootNode, node, []);
  /** Open trees of elements with names of their own are looked for, from the document on. */
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
    for (const record of records) if (bringsElement(record) && isHidden(record.target)) count('changes');
  });
  const observe = observer.observe.bind(observer);
  const watch = (root: unknown) => {
    if (!(root instanceof ShadowRoot)) return;
    if (root.mode === 'closed') count('closed');
    observe(root, { childList: true, subtree: true, attributes: true, attributeFilter });
  };
  /** Scripts may write some, too. */
  const look = (markup: unknown) => {
    if (typeof markup === 'string' && /shadowrootmode\s*=\s*["']?closed/i.test(markup)) count('closed');
  };
  const wrap = (owner: object, key: string, tell: (answer: unknown, given: unknown) => void) => {
    const property = Reflect.getOwnPropertyDescriptor(owner, key);
    const part = property?.get ? 'get' : 'value';
    const native: unknown = property?.[part];
    if (typeof native !== 'function') return;
    const told = (_: unknown, self: unknown, given: unknown[]) => {
      const answer: unknown = apply(native, self, given);
      tell(answer, given[0]);
      return answer;
    };
    Reflect.defineProperty(owner, key, { ...property, [part]: new Proxy(native, { apply: told }) });
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

/** To be run in the page's own world, with the shared element. */
export const TELL_OF_HIDDEN_TREES = `(shared) => (${tellOfHiddenTrees.toString()})(shared, ${JSON.stringify(WATCHED_ATTRIBUTES)})`;
