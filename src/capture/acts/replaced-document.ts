import { z } from 'zod';
import { pageFunctionOf } from '../browser/page-functions.ts';
import type { KeptActs } from './kept-acts.ts';

/** Keeps what a document holds, so that it can be put back once a script has replaced it all. */
interface ReplacedDocument {
  /** Notes what the document holds, unless it is replaced. */
  note(): void;
  /** Puts back what was noted, where it is gone. Returns whether it did. */
  putBack(): boolean;
}

/** Runs in a page, in our world: from one act to the next it keeps what it noted under `Symbol.for('document of acts')`. */
export function replacedDocument(): ReplacedDocument {
  interface Noted {
    readonly parents: readonly (readonly [Document | Element, readonly ChildNode[]])[];
  }
  const symbol = Symbol.for('document of acts');
  const nodesOf = (parent: Node): readonly ChildNode[] => Array.from(parent.childNodes);
  const isThere = (node: Node) => Reflect.get(Node.prototype, 'isConnected', node) === true;
  const noted = (): Noted | undefined => Reflect.get(globalThis, symbol);
  /** Whether no element is left of those that the body held. */
  const isReplaced = ({ parents }: Noted) => {
    const held = (parents.at(-1)?.[1] ?? []).filter((node) => node instanceof Element);
    return held.length > 0 && !held.some(isThere);
  };
  return {
    note() {
      const before = noted();
      if (before && isReplaced(before)) return;
      const root: Element | null = Reflect.get(Document.prototype, 'documentElement', document);
      const body: Element | null = Reflect.get(Document.prototype, 'body', document);
      const parents = [document, root, body].flatMap((parent) => (parent ? [[parent, nodesOf(parent)] as const] : []));
      Reflect.set(globalThis, symbol, { parents });
    },
    putBack() {
      const before = noted();
      if (!before || !isReplaced(before)) return false;
      for (const [parent, nodes] of before.parents) {
        const kind = parent instanceof Document ? Document : Element;
        // A document with an element takes no second one, not even in its place.
        kind.prototype.replaceChildren.apply(parent, []);
        kind.prototype.append.apply(parent, [...nodes]);
      }
      return true;
    },
  };
}

const parts = { replacedDocument };

/** Runs in a page: puts back what a script has replaced, if one of some targets of acts is gone with it. */
function bringBack(of: typeof parts, targets: readonly number[]): boolean {
  const kept: Pick<KeptActs, 'targets'> | undefined = Reflect.get(globalThis, Symbol.for('acts'));
  const isGone = (element: Element | undefined) => element && !Reflect.get(Node.prototype, 'isConnected', element);
  return targets.some((target) => isGone(kept?.targets[target])) && of.replacedDocument().putBack();
}

export const BRING_BACK_IN_PAGE = pageFunctionOf(bringBack, parts);
export const broughtBack = z.boolean();
