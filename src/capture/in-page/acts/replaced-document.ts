import { isConnected, ofDocument } from '../dom.ts';
import { kept } from './kept-acts.ts';

/** What the document, its root and its body held, from one act to the next. */
let noted: readonly (readonly [Document | Element, readonly ChildNode[]])[] | undefined;

/** Whether no element is left of those that the body held. */
function isReplaced(parents: NonNullable<typeof noted>): boolean {
  const held = (parents.at(-1)?.[1] ?? []).filter((node) => node instanceof Element);
  return held.length > 0 && !held.some(isConnected);
}

/** Notes what the document holds, unless it is replaced: so that it can be put back once a script has replaced it all. */
export function noteDocument(): void {
  if (noted && isReplaced(noted)) return;
  const root: Element | null = ofDocument('documentElement');
  const body: Element | null = ofDocument('body');
  noted = [document, root, body].flatMap((parent) =>
    parent ? [[parent, Array.from<ChildNode>(parent.childNodes)] as const] : [],
  );
}

/** Puts back what a script has replaced, if one of some targets of acts is gone with it. */
export function bringBack(targets: readonly number[]): boolean {
  const isGone = (element: Element | undefined) => element !== undefined && !isConnected(element);
  if (!noted || !targets.some((target) => isGone(kept.targets[target])) || !isReplaced(noted)) return false;
  for (const [parent, nodes] of noted) {
    const kind = parent instanceof Document ? Document : Element;
    // A document with an element takes no second one, not even in its place.
    kind.prototype.replaceChildren.apply(parent, []);
    kind.prototype.append.apply(parent, [...nodes]);
  }
  return true;
}
