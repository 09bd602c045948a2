import { isConnected, ofDocument, queryAll } from './dom.ts';
import { pageAddress } from './page-links.ts';

/** Links shown for a while only that are kept, and links removed that are looked at for it. */
const MOST_PASSED = 200;
let left = 20_000;
/** Copies of them, in a document that does nothing, and the address of the page that showed them. */
const passed = new Map<string, { readonly page: string; readonly link: Element }>();
let inert: Document | undefined;
/** Where the page was when an element came: after the first walk, which reads all that is there. */
const cameAt = new WeakMap<Node, string>();
let isWalked = false;

/** From now on links that come and go are kept. */
export function beginToFollow(): void {
  isWalked = true;
}

/** Those that were shown at the page's present address: what was drawn at another is that page's. */
export const passedLinks = (): readonly Element[] =>
  [...passed.values()].flatMap(({ page, link }) => (page === pageAddress() ? [link] : []));

/** What comes and goes at once was never shown: so removals are looked at first. */
export function followPassing(records: readonly MutationRecord[]): void {
  if (!isWalked) return;
  const page = pageAddress();
  for (const { removedNodes, target } of records)
    for (const node of removedNodes) if (node instanceof Element && !isConnected(node)) keepPassed(node, target, page);
  for (const { addedNodes } of records)
    for (const node of addedNodes) if (node instanceof Element) cameAt.set(node, page);
}

function keepPassed(root: Element, parent: Node, page: string): void {
  inert ??= DOMImplementation.prototype.createHTMLDocument.call(ofDocument('implementation'), '');
  for (const link of [root, ...queryAll(root, 'a[href]')]) {
    if (passed.size >= MOST_PASSED || left-- <= 0) return;
    const address = link.localName === 'a' ? Element.prototype.getAttribute.call(link, 'href') : null;
    if (address === null || passed.has(address)) continue;
    let from: Node | null = link;
    while (from && !cameAt.has(from)) from = from === root ? parent : Reflect.get(Node.prototype, 'parentNode', from);
    if (!from || cameAt.get(from) !== page) continue;
    passed.set(address, { page, link: inert.importNode(link, true) });
  }
}
