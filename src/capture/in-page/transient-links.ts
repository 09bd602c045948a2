import { isConnected, ofDocument, queryAll } from './dom.ts';
import { pageAddress } from './page-links.ts';

/** Stored links that were shown only for a while, and removed links that are inspected. */
const MOST_PASSED = 200;
let left = 20_000;
/** Copies of the links, in an inert document, with the address of the page that showed them. */
const passed = new Map<string, { readonly page: string; readonly link: Element }>();
let inert: Document | undefined;
/** Address of the page when an element was added, after the first walk, which reads all earlier elements. */
const cameAt = new WeakMap<Node, string>();
let isWalked = false;

/** Starts storing links that are removed after having been shown. */
export function beginToFollow(): void {
  isWalked = true;
}

/** Returns the removed links shown at the page's present address: others belong to other pages. */
export const passedLinks = (): readonly Element[] =>
  [...passed.values()].flatMap(({ page, link }) => (page === pageAddress() ? [link] : []));

/** Processes removals before additions, since elements removed at once were never shown. */
export function followPassing(records: readonly MutationRecord[]): void {
  if (!isWalked) return;
  const page = pageAddress();
  for (const { removedNodes, target } of records)
    for (const node of removedNodes) if (node instanceof Element && !isConnected(node)) keepRemoved(node, target, page);
  for (const { addedNodes } of records)
    for (const node of addedNodes) if (node instanceof Element) cameAt.set(node, page);
}

function keepRemoved(root: Element, parent: Node, page: string): void {
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
