/** What the page's own world tells ours with, before scripts run. */
const MEETING = 'forager-hidden-trees';

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

/** An expression of our world that answers it; nothing is known of a document that began without. */
export const HIDDEN_TREES = "(globalThis[Symbol.for('hidden trees')] ?? (() => ({ closed: 0, changes: 0 })))()";

/** Runs in our world of every document: hears of what the page's own world tells, and makes that known there. */
function hearOfHiddenTrees(meeting: string): void {
  let teller: EventTarget | null = null;
  const hear = (event: Event) => {
    if (event instanceof MouseEvent) teller = event.relatedTarget;
  };
  document.addEventListener(meeting, hear, { once: true });
  const read = (name: string) => {
    const count: unknown = teller && Element.prototype.getAttribute.call(teller, name);
    return Number(count ?? 0);
  };
  const know = (): HiddenTrees => ({ closed: read('closed'), changes: read('changes') });
  Reflect.set(globalThis, Symbol.for('hidden trees'), know);
}

/**
 * Runs in every document before its scripts. What a closed shadow tree holds, or an open one that is not looked for, only
 * scripts of the page see: an element that both worlds have, and none of these, bears how many there are and how often they
 * have changed.
 */
function tellOfHiddenTrees(meeting: string, attributeFilter: string[]): void {
  const { apply } = Reflect;
  const { setAttribute } = Element.prototype;
  const { getRootNode } = Node.prototype;
  const teller = document.createElement('i');
  document.dispatchEvent(new MouseEvent(meeting, { relatedTarget: teller }));
  const counts = { closed: 0, changes: 0 };
  const count = (name: keyof typeof counts) => apply(setAttribute, teller, [name, ++counts[name]]);
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

/** To be run in our world, before what is run in the page's own. */
export const HEAR_OF_HIDDEN_TREES = `(${hearOfHiddenTrees.toString()})('${MEETING}')`;

/** To be run in the page's own world. */
export const TELL_OF_HIDDEN_TREES = `(${tellOfHiddenTrees.toString()})('${MEETING}', ${JSON.stringify(WATCHED_ATTRIBUTES)})`;
