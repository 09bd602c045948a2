import { isConnected, ofDocument } from '../dom.ts';
import { kept } from './kept-acts.ts';

/** Children of the document, the root and the body, kept from one action to the next. */
let noted: readonly (readonly [Document | Element, readonly ChildNode[]])[] | undefined;

/** Tells whether no element is left of those in the body. */
function isReplaced(parents: NonNullable<typeof noted>): boolean {
  const held = (parents.at(-1)?.[1] ?? []).filter((node) => node instanceof Element);
  return held.length > 0 && !held.some(isConnected);
}

/** Stores the document's content, unless replaced, so that it can be restored. */
export function noteDocument(): void {
  if (noted && isReplaced(noted)) return;
  const root: Element | null = ofDocument('documentElement');
  const body: Element | null = ofDocument('body');
  noted = [document, root, body].flatMap((parent) =>
    parent ? [[parent, Array.from<ChildNode>(parent.childNodes)] as const] : [],
  );
}

/** Restores content replaced by a script, if an element of the given targets was in it. */
export function bringBack(targets: readonly number[]): boolean {
  const isGone = (element: Element | undefined) => element !== undefined && !isConnected(element);
  if (!noted || !targets.some((target) => isGone(kept.targets[target])) || !isReplaced(noted)) return false;
  for (const [parent, nodes] of noted) {
    const kind = parent instanceof Document ? Document : Element;
    // A document with an element accepts no second one, not even as a replacement.
    kind.prototype.replaceChildren.apply(parent, []);
    kind.prototype.append.apply(parent, [...nodes]);
  }
  return true;
}
